// Generated from specs/management/subnet/mlnx_ext_port_info.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_MLNX_EXT_PORT_INFO_H
#define VERBATIM_C_MANAGEMENT_MLNX_EXT_PORT_INFO_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The vendor's extension of PortInfo: the speed FDR10. A pointer to it needs no alignment; all 16 bytes must
/// be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, no section; rdma-core umad_sm.h,
/// UMAD_SM_ATTR_MLNX_EXT_PORT_INFO; libibmad fields.c.
enum { VERBATIM_MLNX_EXT_PORT_INFO_SIZE = 16 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_MLNX_EXT_PORT_INFO_ATTRIBUTE = 0xff90 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_mlnx_ext_port_info_init(void *datagram) { memset(datagram, 0, 16); }

/// Mask that the vendor defines. (bit 0x018, 8 bits)
static inline uint32_t verbatim_mlnx_ext_port_info_state_change_enable(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_mlnx_ext_port_info_set_state_change_enable(void *datagram,
                                                                       uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 7, 0);
}

/// 1 if the port supports FDR10. (bit 0x038, 8 bits)
static inline uint32_t verbatim_mlnx_ext_port_info_link_speed_supported(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x04), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_mlnx_ext_port_info_set_link_speed_supported(void *datagram,
                                                                        uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x04, value, 7, 0);
}

/// 1 if FDR10 may be used. (bit 0x058, 8 bits)
static inline uint32_t verbatim_mlnx_ext_port_info_link_speed_enabled(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x08), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_mlnx_ext_port_info_set_link_speed_enabled(void *datagram,
                                                                      uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x08, value, 7, 0);
}

/// 1 if FDR10 is in use. (bit 0x078, 8 bits)
static inline uint32_t verbatim_mlnx_ext_port_info_link_speed_active(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x0c), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_mlnx_ext_port_info_set_link_speed_active(void *datagram,
                                                                     uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x0c, value, 7, 0);
}

#ifdef __cplusplus
}
#endif

#endif
