// Compares doorbell records with doorbells.
#include "engine/missing_doorbells.hpp"

#include <utility>

#include "engine/shared_words.hpp"
#include "report.hpp"

namespace verbatim::emulator {
namespace {

/// Long enough for a thread to be preempted between the two writes, on a machine that is busy with other things.
constexpr auto patience = std::chrono::seconds(1);

}  // namespace

void missing_doorbells::look_at(const queue_pair& qp, std::uint16_t announced,
                                engine_clock::time_point now) {
  if (qp.state != queue_pair_state::rts || qp.sq.count == 0) return;
  // No doorbell starts it.
  if (qp.cross_channel.managed_sends) return;
  const auto record = static_cast<std::uint16_t>(load_acquire32(qp.dbrec + 4));
  if (record == announced) {
    forget(qp.qpn);
    return;
  }
  ahead& entry = ahead_.try_emplace(qp.qpn, ahead{now}).first->second;
  if (now - entry.since < patience || std::exchange(entry.said, true)) return;
  report(
      "QP {:#x}: the doorbell record says {} send WQEBBs, but the last doorbell came at {}, and "
      "nothing after it is executed: ring the doorbell after writing the doorbell record",
      qp.qpn, record, announced);
}

}  // namespace verbatim::emulator
