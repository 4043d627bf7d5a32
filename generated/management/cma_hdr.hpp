// Generated from specs/management/connections/cma_hdr.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// The IP addresses at the beginning of a request's private data, as rdma_cm writes them. Source: InfiniBand
/// Architecture Specification vol. 1, annex A11; Linux drivers/infiniband/core/cma.c, struct cma_hdr.
struct cma_hdr {
  /// Size in bytes.
  static constexpr std::size_t size = 0x24;

  /// Version, 0.
  static constexpr wire::mailbox_field<cma_hdr> cma_version{0x000, 8, "cma_version"};

  /// 4 or 6.
  static constexpr wire::mailbox_field<cma_hdr> ip_version{0x008, 4, "ip_version"};

  /// Port of the sender.
  static constexpr wire::mailbox_field<cma_hdr> port{0x010, 16, "port"};

  /// Address of the sender, that of IPv4 at the end.
  static constexpr wire::mailbox_bytes<cma_hdr, 16> src_addr{0x020};

  /// Address of the receiver, likewise.
  static constexpr wire::mailbox_bytes<cma_hdr, 16> dst_addr{0x0a0};
};

}  // namespace verbatim::management
