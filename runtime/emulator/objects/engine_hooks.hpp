// What the device tells the engine that executes its work queues.
#pragma once

#include <cstddef>
#include <cstdint>

#include "objects/queue_pair.hpp"

namespace verbatim::emulator {

struct memory_region;

/// The engine as the objects see it. Every function is called with device::lock() held, on a thread
/// of the program, and must not take long. These defaults are those of a device that executes
/// nothing.
class engine_hooks {
 public:
  virtual ~engine_hooks() = default;

  /// This process's place in the fabric, 1 to 1023; the upper ten bits of every QP number.
  virtual std::uint32_t slot() const noexcept { return 1; }

  virtual void uar_added(uar_page&) {}

  /// The program mapped the page; `program_address` has changed.
  virtual void uar_mapped(uar_page&) {}

  /// The page's memory goes away after this. Queues that named it already have a null `uar`.
  virtual void uar_removed(uar_page&) {}

  virtual void completion_queue_created(completion_queue&) {}
  virtual void completion_queue_destroyed(completion_queue&) {}

  /// Moves the CQ to a ring of `cqe_count` slots of `cqe_size` bytes at `buffer`: puts a CQE of
  /// opcode RESIZE_CQ into the old ring, then sets the CQ's three fields. Returns 0, or EINVAL if
  /// what is unread does not fit, or another errno value. Without an engine only the fields are set.
  virtual int completion_queue_resized(completion_queue& cq, std::byte* buffer,
                                       std::uint32_t cqe_count, std::uint32_t cqe_size);

  virtual void queue_pair_created(queue_pair&) {}

  /// State and attributes are already the new ones. Into `err` flushes; into `reset` forgets all
  /// indexes.
  virtual void queue_pair_modified(queue_pair&, queue_pair_state) {}

  /// The program has seen that a stream of a DCI failed; it shall work again. False if it has not
  /// failed.
  virtual bool stream_reset(queue_pair&, std::uint16_t) { return false; }

  /// Counts WQEBBs of the send queue that were read, modulo 2^16.
  virtual std::uint16_t next_send_wqe(queue_pair&) const { return 0; }

  /// After this nothing may touch the queue pair or its rings.
  virtual void queue_pair_destroyed(queue_pair&) {}

  virtual void shared_receive_queue_created(shared_receive_queue&) {}

  /// The limit was set anew.
  virtual void shared_receive_queue_modified(shared_receive_queue&) {}
  virtual void shared_receive_queue_destroyed(shared_receive_queue&) {}

  /// There may be something to do: looks at every queue.
  virtual void wake() {}
};

}  // namespace verbatim::emulator
