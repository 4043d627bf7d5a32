// The calls from the device to the engine that executes its work queues.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "objects/queues/queue_pair.hpp"
#include "recording/bodies.hpp"

namespace verbatim::emulator {

struct memory_region;

/// A command of a recording, and its answer.
struct recorded_command {
  recording::command_body asked;
  recording::answer_body answered;
};

/// The engine's interface for the objects. Every function is called with device::lock() held, on a
/// thread of the program, and must not take long. The default functions are for a device that
/// executes nothing.
class engine_hooks {
 public:
  virtual ~engine_hooks() = default;

  /// Returns this process's place in the fabric, 1 to 1023. It is in the upper ten bits of every QP
  /// number.
  virtual std::uint32_t slot() const noexcept { return 1; }

  virtual void uar_added(uar_page&) {}

  /// Called after the program has mapped the page; `program_address` has changed.
  virtual void uar_mapped(uar_page&) {}

  /// Called before the page's memory is unmapped. Queues with this page already have a null `uar`.
  virtual void uar_removed(uar_page&) {}

  virtual void completion_queue_created(completion_queue&) {}
  virtual void completion_queue_destroyed(completion_queue&) {}

  /// Moves the CQ to a ring of `cqe_count` slots of `cqe_size` bytes at `buffer`: puts a CQE of
  /// opcode RESIZE_CQ into the old ring, then sets the CQ's three fields. Returns 0, EINVAL if the
  /// unread CQEs do not fit, or another errno value. Without an engine only the fields are set.
  virtual int completion_queue_resized(completion_queue& cq, std::byte* buffer,
                                       std::uint32_t cqe_count, std::uint32_t cqe_size);

  virtual void queue_pair_created(queue_pair&) {}

  /// Called after the state and attributes have changed. A change to `err` flushes; a change to
  /// `reset` forgets all indexes.
  virtual void queue_pair_modified(queue_pair&, queue_pair_state) {}

  /// Restarts a failed stream of a DCI, after the program has seen the failure. Returns false if
  /// the stream has not failed.
  virtual bool stream_reset(queue_pair&, std::uint16_t) { return false; }

  /// Returns the number of WQEBBs of the send queue that were read, modulo 2^16.
  virtual std::uint16_t next_send_wqe(queue_pair&) const { return 0; }

  /// Called before the queue pair is destroyed. The engine must not use it or its rings afterwards.
  virtual void queue_pair_destroyed(queue_pair&) {}

  virtual void shared_receive_queue_created(shared_receive_queue&) {}

  /// Called after the limit was set.
  virtual void shared_receive_queue_modified(shared_receive_queue&) {}
  virtual void shared_receive_queue_destroyed(shared_receive_queue&) {}

  /// Called after the program has called exit(3). The remaining objects will not be destroyed.
  virtual void process_ends() {}

  /// Writes the counts, the last records and packets of the process, which ends: by exit(3),
  /// _exit(2), or in a signal handler. Unlike the other functions it is called without
  /// device::lock(), which the ending thread may hold. It therefore waits for a limited time.
  virtual void write_files() noexcept {}

  // For --replay.

  /// Waits until a recorded command is due, which has to have that name, and returns it. Returns
  /// null if the device does not replay, or does not any more. It is called without device::lock(),
  /// and not by the engine.
  virtual const recorded_command* await_command(std::string_view) { return nullptr; }

  /// Does what the device did until it had answered the command.
  virtual void command_answered() {}

  /// Reports that the program, or the answer to it, is not as in the recording.
  virtual void differs(std::string_view) {}

  /// Makes the engine check every queue, because there may be work.
  virtual void wake() {}

  /// Waits until the engine has sent what was to be sent, and has handled what had arrived, at most
  /// for that time. It is called without device::lock(), and not by the engine.
  virtual void settle(std::chrono::nanoseconds) noexcept {}
};

}  // namespace verbatim::emulator
