// Generated from specs/management/classes/mad_hdr.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// The beginning of every management datagram. Source: InfiniBand Architecture Specification vol. 1, 13.4.3;
/// rdma-core umad_types.h, struct umad_hdr.
struct mad_hdr {
  /// Size in bytes.
  static constexpr std::size_t size = 0x18;

  /// Version of management datagrams, 1.
  static constexpr wire::mailbox_field<mad_hdr> base_version{0x000, 8, "base_version"};

  /// Class of management.
  static constexpr wire::mailbox_field<mad_hdr> mgmt_class{0x008, 8, "mgmt_class"};

  /// Version of the class.
  static constexpr wire::mailbox_field<mad_hdr> class_version{0x010, 8, "class_version"};

  /// Kind of request, answer or message.
  static constexpr wire::mailbox_field<mad_hdr> method{0x018, 8, "method"};

  /// Status of an answer.
  static constexpr wire::mailbox_field<mad_hdr> status{0x020, 16, "status"};

  /// Bits that each class uses in its own way.
  static constexpr wire::mailbox_field<mad_hdr> class_specific{0x030, 16, "class_specific"};

  /// Number of the transaction.
  static constexpr wire::mailbox_field<mad_hdr, std::uint64_t> tid{0x040, 64, "tid"};

  /// Number of the attribute.
  static constexpr wire::mailbox_field<mad_hdr> attr_id{0x080, 16, "attr_id"};

  /// Modifier of the attribute, such as the number of a port.
  static constexpr wire::mailbox_field<mad_hdr> attr_mod{0x0a0, 32, "attr_mod"};
};

}  // namespace verbatim::management
