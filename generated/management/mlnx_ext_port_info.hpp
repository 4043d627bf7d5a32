// Generated from specs/management/subnet/mlnx_ext_port_info.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// The vendor's extension of PortInfo: the speed FDR10. Source: InfiniBand Architecture Specification vol. 1,
/// no section; rdma-core umad_sm.h, UMAD_SM_ATTR_MLNX_EXT_PORT_INFO; libibmad fields.c.
struct mlnx_ext_port_info {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0xff90;

  /// Size in bytes.
  static constexpr std::size_t size = 0x10;

  /// Mask that the vendor defines.
  static constexpr wire::mailbox_field<mlnx_ext_port_info> state_change_enable{
      0x018, 8, "state_change_enable"};

  /// 1 if the port supports FDR10.
  static constexpr wire::mailbox_field<mlnx_ext_port_info> link_speed_supported{
      0x038, 8, "link_speed_supported"};

  /// 1 if FDR10 may be used.
  static constexpr wire::mailbox_field<mlnx_ext_port_info> link_speed_enabled{0x058, 8,
                                                                              "link_speed_enabled"};

  /// 1 if FDR10 is in use.
  static constexpr wire::mailbox_field<mlnx_ext_port_info> link_speed_active{0x078, 8,
                                                                             "link_speed_active"};
};

}  // namespace verbatim::management
