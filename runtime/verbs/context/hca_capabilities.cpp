// The capabilities of a device that its firmware reports but libibverbs does not.
#include "verbatim/verbs/context/hca_capabilities.hpp"

#include <infiniband/mlx5dv.h>

#include <algorithm>
#include <bit>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/context/native_context.hpp"

namespace verbatim::verbs {
namespace {

using firmware::query_hca_cap;

constexpr std::uint32_t in_force = 1;  // the current values, not the possible ones

constexpr std::uint32_t ordinary_operations = 0x3;  // compare-and-swap, fetch-and-add
constexpr std::uint32_t masked_operations = 0xc;

constexpr std::uint32_t ordinary_mode = 1;
constexpr std::uint32_t least_masked_mode = 3;
constexpr std::uint32_t most_masked_mode = 8;

}  // namespace

queried_capabilities::queried_capabilities(const native_context& context, std::string_view call,
                                           std::uint32_t group)
    : device_(context.describe()), call_(call) {
  wire::mailbox<query_hca_cap::in> ask;
  ask.set(query_hca_cap::in::op_mod, group << 1 | in_force);
  check(mlx5dv_devx_general_cmd(context.native(), ask.bytes.data(), ask.bytes.size(),
                                answer_.bytes.data(), answer_.bytes.size()),
        query_hca_cap::title, device_,
        "for " + call_ + ", which takes DevX: is it in the kernel, and in the device's firmware?");
}

void queried_capabilities::lacks(std::string_view name, std::string_view for_what,
                                 std::string_view remedy) const {
  throw error(std::errc::not_supported, call_, device_,
              std::string(for_what) + " takes " + std::string(name) +
                  ", which QUERY_HCA_CAP says the device does not have: " + std::string(remedy));
}

std::uint32_t widest_atomic_mode(const native_context& context, std::string_view call) {
  if (!hca_capabilities(context, call).has(firmware::cmd_hca_cap::atomic)) return 0;
  const atomic_capabilities device(context, call);
  const auto operations = device.value(firmware::atomic_caps::atomic_operations);
  const auto sizes = device.value(firmware::atomic_caps::atomic_size_qp);
  const auto widest =
      std::min(static_cast<std::uint32_t>(std::bit_width(sizes)), most_masked_mode + 1) - 1;
  if (sizes != 0 && (operations & masked_operations) == masked_operations &&
      widest >= least_masked_mode) {
    return widest;
  }
  return (operations & ordinary_operations) == ordinary_operations ? ordinary_mode : 0;
}

}  // namespace verbatim::verbs
