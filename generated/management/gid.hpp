// Generated from specs/management/classes/gid.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// A GID. Source: InfiniBand Architecture Specification vol. 1, 4.1.1; Linux include/rdma/ib_verbs.h, union
/// ib_gid.
struct gid {
  /// Size in bytes.
  static constexpr std::size_t size = 0x10;

  /// The subnet.
  static constexpr wire::mailbox_field<gid, std::uint64_t> subnet_prefix{0x000, 64,
                                                                         "subnet_prefix"};

  /// The port in it.
  static constexpr wire::mailbox_field<gid, std::uint64_t> interface_id{0x040, 64, "interface_id"};
};

}  // namespace verbatim::management
