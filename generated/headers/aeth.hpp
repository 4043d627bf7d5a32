// Generated from specs/headers/transport/aeth.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::headers {

/// Acknowledge extended transport header: how far the responder is, and what was wrong. Source: InfiniBand
/// Architecture Specification vol. 1, 9.3.4 and 9.7.5.2.1; rxe_hdr.h, struct rxe_aeth.
struct aeth {
  /// Size in bytes.
  static constexpr std::size_t size = 0x04;

  /// 0x00 to 0x1f ACK with credits, 0x20 to 0x3f RNR NAK with the timer, 0x60 to 0x7f NAK with the reason.
  static constexpr wire::mailbox_field<aeth> syndrome{0x000, 8, "syndrome"};

  /// Number of messages that are done.
  static constexpr wire::mailbox_field<aeth> msn{0x008, 24, "msn"};
};

}  // namespace verbatim::headers
