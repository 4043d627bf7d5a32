// Numbers of InfiniBand links as types that print themselves: GUIDs, LIDs, P_Keys, MTUs and rates.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim {

/// A GUID, which identifies a device or a port permanently: 64 bits, in host order here; 0 means
/// none.
class guid {
 public:
  constexpr guid() noexcept = default;
  constexpr guid(std::uint64_t value) noexcept : value_(value) {}

  /// Returns the 64 bits in host order.
  constexpr std::uint64_t value() const noexcept { return value_; }
  constexpr auto operator<=>(const guid&) const noexcept = default;

 private:
  std::uint64_t value_ = 0;
};

/// Returns the GUID in the form of sysfs: `0002:c903:005e:1a00`.
std::string to_string(guid guid);
inline std::ostream& operator<<(std::ostream& out, guid value) { return out << to_string(value); }

/// Parses a GUID in that form, or as `0x0002c903005e1a00` with all digits. Returns nothing if
/// `text` is neither.
std::optional<guid> parse_guid(std::string_view text);

/// A LID, the local address within an InfiniBand subnet: 16 bits. 0 means none; LIDs from 0xc000 on
/// are multicast.
class lid {
 public:
  constexpr lid() noexcept = default;
  constexpr lid(std::uint16_t value) noexcept : value_(value) {}

  /// Returns the 16 bits in host order.
  constexpr std::uint16_t value() const noexcept { return value_; }

  /// Returns true for the LID of a port.
  constexpr bool is_unicast() const noexcept { return value_ != 0 && value_ < 0xc000; }
  constexpr auto operator<=>(const lid&) const noexcept = default;

 private:
  std::uint16_t value_ = 0;
};

/// Returns text such as `4`, or `0xc001` for a multicast LID.
std::string to_string(lid lid);
inline std::ostream& operator<<(std::ostream& out, lid value) { return out << to_string(value); }

/// A partition key, 16 bits: the partition's number, and in the top bit 1 for a full member.
class pkey {
 public:
  constexpr pkey() noexcept = default;
  constexpr pkey(std::uint16_t value) noexcept : value_(value) {}

  /// Returns the 16 bits in host order.
  constexpr std::uint16_t value() const noexcept { return value_; }

  /// Returns the number of the partition, the lower 15 bits.
  constexpr std::uint16_t partition() const noexcept { return value_ & 0x7fff; }

  /// Returns true for a full member, false for a limited one.
  constexpr bool is_full_member() const noexcept { return (value_ & 0x8000) != 0; }

  /// Returns true for an unused entry of the table.
  constexpr bool is_zero() const noexcept { return partition() == 0; }
  constexpr auto operator<=>(const pkey&) const noexcept = default;

 private:
  std::uint16_t value_ = 0xffff;  // the default partition, which every subnet has
};

/// Returns text such as `0xffff`.
std::string to_string(pkey pkey);
inline std::ostream& operator<<(std::ostream& out, pkey value) { return out << to_string(value); }

/// Returns the index of the P_Key in a port's table. If it is not there, returns the index of its
/// partition with the other kind of membership; nothing if neither is there.
std::optional<std::uint16_t> index_of(std::span<const pkey> table, pkey wanted) noexcept;

/// Returns text such as `not in partition 0x8001; its P_Keys are 0xffff`, for a port with this
/// table.
std::string not_in_partition(pkey wanted, std::span<const pkey> table);

/// An MTU, the longest payload of a packet, in bytes.
class mtu {
 public:
  constexpr mtu(std::uint16_t bytes) noexcept : bytes_(bytes) {}

  /// Returns the number of bytes.
  constexpr std::uint16_t bytes() const noexcept { return bytes_; }

  /// Returns true for the sizes that a link can have: 256, 512, 1024, 2048 and 4096.
  constexpr bool is_valid() const noexcept {
    return bytes_ >= 256 && bytes_ <= 4096 && (bytes_ & (bytes_ - 1)) == 0;
  }

  /// Returns the encoding of ibv_mtu and PathRecords, 1 to 5; 0 if the MTU is not valid.
  std::uint8_t encoding() const noexcept;
  /// Returns the MTU of an encoding; 0 bytes for any other value.
  static mtu of_encoding(std::uint8_t encoding) noexcept;

  constexpr auto operator<=>(const mtu&) const noexcept = default;

 private:
  std::uint16_t bytes_;
};

/// Returns text such as `4096 bytes`.
std::string to_string(mtu mtu);
inline std::ostream& operator<<(std::ostream& out, mtu value) { return out << to_string(value); }

/// The highest rate of packets, in the 6-bit encoding of ibv_rate, static_rate and PathRecords. 0
/// means the full speed of the port.
class rate {
 public:
  constexpr rate() noexcept = default;
  constexpr explicit rate(std::uint8_t encoding) noexcept : encoding_(encoding) {}

  /// Returns the fastest rate that is not faster than the link. The arguments are the number of
  /// lanes and the speed, in the encodings of ibv_port_attr's active_width and active_speed. If one
  /// of them is unknown, the rate is 0: the full speed of the port.
  static rate of_link(std::uint8_t active_width, std::uint32_t active_speed) noexcept;

  /// Returns the encoding, 6 bits.
  constexpr std::uint8_t encoding() const noexcept { return encoding_; }

  /// Returns the nominal rate in Mb/s, 2500 to 1200000; 0 for the full speed of the port, and for
  /// an unknown encoding.
  std::uint32_t megabits_per_second() const noexcept;

  constexpr bool operator==(const rate&) const noexcept = default;

 private:
  std::uint8_t encoding_ = 0;
};

/// Returns true if `a` is slower than `b`.
bool is_slower(rate a, rate b) noexcept;

/// Returns text such as `100 Gb/s`, `2.5 Gb/s`, `as fast as the port can`.
std::string to_string(rate rate);
inline std::ostream& operator<<(std::ostream& out, rate value) { return out << to_string(value); }

}  // namespace verbatim
