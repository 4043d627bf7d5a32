// Generated from specs/headers/transport/deth.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::headers {

/// Datagram extended transport header: the sender of a datagram, and the key of its receiver. Source:
/// InfiniBand Architecture Specification vol. 1, 9.3.2; rxe_hdr.h, struct rxe_deth.
struct deth {
  /// Size in bytes.
  static constexpr std::size_t size = 0x08;

  /// Q_Key of the receiving queue pair.
  static constexpr wire::mailbox_field<deth> qkey{0x000, 32, "qkey"};

  /// Queue pair that sent the datagram.
  static constexpr wire::mailbox_field<deth> srcqp{0x028, 24, "srcqp"};
};

}  // namespace verbatim::headers
