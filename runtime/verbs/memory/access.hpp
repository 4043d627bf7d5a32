// Access rights to memory regions and queue pairs.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim {

/// Access rights to a memory region or queue pair. The values are those of ibv_access_flags. A
/// program may always read its own memory.
enum class access : std::uint32_t {
  none = 0,                     ///< the device only reads, for this process
  local_write = 1u << 0,        ///< the device writes: receives, and results of READs and atomics
  remote_write = 1u << 1,       ///< needs local_write
  remote_read = 1u << 2,        ///< peers read
  remote_atomic = 1u << 3,      ///< needs local_write
  mw_bind = 1u << 4,            ///< memory windows may be bound to the region
  on_demand = 1u << 6,          ///< pages may be absent: the device requests them on demand
  relaxed_ordering = 1u << 20,  ///< later writes may overtake earlier ones; faster if PCI allows it
};

constexpr access operator|(access a, access b) noexcept {
  return static_cast<access>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}
constexpr access operator&(access a, access b) noexcept {
  return static_cast<access>(static_cast<std::uint32_t>(a) & static_cast<std::uint32_t>(b));
}
constexpr access& operator|=(access& a, access b) noexcept { return a = a | b; }

/// Returns true if `given` includes all rights of `wanted`.
constexpr bool allows(access given, access wanted) noexcept { return (given & wanted) == wanted; }

/// Returns text such as `local_write | remote_read`, or `none`.
std::string to_string(access access);
inline std::ostream& operator<<(std::ostream& out, access value) { return out << to_string(value); }

}  // namespace verbatim
