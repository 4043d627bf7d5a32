// Generated from specs/management/classes/smp_dr.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// A datagram of subnet management that names its way. Source: InfiniBand Architecture Specification vol. 1,
/// 14.2.1.2; rdma-core umad_sm.h, struct umad_smp.
struct smp_dr {
  /// Size in bytes.
  static constexpr std::size_t size = 0x100;

  /// Version of management datagrams, 1.
  static constexpr wire::mailbox_field<smp_dr> base_version{0x000, 8, "base_version"};

  /// Class of management.
  static constexpr wire::mailbox_field<smp_dr> mgmt_class{0x008, 8, "mgmt_class"};

  /// Version of the class.
  static constexpr wire::mailbox_field<smp_dr> class_version{0x010, 8, "class_version"};

  /// Kind of request, answer or message.
  static constexpr wire::mailbox_field<smp_dr> method{0x018, 8, "method"};

  /// 1 if the datagram is on its way back.
  static constexpr wire::mailbox_field<smp_dr> d{0x020, 1, "d"};

  /// Status of an answer.
  static constexpr wire::mailbox_field<smp_dr> status{0x021, 15, "status"};

  /// The hop that is the next.
  static constexpr wire::mailbox_field<smp_dr> hop_ptr{0x030, 8, "hop_ptr"};

  /// Hops of the path.
  static constexpr wire::mailbox_field<smp_dr> hop_cnt{0x038, 8, "hop_cnt"};

  /// Number of the transaction.
  static constexpr wire::mailbox_field<smp_dr, std::uint64_t> tid{0x040, 64, "tid"};

  /// Number of the attribute.
  static constexpr wire::mailbox_field<smp_dr> attr_id{0x080, 16, "attr_id"};

  /// Modifier of the attribute, such as the number of a port.
  static constexpr wire::mailbox_field<smp_dr> attr_mod{0x0a0, 32, "attr_mod"};

  /// M_Key of the port.
  static constexpr wire::mailbox_field<smp_dr, std::uint64_t> mkey{0x0c0, 64, "mkey"};

  /// LID where the directed route begins, 0xffff for the sender.
  static constexpr wire::mailbox_field<smp_dr> dr_slid{0x100, 16, "dr_slid"};

  /// LID to which the datagram goes behind the directed route, 0xffff for none.
  static constexpr wire::mailbox_field<smp_dr> dr_dlid{0x110, 16, "dr_dlid"};

  /// The attribute.
  static constexpr wire::mailbox_bytes<smp_dr, 64> data{0x200};

  /// Port of each hop on the way there, from element 1 on.
  static constexpr wire::mailbox_bytes<smp_dr, 64> initial_path{0x400};

  /// Port of each hop on the way back.
  static constexpr wire::mailbox_bytes<smp_dr, 64> return_path{0x600};
};

}  // namespace verbatim::management
