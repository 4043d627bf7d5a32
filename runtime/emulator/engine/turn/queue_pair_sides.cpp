// The state changes that concern both sides of a queue pair.
#include "engine/turn/queue_pair_sides.hpp"

#include <utility>

#include "engine/base/object_records.hpp"
#include "engine/receive/queue_pair_receives.hpp"
#include "report/report.hpp"

namespace verbatim::emulator {

void queue_pair_sides::stop() {
  if (qp_.state != queue_pair_state::err) {
    note("QP {:#x}: {} to ERR", qp_.qpn, name(qp_.state));
    const auto previous = std::exchange(qp_.state, queue_pair_state::err);
    record_changed(qp_, previous, true);
  }
  each_responder([](responder& one) { one.stop(); });
  flush();
  // WQEs of a shared queue stay for other queue pairs, so no flushed WQE can mark the end.
  if (qp_.srq && !std::exchange(said_last_wqe_, true)) {
    qp_.raise(async_event::qp_last_wqe_reached);
  }
}

bool queue_pair_sides::flush() {
  const bool flushed_sends = sends.flush();
  const bool flushed_receives = flush_receives(qp_);
  return flushed_sends || flushed_receives;
}

void queue_pair_sides::reset() {
  sends.reset();
  answers.reset();
  sources.clear();
  receives.reset();
  said_last_wqe_ = false;
}

}  // namespace verbatim::emulator
