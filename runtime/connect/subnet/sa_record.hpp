// Records of the subnet administrator: the positions of their components, and the component mask of
// requests.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

#include "verbatim/verbs/values/gid.hpp"
#include "verbatim/verbs/values/link_values.hpp"
#include "verbatim/verbs/values/timers.hpp"

namespace verbatim::detail {

/// A component of a record, as in the specification's tables.
struct sa_component {
  std::uint8_t number;  ///< bit number in the component mask
  std::uint8_t at;      ///< offset in bytes of its big-endian word
  std::uint8_t size;    ///< size of that word in bytes; more than 8 for a GID, a key or a text
  std::uint8_t msb = static_cast<std::uint8_t>(size * 8 - 1);  ///< the highest bit in the word
  std::uint8_t lsb = 0;                                        ///< the lowest bit in the word

  constexpr std::uint64_t mask() const noexcept {
    return ~std::uint64_t{0} >> (63 - msb + lsb) << lsb;
  }
};

// These functions return a value in the encoding of components.
constexpr std::uint64_t encoded(std::unsigned_integral auto value) noexcept { return value; }
constexpr std::uint64_t encoded(lid value) noexcept { return value.value(); }
constexpr std::uint64_t encoded(pkey value) noexcept { return value.value(); }
constexpr std::uint64_t encoded(rate value) noexcept { return value.encoding(); }
constexpr std::uint64_t encoded(packet_life_time value) noexcept { return value.encoding(); }
inline std::uint64_t encoded(mtu value) noexcept { return value.encoding(); }
inline std::span<const std::byte> encoded(const gid& value) noexcept {
  return std::as_bytes(std::span(value.bytes));
}

/// A record on the wire, and the component mask of a request with it.
template <std::size_t record_size>
struct sa_record {
  static constexpr std::size_t size = record_size;

  std::array<std::byte, size> bytes{};
  std::uint64_t component_mask = 0;

  /// Sets the component to `value`, and sets its bit in the mask. Drops bits that do not fit.
  void ask(sa_component component, std::uint64_t value) noexcept {
    auto word = value << component.lsb & component.mask();
    for (std::size_t i = component.size; i-- != 0; word >>= 8) {
      bytes[component.at + i] |= static_cast<std::byte>(word);
    }
    component_mask |= std::uint64_t{1} << component.number;
  }

  /// Does the same with bytes. Missing bytes are 0.
  void ask(sa_component component, std::span<const std::byte> value) noexcept {
    const auto length = std::min<std::size_t>(value.size(), component.size);
    std::copy_n(value.begin(), length, bytes.begin() + component.at);
    component_mask |= std::uint64_t{1} << component.number;
  }

  /// Does the same if `value` is set.
  template <class Value>
  void ask(sa_component component, const std::optional<Value>& value) noexcept {
    if (value) ask(component, encoded(*value));
  }
};

/// Returns the component of a record on the wire.
template <std::unsigned_integral Value>
Value component_of(std::span<const std::byte> record, sa_component component) noexcept {
  std::uint64_t word = 0;
  for (const auto byte : record.subspan(component.at, component.size)) {
    word = word << 8 | std::to_integer<std::uint64_t>(byte);
  }
  return static_cast<Value>((word & component.mask()) >> component.lsb);
}

/// Returns the bytes of a component.
template <std::size_t size, class Byte = std::byte>
std::array<Byte, size> bytes_of(std::span<const std::byte> record,
                                sa_component component) noexcept {
  std::array<Byte, size> bytes;
  std::memcpy(bytes.data(), record.data() + component.at, size);
  return bytes;
}
inline gid gid_of(std::span<const std::byte> record, sa_component component) noexcept {
  return {bytes_of<16, std::uint8_t>(record, component)};
}

}  // namespace verbatim::detail
