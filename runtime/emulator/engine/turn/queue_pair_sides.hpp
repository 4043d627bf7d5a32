// Both sides of a queue pair.
#pragma once

#include <map>

#include "engine/base/queue_pair_part.hpp"
#include "engine/receive/responder.hpp"
#include "engine/send/requester.hpp"

namespace verbatim::emulator {

/// One stream of a DCI that has sent to a DCT.
struct dc_source {
  std::uint32_t dci = 0;
  std::uint16_t stream = 0;

  auto operator<=>(const dc_source&) const = default;
};

/// The engine's data of a queue pair.
class queue_pair_sides : public queue_pair_part {
 public:
  queue_pair_sides(engine_room& room, queue_pair& qp)
      : sends(room, qp), answers(room, qp), room_(room), qp_(qp) {}

  void stop() override;
  std::string enable_sends(std::uint16_t index) override { return sends.enable(index); }

  /// Returns true if there is nothing to do before something arrives. A device has many queue pairs,
  /// and most of them are idle.
  bool is_idle() const noexcept { return sends.is_idle() && answers.is_idle() && sources.empty(); }

  /// Flushes WQEs that are posted to a queue pair in ERR. Returns true if there were some.
  bool flush();

  /// Forgets everything, for RESET.
  void reset();

  requester sends;
  responder answers;

  /// The responders of a DCT, in place of `answers`.
  std::map<dc_source, responder> sources;

  /// Calls `visit(responder&)` for each responder.
  template <class Visit>
  void each_responder(Visit&& visit) {
    visit(answers);
    for (auto& entry : sources) visit(entry.second);
  }

  /// Returns the responder of a request.
  responder& responder_to(const message& request) {
    if (qp_.type != queue_pair_type::dct || !request.dynamic) return answers;
    return sources
        .try_emplace(dc_source{request.source_qpn, request.stream}, room_, qp_, request.source_qpn)
        .first->second;
  }

  void enter(queue_pair_state state) noexcept {
    rung_in = state;
    said_too_early = false;
  }

  /// The state in which the program rings unseen doorbells. `said_too_early` is true if this was
  /// reported as too early.
  queue_pair_state rung_in = queue_pair_state::reset;
  bool said_too_early = false;

 private:
  engine_room& room_;
  queue_pair& qp_;

  /// True if the event was raised that no more receive WQEs will be taken for the queue pair.
  bool said_last_wqe_ = false;
};

inline queue_pair_sides& sides_of(queue_pair& qp) {
  return static_cast<queue_pair_sides&>(*qp.engine);
}

}  // namespace verbatim::emulator
