// A path: all values that two queue pairs need to reach each other, as seen by one end.
#include "verbatim/verbs/values/path.hpp"

#include <utility>

namespace verbatim {

connection_terms& terms(path& path) noexcept {
  return *std::visit([](auto& kind) { return &kind.terms; }, path);
}
const connection_terms& terms(const path& path) noexcept {
  return *std::visit([](const auto& kind) { return &kind.terms; }, path);
}
global_route& route(path& path) noexcept {
  return *std::visit([](auto& kind) { return &kind.grh; }, path);
}
const global_route& route(const path& path) noexcept {
  return *std::visit([](const auto& kind) { return &kind.grh; }, path);
}

path reverse(const path& path, reversal kind) {
  auto reversed = path;
  auto* const ib = std::get_if<ib_path>(&reversed);
  if (ib != nullptr) std::swap(ib->slid, ib->dlid);
  auto& addresses = route(reversed);
  std::swap(addresses.sgid, addresses.dgid);
  const bool has_grh = ib == nullptr || ib->has_grh == true;
  if (kind == reversal::of_reply && has_grh) addresses.hop_limit = std::uint8_t{255};
  auto& agreed = terms(reversed);
  std::swap(agreed.sqpn, agreed.dqpn);
  std::swap(agreed.sqpsn, agreed.dqpsn);
  std::swap(agreed.srdatomic, agreed.drdatomic);
  std::swap(agreed.sack_resp_time, agreed.dack_resp_time);
  return reversed;
}

std::optional<ack_timeout> timeout_over(const path& path) noexcept {
  const auto& agreed = terms(path);
  if (!agreed.packet_life_time || !agreed.dack_resp_time) return std::nullopt;
  return ack_timeout_over(*agreed.packet_life_time, *agreed.dack_resp_time);
}

}  // namespace verbatim
