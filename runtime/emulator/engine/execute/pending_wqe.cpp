// Counts the messages of WQEs, and reports their errors.
#include "engine/execute/pending_wqe.hpp"

#include <fmt/format.h>

#include <utility>

#include "transport/message.hpp"

namespace verbatim::emulator {

std::uint32_t messages_of(const operation& wqe) noexcept {
  if (wqe.is_local()) return 0;
  if (wqe.has_result() || wqe.message_bytes == 0) return 1;
  return static_cast<std::uint32_t>((wqe.message_bytes + message::max_payload - 1) /
                                    message::max_payload);
}

std::uint32_t packets_of(const operation& wqe, std::uint32_t mtu) noexcept {
  return wqe.is_local() ? 0 : packets_of(wqe.message_bytes, mtu);
}

void complain(const queue_pair& qp, const operation& wqe, const finding& why) {
  say(why, fmt::format("QP {:#x}, send WQE {}: ", qp.qpn, wqe.wqe_index));
}

void refuse(const queue_pair& qp, pending_wqe& one, cqe_syndrome syndrome, vendor_syndrome vendor,
            finding why) {
  complain(qp, one.wqe, {why.which, why.words + in_words(syndrome, vendor)});
  one.problem = wqe_problem{.syndrome = syndrome, .vendor = vendor, .why = std::move(why)};
}

}  // namespace verbatim::emulator
