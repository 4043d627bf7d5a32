// The engine's data beside a queue pair.
#pragma once

#include <map>

#include "engine/receive/responder.hpp"
#include "engine/ring/receive_queue.hpp"
#include "engine/send/requester.hpp"
#include "report/finding.hpp"

namespace verbatim::emulator {

/// One stream of a DCI that has sent to a DCT.
struct dc_source {
  std::uint32_t dci = 0;
  std::uint16_t stream = 0;

  auto operator<=>(const dc_source&) const = default;
};

struct queue_pair_part : engine_part {
  queue_pair_part(engine_room& room, queue_pair& qp) : sends(room, qp), answers(room, qp) {}

  requester sends;
  responder answers;
  receive_ring receives;

  /// The responders of a DCT, in place of `answers`.
  std::map<dc_source, responder> sources;

  /// Calls `visit(responder&)` for each responder.
  template <class Visit>
  void each_responder(Visit&& visit) {
    visit(answers);
    for (auto& entry : sources) visit(entry.second);
  }

  /// Returns the responder that a request is for.
  responder& responder_to(engine_room& room, queue_pair& qp, const message& request) {
    if (qp.type != queue_pair_type::dct || !request.dynamic) return answers;
    return sources
        .try_emplace(dc_source{request.source_qpn, request.stream}, room, qp, request.source_qpn)
        .first->second;
  }

  void enter(queue_pair_state state) noexcept {
    rung_in = state;
    said_too_early = false;
  }

  /// The state in which the program rings unseen doorbells; `said_too_early`: the program was told
  /// that they come too early.
  queue_pair_state rung_in = queue_pair_state::reset;
  bool said_too_early = false;

  /// True if the queue pair was told that no more receive WQEs will be taken for it.
  bool said_last_wqe = false;
};

inline queue_pair_part& part_of(queue_pair& qp) {
  return static_cast<queue_pair_part&>(*qp.engine);
}

/// Takes the next receive WQE for that queue pair, its own or a shared one. Returns nothing if none
/// is posted.
std::optional<receive_wqe> take_receive(queue_pair& qp);

/// Completes a receive WQE that cannot take the message, reports why, and puts the queue pair into
/// ERR.
void fail_receive(queue_pair& qp, const receive_wqe& wqe, cqe_syndrome syndrome,
                  vendor_syndrome vendor, const finding& why);

/// Reports a raw packet queue pair that goes to RTR with receives posted: the program must write
/// their doorbell record after that change.
void look_for_early_receives(queue_pair& qp);

/// Puts the queue pair into ERR: WQEs that are posted on both sides are flushed in order.
void stop(queue_pair& qp);

/// Flushes WQEs that are posted to a queue pair in ERR. Returns true if there were some.
bool flush(queue_pair& qp);

/// Forgets everything, for RESET.
void reset(queue_pair& qp);

}  // namespace verbatim::emulator
