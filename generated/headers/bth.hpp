// Generated from specs/headers/transport/bth.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::headers {

/// Base transport header: the kind of a packet, its queue pair and its number. Source: InfiniBand
/// Architecture Specification vol. 1, 9.2; Linux drivers/infiniband/sw/rxe/rxe_hdr.h, struct rxe_bth.
struct bth {
  /// Size in bytes.
  static constexpr std::size_t size = 0x0c;

  /// Transport in the upper three bits, and the kind of the packet.
  static constexpr wire::mailbox_field<bth> opcode{0x000, 8, "opcode"};

  /// 1 if the receiver's completion raises a solicited event.
  static constexpr wire::mailbox_field<bth> se{0x008, 1, "se"};

  /// State of the path's migration, 1 for migrated.
  static constexpr wire::mailbox_field<bth> m{0x009, 1, "m"};

  /// Bytes of zero that fill the payload up to a word.
  static constexpr wire::mailbox_field<bth> padcnt{0x00a, 2, "padcnt"};

  /// Version of the transport, 0.
  static constexpr wire::mailbox_field<bth> tver{0x00c, 4, "tver"};

  /// Partition key.
  static constexpr wire::mailbox_field<bth> pkey{0x010, 16, "pkey"};

  /// 1 if the packet met congestion on its way.
  static constexpr wire::mailbox_field<bth> fecn{0x020, 1, "fecn"};

  /// 1 if packets of the other direction met congestion.
  static constexpr wire::mailbox_field<bth> becn{0x021, 1, "becn"};

  /// Always 0. The ICRC covers ones in the place of these bits and of the two before.
  static constexpr wire::mailbox_field<bth> resv6a{0x022, 6, "resv6a"};

  /// Queue pair that the packet is for.
  static constexpr wire::mailbox_field<bth> destqp{0x028, 24, "destqp"};

  /// 1 if the sender asks for an acknowledgement.
  static constexpr wire::mailbox_field<bth> a{0x040, 1, "a"};

  /// Packet sequence number.
  static constexpr wire::mailbox_field<bth> psn{0x048, 24, "psn"};
};

}  // namespace verbatim::headers
