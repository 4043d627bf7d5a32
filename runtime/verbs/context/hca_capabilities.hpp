// The capabilities of a device that its firmware reports but libibverbs does not.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "verbatim/verbs/base/mailbox.hpp"

namespace verbatim::verbs {

class native_context;

/// A capability that a device may lack.
struct hca_capability {
  std::string_view name;  ///< the name in mlx5_ifc.h
  mailbox_field field;    ///< its place in the group's structure, such as struct
                          ///< mlx5_ifc_cmd_hca_cap_bits
};

/// The groups in which capabilities are queried, each a structure of mlx5_ifc.h.
enum class hca_capability_group : std::uint32_t { general = 0, atomic = 3 };

/// The current capabilities of a device (QUERY_HCA_CAP).
class hca_capabilities {
 public:
  /// Queries the device. Throws if the query fails; `call` is the call that needs the capabilities.
  hca_capabilities(const native_context& context, std::string_view call,
                   hca_capability_group group = hca_capability_group::general);

  std::uint32_t value(const hca_capability& of) const noexcept;
  bool has(const hca_capability& what) const noexcept { return value(what) != 0; }

  /// Throws if the device lacks the capability. `for_what` is the feature that needs it; `remedy`
  /// tells what to do without it.
  void require(const hca_capability& what, std::string_view for_what,
               std::string_view remedy) const;

 private:
  std::string device_;
  std::string call_;
  mailbox<4 + 1024> answer_;
};

/// Returns the atomic_mode for the widest atomics that the device can answer, which the kernel uses
/// for its queue pairs too: 0 for none, 1 for the atomics of InfiniBand, n for these and for masked
/// ones of up to 2^n bytes.
std::uint32_t widest_atomic_mode(const native_context& context, std::string_view call);

namespace capability {
inline constexpr hca_capability relaxed_ordering_write{"relaxed_ordering_write", {0x0e8, 1}};
inline constexpr hca_capability relaxed_ordering_read{"relaxed_ordering_read", {0x0e9, 1}};
inline constexpr hca_capability log_max_msg{"log_max_msg", {0x1c3, 5}};
inline constexpr hca_capability atomic{"atomic", {0x21e, 1}};
inline constexpr hca_capability cq_resize{"cq_resize", {0x221, 1}};
inline constexpr hca_capability bf{"bf", {0x260, 1}};
inline constexpr hca_capability log_bf_reg_size{"log_bf_reg_size", {0x26b, 5}};
inline constexpr hca_capability mini_cqe_resp_l3_l4_tag{"mini_cqe_resp_l3_l4_tag", {0x5b9, 1}};
inline constexpr hca_capability mini_cqe_resp_stride_index{"mini_cqe_resp_stride_index",
                                                           {0x5bc, 1}};
inline constexpr hca_capability cqe_compression_128b{"cqe_compression_128b", {0x5be, 1}};
inline constexpr hca_capability cqe_compression{"cqe_compression", {0x5bf, 1}};

/// The bit of enhanced CQE compression: Linux reads the first, DPDK and UCX the second.
inline constexpr hca_capability enhanced_cqe_compression[] = {
    {"enhanced_cqe_compression", {0x5b0, 1}}, {"enhanced_cqe_compression", {0x5bb, 1}}};
}  // namespace capability

}  // namespace verbatim::verbs
