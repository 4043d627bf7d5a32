// Generated from specs/management/classes/class_port_info.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// The way in which a class is managed at a port. Source: InfiniBand Architecture Specification vol. 1,
/// 13.4.8.1; Linux include/rdma/ib_mad.h, struct ib_class_port_info.
struct class_port_info {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x01;

  /// Size in bytes.
  static constexpr std::size_t size = 0x48;

  /// Version of management datagrams, 1.
  static constexpr wire::mailbox_field<class_port_info> base_version{0x000, 8, "base_version"};

  /// Version of the class.
  static constexpr wire::mailbox_field<class_port_info> class_version{0x008, 8, "class_version"};

  /// Capabilities of the class, a bit each.
  static constexpr wire::mailbox_field<class_port_info> capability_mask{0x010, 16,
                                                                        "capability_mask"};

  /// More of them.
  static constexpr wire::mailbox_field<class_port_info> capability_mask2{0x020, 27,
                                                                         "capability_mask2"};

  /// Time in which an answer comes, as an exponent.
  static constexpr wire::mailbox_field<class_port_info> resp_time_value{0x03b, 5,
                                                                        "resp_time_value"};

  /// GID to which requests are redirected.
  static constexpr wire::mailbox_bytes<class_port_info, 16> redirect_gid{0x040};

  /// Traffic class there.
  static constexpr wire::mailbox_field<class_port_info> redirect_tc{0x0c0, 8, "redirect_tc"};

  /// Service level there.
  static constexpr wire::mailbox_field<class_port_info> redirect_sl{0x0c8, 4, "redirect_sl"};

  /// Flow label there.
  static constexpr wire::mailbox_field<class_port_info> redirect_fl{0x0cc, 20, "redirect_fl"};

  /// LID there, or 0 for no redirection.
  static constexpr wire::mailbox_field<class_port_info> redirect_lid{0x0e0, 16, "redirect_lid"};

  /// Partition key there.
  static constexpr wire::mailbox_field<class_port_info> redirect_pkey{0x0f0, 16, "redirect_pkey"};

  /// Queue pair there.
  static constexpr wire::mailbox_field<class_port_info> redirect_qp{0x108, 24, "redirect_qp"};

  /// Q_Key there.
  static constexpr wire::mailbox_field<class_port_info> redirect_qkey{0x120, 32, "redirect_qkey"};

  /// GID to which traps go.
  static constexpr wire::mailbox_bytes<class_port_info, 16> trap_gid{0x140};

  /// Traffic class there.
  static constexpr wire::mailbox_field<class_port_info> trap_tc{0x1c0, 8, "trap_tc"};

  /// Service level there.
  static constexpr wire::mailbox_field<class_port_info> trap_sl{0x1c8, 4, "trap_sl"};

  /// Flow label there.
  static constexpr wire::mailbox_field<class_port_info> trap_fl{0x1cc, 20, "trap_fl"};

  /// LID there.
  static constexpr wire::mailbox_field<class_port_info> trap_lid{0x1e0, 16, "trap_lid"};

  /// Partition key there.
  static constexpr wire::mailbox_field<class_port_info> trap_pkey{0x1f0, 16, "trap_pkey"};

  /// Hop limit there.
  static constexpr wire::mailbox_field<class_port_info> trap_hl{0x200, 8, "trap_hl"};

  /// Queue pair there.
  static constexpr wire::mailbox_field<class_port_info> trap_qp{0x208, 24, "trap_qp"};

  /// Q_Key there.
  static constexpr wire::mailbox_field<class_port_info> trap_qkey{0x220, 32, "trap_qkey"};
};

}  // namespace verbatim::management
