// Generated from specs/headers/network/erf.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::headers {

/// The header in front of each packet of a capture of InfiniBand. Source: Endace, ERF types reference;
/// Wireshark wiretap/erf.c, struct erf_header.
struct erf {
  /// Size in bytes.
  static constexpr std::size_t size = 0x10;

  /// Seconds with 32 bits behind the point, the lowest byte first.
  static constexpr wire::mailbox_field<erf, std::uint64_t> ts{0x000, 64, "ts"};

  /// Kind of the record, 21 for InfiniBand.
  static constexpr wire::mailbox_field<erf> type{0x040, 8, "type"};

  /// Flags.
  static constexpr wire::mailbox_field<erf> flags{0x048, 8, "flags"};

  /// Bytes of the record, with this header.
  static constexpr wire::mailbox_field<erf> rlen{0x050, 16, "rlen"};

  /// Packets that were lost.
  static constexpr wire::mailbox_field<erf> lctr{0x060, 16, "lctr"};

  /// Bytes of the packet.
  static constexpr wire::mailbox_field<erf> wlen{0x070, 16, "wlen"};
};

}  // namespace verbatim::headers
