// Generated from specs/commands/flows/traffic_counter.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_TRAFFIC_COUNTER_H
#define VERBATIM_C_COMMANDS_TRAFFIC_COUNTER_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The value of a flow counter. A pointer to it needs no alignment; all 16 bytes must be there.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_traffic_counter_bits.
enum { VERBATIM_TRAFFIC_COUNTER_SIZE = 16 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_traffic_counter_init(void *structure) { memset(structure, 0, 16); }

/// Number of frames. (bit 0x000, 64 bits)
static inline uint64_t verbatim_traffic_counter_packets(const void *structure) {
  return verbatim_load64((const uint8_t *)structure + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_traffic_counter_set_packets(void *structure, uint64_t value) {
  verbatim_store64((uint8_t *)structure + 0x00, value);
}

/// Number of their bytes. (bit 0x040, 64 bits)
static inline uint64_t verbatim_traffic_counter_octets(const void *structure) {
  return verbatim_load64((const uint8_t *)structure + 0x08);
}

/// Sets it, and no other bit.
static inline void verbatim_traffic_counter_set_octets(void *structure, uint64_t value) {
  verbatim_store64((uint8_t *)structure + 0x08, value);
}

#ifdef __cplusplus
}
#endif

#endif
