// Generated from specs/headers/network/tcp.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::headers {

/// TCP header without options. Source: RFC 9293, 3.1; Linux include/uapi/linux/tcp.h, struct tcphdr.
struct tcp {
  /// Size in bytes.
  static constexpr std::size_t size = 0x14;

  /// Port of the source.
  static constexpr wire::mailbox_field<tcp> source{0x000, 16, "source"};

  /// Port of the destination.
  static constexpr wire::mailbox_field<tcp> dest{0x010, 16, "dest"};

  /// Number of the first byte.
  static constexpr wire::mailbox_field<tcp> seq{0x020, 32, "seq"};

  /// Number of the byte that is expected next.
  static constexpr wire::mailbox_field<tcp> ack_seq{0x040, 32, "ack_seq"};

  /// Length of the header in words of four bytes.
  static constexpr wire::mailbox_field<tcp> doff{0x060, 4, "doff"};

  /// 1 if the sender has slowed down.
  static constexpr wire::mailbox_field<tcp> cwr{0x068, 1, "cwr"};

  /// 1 if packets met congestion on their way.
  static constexpr wire::mailbox_field<tcp> ece{0x069, 1, "ece"};

  /// 1 if the urgent pointer counts.
  static constexpr wire::mailbox_field<tcp> urg{0x06a, 1, "urg"};

  /// 1 if the acknowledgement counts.
  static constexpr wire::mailbox_field<tcp> ack{0x06b, 1, "ack"};

  /// 1 if the receiver should hand the data over.
  static constexpr wire::mailbox_field<tcp> psh{0x06c, 1, "psh"};

  /// 1 if the connection is reset.
  static constexpr wire::mailbox_field<tcp> rst{0x06d, 1, "rst"};

  /// 1 if the connection begins.
  static constexpr wire::mailbox_field<tcp> syn{0x06e, 1, "syn"};

  /// 1 if the sender has no more data.
  static constexpr wire::mailbox_field<tcp> fin{0x06f, 1, "fin"};

  /// Bytes that the sender can take.
  static constexpr wire::mailbox_field<tcp> window{0x070, 16, "window"};

  /// Checksum.
  static constexpr wire::mailbox_field<tcp> check{0x080, 16, "check"};

  /// End of the urgent data.
  static constexpr wire::mailbox_field<tcp> urg_ptr{0x090, 16, "urg_ptr"};
};

}  // namespace verbatim::headers
