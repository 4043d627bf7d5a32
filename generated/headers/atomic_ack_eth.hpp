// Generated from specs/headers/transport/atomic_ack_eth.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::headers {

/// Atomic acknowledge extended transport header: the value before an atomic operation. Source: InfiniBand
/// Architecture Specification vol. 1, 9.3.6; rxe_hdr.h, struct rxe_atmack.
struct atomic_ack_eth {
  /// Size in bytes.
  static constexpr std::size_t size = 0x08;

  /// Value that the memory had before.
  static constexpr wire::mailbox_field<atomic_ack_eth, std::uint64_t> orig{0x000, 64, "orig"};
};

}  // namespace verbatim::headers
