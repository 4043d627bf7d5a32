// The capabilities of a device that its firmware reports but libibverbs does not.
#include "verbatim/verbs/context/hca_capabilities.hpp"

#include <infiniband/mlx5dv.h>

#include <algorithm>
#include <bit>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/context/native_context.hpp"

namespace verbatim::verbs {
namespace {

constexpr std::uint32_t query_hca_cap = 0x100;
constexpr std::uint32_t in_force = 1;  // the current values, not the possible ones
constexpr std::uint32_t capabilities_at = 0x80;

// Fields of struct mlx5_ifc_atomic_caps_bits.
constexpr hca_capability atomic_operations{"atomic_operations", {0x090, 16}};
constexpr hca_capability atomic_size_qp{"atomic_size_qp", {0x0b0, 16}};
constexpr std::uint32_t ordinary_operations = 0x3;  // compare-and-swap, fetch-and-add
constexpr std::uint32_t masked_operations = 0xc;

constexpr std::uint32_t ordinary_mode = 1;
constexpr std::uint32_t least_masked_mode = 3;
constexpr std::uint32_t most_masked_mode = 8;

}  // namespace

hca_capabilities::hca_capabilities(const native_context& context, std::string_view call,
                                   hca_capability_group group)
    : device_(context.describe()), call_(call) {
  mailbox<4> ask;
  ask.set(mailbox_header::opcode, query_hca_cap);
  ask.set(mailbox_header::op_mod, static_cast<std::uint32_t>(group) << 1 | in_force);
  check(mlx5dv_devx_general_cmd(context.native(), ask.bytes.data(), ask.bytes.size(),
                                answer_.bytes.data(), answer_.bytes.size()),
        "QUERY_HCA_CAP", device_,
        "for " + call_ + ", which takes DevX: is it in the kernel, and in the device's firmware?");
}

std::uint32_t hca_capabilities::value(const hca_capability& of) const noexcept {
  return answer_.get(capabilities_at + of.field);
}

void hca_capabilities::require(const hca_capability& what, std::string_view for_what,
                               std::string_view remedy) const {
  if (has(what)) return;
  throw error(std::errc::not_supported, call_, device_,
              std::string(for_what) + " takes " + std::string(what.name) +
                  ", which QUERY_HCA_CAP says the device does not have: " + std::string(remedy));
}

std::uint32_t widest_atomic_mode(const native_context& context, std::string_view call) {
  if (!hca_capabilities(context, call).has(capability::atomic)) return 0;
  const hca_capabilities device(context, call, hca_capability_group::atomic);
  const auto operations = device.value(atomic_operations);
  const auto sizes = device.value(atomic_size_qp);
  const auto widest =
      std::min(static_cast<std::uint32_t>(std::bit_width(sizes)), most_masked_mode + 1) - 1;
  if (sizes != 0 && (operations & masked_operations) == masked_operations &&
      widest >= least_masked_mode) {
    return widest;
  }
  return (operations & ordinary_operations) == ordinary_operations ? ordinary_mode : 0;
}

}  // namespace verbatim::verbs
