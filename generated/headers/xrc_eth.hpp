// Generated from specs/headers/transport/xrc_eth.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::headers {

/// XRC extended transport header: the shared receive queue of a request. Source: InfiniBand Architecture
/// Specification vol. 1, annex A14.
struct xrc_eth {
  /// Size in bytes.
  static constexpr std::size_t size = 0x04;

  /// Number of the shared receive queue.
  static constexpr wire::mailbox_field<xrc_eth> xrcsrq{0x008, 24, "xrcsrq"};
};

}  // namespace verbatim::headers
