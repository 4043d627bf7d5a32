// Generated from specs/commands/objects/create_av_qp_mapping_in.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/commands/av_qp_mapping.hpp"
#include "verbatim/generated/commands/general_obj_in_cmd_hdr.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The command that maps an address vector to a queue pair. Source: rdma-core providers/mlx5/mlx5_ifc.h,
/// struct mlx5_ifc_create_av_qp_mapping_in_bits.
struct create_av_qp_mapping_in {
  /// Size in bytes.
  static constexpr std::size_t size = 0x50;

  /// Beginning of the command.
  static constexpr wire::mailbox_part<create_av_qp_mapping_in, firmware::general_obj_in_cmd_hdr>
      hdr{0x000, "hdr"};

  /// The mapping.
  static constexpr wire::mailbox_part<create_av_qp_mapping_in, firmware::av_qp_mapping> mapping{
      0x080, "mapping"};
};

}  // namespace verbatim::firmware
