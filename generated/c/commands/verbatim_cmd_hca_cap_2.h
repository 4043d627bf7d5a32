// Generated from specs/commands/capabilities/cmd_hca_cap_2.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_CMD_HCA_CAP_2_H
#define VERBATIM_C_COMMANDS_CMD_HCA_CAP_2_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// More general capabilities, group 0x20. A pointer to it needs no alignment; all 256 bytes must be there.
///
/// Source: UCX src/uct/ib/mlx5/dv/ib_mlx5_ifc.h, struct uct_ib_mlx5_cmd_hca_cap_2_bits.
enum { VERBATIM_CMD_HCA_CAP_2_SIZE = 256 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_cmd_hca_cap_2_init(void *structure) { memset(structure, 0, 256); }

/// Fewest queue pair numbers that are reserved at once, as the exponent of a power of two. (bit 0x093, 5
/// bits)
static inline uint32_t verbatim_cmd_hca_cap_2_log_reserved_qpn_granularity(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x10), 12, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_2_set_log_reserved_qpn_granularity(void *structure,
                                                                           uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x10, value, 12, 8);
}

#ifdef __cplusplus
}
#endif

#endif
