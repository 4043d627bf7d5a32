// Numbers of InfiniBand links as types that print themselves: GUIDs, LIDs, P_Keys, MTUs and rates.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

namespace verbatim {

/// What identifies a device or a port for ever: 64 bits, in host order here; 0 is none.
class guid {
 public:
  constexpr guid() noexcept = default;
  constexpr guid(std::uint64_t value) noexcept : value_(value) {}
  constexpr std::uint64_t value() const noexcept { return value_; }
  constexpr auto operator<=>(const guid&) const noexcept = default;

 private:
  std::uint64_t value_ = 0;
};

/// `0002:c903:005e:1a00`, as sysfs writes it.
std::string to_string(guid guid);
inline std::ostream& operator<<(std::ostream& out, guid value) { return out << to_string(value); }

/// The GUID that `text` writes so, or as `0x0002c903005e1a00` with all its digits; none if it is neither.
std::optional<guid> parse_guid(std::string_view text);

/// A local address within an InfiniBand subnet, 16 bits; 0 is none, from 0xc000 on they are multicast.
class lid {
 public:
  constexpr lid() noexcept = default;
  constexpr lid(std::uint16_t value) noexcept : value_(value) {}
  constexpr std::uint16_t value() const noexcept { return value_; }
  constexpr bool is_unicast() const noexcept { return value_ != 0 && value_ < 0xc000; }
  constexpr auto operator<=>(const lid&) const noexcept = default;

 private:
  std::uint16_t value_ = 0;
};

/// `4`, and multicast as `0xc001`.
std::string to_string(lid lid);
inline std::ostream& operator<<(std::ostream& out, lid value) { return out << to_string(value); }

/// A partition key, 16 bits: the partition's number, and above it whether its holder is a full member.
class pkey {
 public:
  constexpr pkey() noexcept = default;
  constexpr pkey(std::uint16_t value) noexcept : value_(value) {}
  constexpr std::uint16_t value() const noexcept { return value_; }
  constexpr std::uint16_t partition() const noexcept { return value_ & 0x7fff; }
  constexpr bool is_full_member() const noexcept { return (value_ & 0x8000) != 0; }

  /// True of an entry of the table that is not used.
  constexpr bool is_zero() const noexcept { return partition() == 0; }
  constexpr auto operator<=>(const pkey&) const noexcept = default;

 private:
  std::uint16_t value_ = 0xffff;  // the default partition, which every subnet has
};

/// `0xffff`.
std::string to_string(pkey pkey);
inline std::ostream& operator<<(std::ostream& out, pkey value) { return out << to_string(value); }

/// Where the P_Key is in a port's table, or else its partition with the other kind of membership.
std::optional<std::uint16_t> index_of(std::span<const pkey> table, pkey wanted) noexcept;

/// `not in partition 0x8001; its P_Keys are 0xffff`: of a port with that table.
std::string not_in_partition(pkey wanted, std::span<const pkey> table);

/// The longest payload of a packet, in bytes.
class mtu {
 public:
  constexpr mtu(std::uint16_t bytes) noexcept : bytes_(bytes) {}
  constexpr std::uint16_t bytes() const noexcept { return bytes_; }

  /// True of what a link can have: 256, 512, 1024, 2048 and 4096.
  constexpr bool is_valid() const noexcept {
    return bytes_ >= 256 && bytes_ <= 4096 && (bytes_ & (bytes_ - 1)) == 0;
  }

  /// As ibv_mtu and PathRecords have it, 1 to 5; 0 if it is not valid.
  std::uint8_t encoding() const noexcept;
  /// The reverse; 0 bytes for what is no encoding.
  static mtu of_encoding(std::uint8_t encoding) noexcept;

  constexpr auto operator<=>(const mtu&) const noexcept = default;

 private:
  std::uint16_t bytes_;
};

/// `4096 bytes`.
std::string to_string(mtu mtu);
inline std::ostream& operator<<(std::ostream& out, mtu value) { return out << to_string(value); }

/// How fast packets may follow one another: as ibv_rate, static_rate and PathRecords encode it, 6 bits.
/// 0 is as fast as the port can.
class rate {
 public:
  constexpr rate() noexcept = default;
  constexpr explicit rate(std::uint8_t encoding) noexcept : encoding_(encoding) {}

  /// Of a link of so many lanes, in the encodings of ibv_port_attr's active_width and active_speed; the
  /// fastest rate that is not faster. As fast as the port can, if one of them is unknown.
  static rate of_link(std::uint8_t active_width, std::uint32_t active_speed) noexcept;

  constexpr std::uint8_t encoding() const noexcept { return encoding_; }

  /// Nominal, in Mb/s: 2500 to 1200000; 0 of as fast as the port can, and of what is no rate.
  std::uint32_t megabits_per_second() const noexcept;

  constexpr bool operator==(const rate&) const noexcept = default;

 private:
  std::uint8_t encoding_ = 0;
};

/// True if `a` holds packets back more than `b` does.
bool is_slower(rate a, rate b) noexcept;

/// `100 Gb/s`, `2.5 Gb/s`, `as fast as the port can`.
std::string to_string(rate rate);
inline std::ostream& operator<<(std::ostream& out, rate value) { return out << to_string(value); }

}  // namespace verbatim
