// Generated from specs/commands/flows/fte_match_param.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/commands/fte_match_set_lyr_2_4.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The fields of a frame that a flow has, or a mask of them. Source: Linux include/linux/mlx5/mlx5_ifc.h,
/// struct mlx5_ifc_fte_match_param_bits.
struct fte_match_param {
  /// Size in bytes.
  static constexpr std::size_t size = 0x200;

  /// The outer headers.
  static constexpr wire::mailbox_part<fte_match_param, firmware::fte_match_set_lyr_2_4>
      outer_headers{0x000, "outer_headers"};
};

}  // namespace verbatim::firmware
