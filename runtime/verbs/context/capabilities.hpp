// The capabilities of a device besides queue pairs and their limits.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim {

namespace verbs {

/// The scope in which a device's atomics are atomic. The values are those of ibv_atomic_cap.
enum class atomic_scope : std::uint8_t {
  none,    ///< the device has no atomics
  device,  ///< with other atomics of the same device
  global,  ///< with the CPUs and other devices, too
};
/// Returns `none`, `device` or `global`.
std::string_view name(atomic_scope scope) noexcept;
inline std::ostream& operator<<(std::ostream& out, atomic_scope value) {
  return out << name(value);
}

/// The operations of a transport that may access absent pages with on-demand paging. The values are
/// those of ibv_odp_transport_cap_bits.
enum class odp_operations : std::uint8_t {
  none = 0,
  send = 1u << 0,
  recv = 1u << 1,
  write = 1u << 2,
  read = 1u << 3,
  atomic = 1u << 4,
  srq_recv = 1u << 5,  ///< receives of shared receive queues
};
constexpr odp_operations operator|(odp_operations a, odp_operations b) noexcept {
  return static_cast<odp_operations>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}

/// Returns true if `given` includes all of `wanted`.
constexpr bool allows(odp_operations given, odp_operations wanted) noexcept {
  return (static_cast<unsigned>(given) & static_cast<unsigned>(wanted)) ==
         static_cast<unsigned>(wanted);
}

/// Returns text such as `send | srq_recv`, or `none`.
std::string to_string(odp_operations operations);
inline std::ostream& operator<<(std::ostream& out, odp_operations value) {
  return out << to_string(value);
}

}  // namespace verbs

/// The capabilities that a device reports, with the names of ibv_device_attr_ex. Fields are 0 and
/// false if the kernel or the provider is too old to report them.
struct capabilities {
  using atomic_scope = verbs::atomic_scope;
  using odp_operations = verbs::odp_operations;

  std::string firmware = {};                  ///< firmware version; "" if there is none
  std::uint32_t vendor_id = 0;                ///< an IEEE OUI; 0x2c9 is Mellanox
  std::uint32_t vendor_part_id = 0;           ///< the PCI device number: 4123 is a ConnectX-6
  std::uint64_t max_mr_size = 0;              ///< bytes of one memory region
  std::uint32_t max_mr = 0;                   ///< memory regions
  std::uint32_t max_mw = 0;                   ///< memory windows
  std::uint32_t max_pd = 0;                   ///< protection domains
  std::uint32_t max_qp = 0;                   ///< queue pairs
  std::uint32_t max_cq = 0;                   ///< completion queues
  std::uint32_t max_srq = 0;                  ///< shared receive queues
  std::uint32_t max_srq_wr = 0;               ///< receives of one SRQ
  std::uint32_t max_srq_sge = 0;              ///< SGEs of one receive of an SRQ
  std::uint32_t max_ah = 0;                   ///< address handles
  std::uint32_t max_mcast_grp = 0;            ///< multicast groups
  std::uint64_t max_dm_size = 0;              ///< bytes of device memory; 0: it has none
  std::uint32_t max_tags = 0;                 ///< tags of one tag-matching SRQ; 0: it has none
  std::uint64_t clock_khz = 0;                ///< clock of CQE timestamps; 0: it has none
  atomic_scope atomics = atomic_scope::none;  ///< scope of 8-byte atomics
  bool memory_window_type_1 = false;          ///< windows that ibv_bind_mw binds
  bool memory_window_type_2 = false;          ///< 2A or 2B: windows that a WQE binds
  bool xrc = false;                           ///< queue pairs of type XRC
  bool on_demand_paging = false;              ///< memory regions with absent pages
  bool implicit_on_demand_paging = false;     ///< such regions for all memory: mr::implicit()
  verbs::odp_operations odp_rc =
      verbs::odp_operations::none;                ///< operations on absent pages on RC queue pairs
  odp_operations odp_uc = odp_operations::none;   ///< the same for UC
  odp_operations odp_ud = odp_operations::none;   ///< the same for UD
  odp_operations odp_xrc = odp_operations::none;  ///< the same for XRC
  verbs::odp_operations odp_dc =
      verbs::odp_operations::none;    ///< the same for DC (mlx5 devices only)
  bool raw_packet_checksums = false;  ///< raw packet checksums are computed and checked
  bool devx = false;  ///< the firmware takes commands from programs (mlx5 devices only)
};

/// Returns text such as `firmware=20.35.1012 vendor_id=0x2c9 …`.
std::string to_string(const capabilities& capabilities);
inline std::ostream& operator<<(std::ostream& out, const capabilities& value) {
  return out << to_string(value);
}

}  // namespace verbatim
