// Generated from specs/management/classes/smp.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/management/mad_hdr.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// A datagram of subnet management that LIDs route. Source: InfiniBand Architecture Specification vol. 1,
/// 14.2.1.1; rdma-core umad_sm.h, struct umad_smp.
struct smp {
  /// Size in bytes.
  static constexpr std::size_t size = 0x100;

  /// The beginning of every datagram.
  static constexpr wire::mailbox_part<smp, management::mad_hdr> hdr{0x000, "hdr"};

  /// M_Key of the port.
  static constexpr wire::mailbox_field<smp, std::uint64_t> mkey{0x0c0, 64, "mkey"};

  /// The attribute.
  static constexpr wire::mailbox_bytes<smp, 64> data{0x200};
};

}  // namespace verbatim::management
