// Generated from specs/headers/transport/ieth.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::headers {

/// Invalidate extended transport header: the key that a SEND with Invalidate takes away. Source: InfiniBand
/// Architecture Specification vol. 1, 9.3.8; rxe_hdr.h, struct rxe_ieth.
struct ieth {
  /// Size in bytes.
  static constexpr std::size_t size = 0x04;

  /// Key of the receiver's memory.
  static constexpr wire::mailbox_field<ieth> rkey{0x000, 32, "rkey"};
};

}  // namespace verbatim::headers
