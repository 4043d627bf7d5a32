// Generated from specs/commands/objects/create_sched_elem_in.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/commands/general_obj_in_cmd_hdr.hpp"
#include "verbatim/generated/commands/sched_elem.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The command that makes or changes a scheduling element. Source: rdma-core providers/mlx5/mlx5_ifc.h,
/// struct mlx5_ifc_create_sched_elem_in_bits.
struct create_sched_elem_in {
  /// Size in bytes.
  static constexpr std::size_t size = 0x90;

  /// Beginning of the command.
  static constexpr wire::mailbox_part<create_sched_elem_in, firmware::general_obj_in_cmd_hdr> hdr{
      0x000, "hdr"};

  /// The element.
  static constexpr wire::mailbox_part<create_sched_elem_in, firmware::sched_elem> sched_elem{
      0x080, "sched_elem"};
};

}  // namespace verbatim::firmware
