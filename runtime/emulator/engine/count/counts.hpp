// The counts of each queue for --count.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>

#include "objects/queues/queue_pair.hpp"
#include "objects/queues/shared_receive_queue.hpp"
#include "verbatim/generated/enums.hpp"

namespace verbatim::emulator {

/// The send WQEs of one opcode.
struct wqe_counts {
  std::uint64_t wqes = 0;
  std::uint64_t wqebbs = 0;
  std::uint64_t signaled = 0;

  /// The WQEs that have their whole payload inline.
  std::uint64_t inlined = 0;

  /// The payload of those that are executed; of READs and atomics, the result.
  std::uint64_t bytes = 0;

  wqe_counts& operator+=(const wqe_counts& more) noexcept {
    wqes += more.wqes;
    wqebbs += more.wqebbs;
    signaled += more.signaled;
    inlined += more.inlined;
    bytes += more.bytes;
    return *this;
  }
};

/// The doorbells of a queue pair.
struct doorbell_counts {
  /// The writes to the first word of the halves of its register, and to a word of BlueFlame copies,
  /// by the processor's own count.
  std::uint64_t writes = 0;
  std::uint64_t copy_writes = 0;

  /// False if the processor did not count, or counted writes for other queue pairs too.
  bool writes_are_known = true;
  bool copy_writes_are_known = true;

  /// The most by which the writes to one half were ahead of those to the other. Programs write them
  /// in turn, so it is the number of stores of one doorbell. That is one, or two if the program
  /// copies a WQE by memmove(3), which may store the same bytes twice.
  std::uint64_t apart = 0;

  /// The doorbells that the engine has found in the registers; one may have replaced others.
  std::uint64_t found = 0;
  std::uint64_t found_blueflame = 0;
  std::uint64_t found_blueflame_bytes = 0;

  void forget_writes() noexcept { writes_are_known = copy_writes_are_known = false; }
};

/// The receive WQEs of a ring, by its doorbell record.
class receive_record_counts {
 public:
  /// Compares the record with its last value. A look that finds it ahead is one advance, however
  /// often the program has written it since the look before. A record that goes back begins anew.
  void look(std::uint16_t record) noexcept {
    const auto ahead = static_cast<std::uint16_t>(record - last_);
    last_ = record;
    if (ahead == 0 || ahead >= 0x8000) return;
    posted_ += ahead;
    ++advances_;
  }

  /// Begins anew at 0, for a change to RESET. There must be no look until the program has changed
  /// the state again, because it sets the record to 0 only after the change to RESET.
  void reset() noexcept { last_ = 0; }

  std::uint64_t posted() const noexcept { return posted_; }
  std::uint64_t advances() const noexcept { return advances_; }

  receive_record_counts& operator+=(const receive_record_counts& more) noexcept {
    posted_ += more.posted_;
    advances_ += more.advances_;
    return *this;
  }

 private:
  std::uint16_t last_ = 0;
  std::uint64_t posted_ = 0;
  std::uint64_t advances_ = 0;
};

/// Completions by the queue that they belong to.
struct completion_counts {
  std::uint64_t requester = 0;
  std::uint64_t responder = 0;
  std::uint64_t error = 0;

  /// Completions of tag matching commands and of signatures.
  std::uint64_t other = 0;

  completion_counts& operator+=(const completion_counts& more) noexcept {
    requester += more.requester;
    responder += more.responder;
    error += more.error;
    other += more.other;
    return *this;
  }
};

/// The packets that a queue pair sends, as they would be on RoCEv2 over IPv4.
struct packet_counts {
  /// Packets of send WQEs, with those that are sent again.
  std::uint64_t requests = 0;
  std::uint64_t retransmitted = 0;

  /// Results of the peer's READs and atomics.
  std::uint64_t responses = 0;
  std::uint64_t acks = 0;
  std::uint64_t naks = 0;
  std::uint64_t rnr_naks = 0;

  /// The bytes of all of these, with their headers.
  std::uint64_t wire_bytes = 0;

  packet_counts& operator+=(const packet_counts& more) noexcept {
    requests += more.requests;
    retransmitted += more.retransmitted;
    responses += more.responses;
    acks += more.acks;
    naks += more.naks;
    rnr_naks += more.rnr_naks;
    wire_bytes += more.wire_bytes;
    return *this;
  }
};

struct queue_pair_counts {
  unsigned card = 0;
  std::uint32_t qpn = 0;
  queue_pair_type type = queue_pair_type::rc;

  /// In bytes; 0 until it is known.
  std::uint32_t mtu = 0;
  std::map<opcode, wqe_counts> wqes;
  doorbell_counts doorbells;
  receive_record_counts receive_record;

  /// Receive WQEs that messages took, its own or shared ones, and its own that were flushed.
  std::uint64_t receives_taken = 0;
  std::uint64_t receives_flushed = 0;
  completion_counts completions;
  packet_counts packets;
  std::uint64_t rnr_naks_received = 0;

  /// The number of times that it began again at its oldest request.
  std::uint64_t retries = 0;

  /// Adds the counts; the names stay, and so do the doorbells.
  queue_pair_counts& operator+=(const queue_pair_counts& more) {
    for (const auto& [wqe_opcode, counts] : more.wqes) wqes[wqe_opcode] += counts;
    receive_record += more.receive_record;
    receives_taken += more.receives_taken;
    receives_flushed += more.receives_flushed;
    completions += more.completions;
    packets += more.packets;
    rnr_naks_received += more.rnr_naks_received;
    retries += more.retries;
    return *this;
  }
};

struct shared_receive_counts {
  unsigned card = 0;
  std::uint32_t srqn = 0;
  receive_record_counts receive_record;
};

class traffic_counts;

struct completion_queue_counts {
  /// The counts of the process, to find those of queue pairs.
  traffic_counts* all = nullptr;
  unsigned card = 0;
  std::uint32_t cqn = 0;

  /// Whole CQEs: of one completion each, or the title of a session.
  std::uint64_t cqes = 0;

  /// Slots of mini CQEs, and the completions in them.
  std::uint64_t mini_arrays = 0;
  std::uint64_t mini_cqes = 0;

  /// Arms that the engine has found in the doorbell record.
  std::uint64_t arms = 0;
  std::uint64_t solicited_arms = 0;
  std::uint64_t events = 0;

  /// Adds the counts; the names stay.
  completion_queue_counts& operator+=(const completion_queue_counts& more) noexcept {
    cqes += more.cqes;
    mini_arrays += more.mini_arrays;
    mini_cqes += more.mini_cqes;
    arms += more.arms;
    solicited_arms += more.solicited_arms;
    events += more.events;
    return *this;
  }
};

}  // namespace verbatim::emulator
