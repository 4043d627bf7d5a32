// Generated from specs/management/subnet/node_description.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// Name of a node, as people have given it. Source: InfiniBand Architecture Specification vol. 1, 14.2.5.2.
struct node_description {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x10;

  /// Size in bytes.
  static constexpr std::size_t size = 0x40;

  /// The name in UTF-8, which zeros fill up.
  static constexpr wire::mailbox_bytes<node_description, 64> node_string{0x000};
};

}  // namespace verbatim::management
