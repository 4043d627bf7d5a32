// Generated from specs/headers/network/link_local.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::headers {

/// IPv6 address or GID that is valid on one link. Source: RFC 4291, 2.5.6; InfiniBand Architecture
/// Specification vol. 1, 4.1.1.
struct link_local {
  /// Size in bytes.
  static constexpr std::size_t size = 0x10;

  /// Always 0x3fa.
  static constexpr wire::mailbox_field<link_local> prefix{0x000, 10, "prefix"};

  /// The interface on the link.
  static constexpr wire::mailbox_field<link_local, std::uint64_t> interface_id{0x040, 64,
                                                                               "interface_id"};
};

}  // namespace verbatim::headers
