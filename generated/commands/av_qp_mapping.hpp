// Generated from specs/commands/objects/av_qp_mapping.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// An address vector that is mapped to a queue pair. Source: rdma-core providers/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_av_qp_mapping_bits.
struct av_qp_mapping {
  /// Size in bytes.
  static constexpr std::size_t size = 0x40;

  /// The queue pair.
  static constexpr wire::mailbox_field<av_qp_mapping> qpn{0x060, 32, "qpn"};
};

}  // namespace verbatim::firmware
