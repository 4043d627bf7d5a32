// What the engine keeps beside a queue pair.
#pragma once

#include <map>

#include "engine/receive_queue.hpp"
#include "engine/requester.hpp"
#include "engine/responder.hpp"

namespace verbatim::emulator {

/// One stream of a DCI that a DCT has heard of.
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

  /// Of a DCT, in place of `answers`.
  std::map<dc_source, responder> sources;

  /// Calls `visit(responder&)` for each.
  template <class Visit>
  void each_responder(Visit&& visit) {
    visit(answers);
    for (auto& entry : sources) visit(entry.second);
  }

  /// The one that a request is for.
  responder& responder_to(engine_room& room, queue_pair& qp, const message& request) {
    if (qp.type != queue_pair_type::dct || !request.dynamic) return answers;
    return sources
        .try_emplace(dc_source{request.source_qpn, request.stream}, room, qp, request.source_qpn)
        .first->second;
  }

  /// The queue pair was told that no more receive WQEs will be taken for it.
  bool said_last_wqe = false;
};

inline queue_pair_part& part_of(queue_pair& qp) {
  return static_cast<queue_pair_part&>(*qp.engine);
}

/// Takes the next receive WQE for that queue pair, its own or a shared one, if one is posted.
std::optional<receive_wqe> take_receive(queue_pair& qp);

/// Completes a receive WQE that cannot take what came, says why, and puts the queue pair into ERR.
void fail_receive(queue_pair& qp, const receive_wqe& wqe, cqe_syndrome syndrome,
                  vendor_syndrome vendor, std::string_view words);

/// Says so if a raw packet queue pair that goes to RTR has receives posted: the record that says so
/// had to wait.
void look_for_early_receives(queue_pair& qp);

/// Puts the queue pair into ERR: what is posted on both sides is flushed in order.
void stop(queue_pair& qp);

/// Flushes what is posted to a queue pair in ERR. Returns whether there was something.
bool flush(queue_pair& qp);

/// Forgets everything, for RESET.
void reset(queue_pair& qp);

}  // namespace verbatim::emulator
