// The fields of management datagrams, and of the attributes in them, by their bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace verbatim::emulator::subnet {

using octets = std::span<std::uint8_t>;
using const_octets = std::span<const std::uint8_t>;

/// A field of at most 64 bits. `at` counts bits from the most significant one of byte 0, as IBTA's
/// tables do.
struct field {
  unsigned at;
  unsigned bits;
};

/// Returns the field of `bits` that begins with the most significant bit of `byte`, or further on.
constexpr field in_byte(unsigned byte, unsigned bits, unsigned after = 0) noexcept {
  return {byte * 8 + after, bits};
}

inline std::uint64_t get(const_octets from, field what) noexcept {
  std::uint64_t value = 0;
  for (unsigned bit = what.at; bit < what.at + what.bits; ++bit) {
    value = value << 1 | (from[bit / 8] >> (7 - bit % 8) & 1);
  }
  return value;
}

inline void set(octets to, field what, std::uint64_t value) noexcept {
  for (unsigned bit = what.at + what.bits; bit-- > what.at; value >>= 1) {
    const auto mask = static_cast<std::uint8_t>(1u << (7 - bit % 8));
    std::uint8_t& byte = to[bit / 8];
    byte = static_cast<std::uint8_t>((value & 1) != 0 ? byte | mask : byte & ~mask);
  }
}

// IBTA vol. 1, 13.4.3 and 14.2.

namespace mad {
inline constexpr std::size_t size = 256;
inline constexpr std::size_t header_size = 24;
inline constexpr field base_version = in_byte(0, 8);
inline constexpr field mgmt_class = in_byte(1, 8);
inline constexpr field class_version = in_byte(2, 8);
inline constexpr field method = in_byte(3, 8);
inline constexpr field status = in_byte(4, 16);
inline constexpr field direction = in_byte(4, 1);
inline constexpr field hop_pointer = in_byte(6, 8);
inline constexpr field hop_count = in_byte(7, 8);
inline constexpr field transaction = in_byte(8, 64);

/// The half of the transaction's number by which the kernel finds the agent of an answer.
inline constexpr field transaction_agent = in_byte(8, 32);
inline constexpr field attribute = in_byte(16, 16);
inline constexpr field modifier = in_byte(20, 32);
inline constexpr field m_key = in_byte(24, 64);
inline constexpr field directed_slid = in_byte(32, 16);
inline constexpr field directed_dlid = in_byte(34, 16);
inline constexpr std::size_t smp_data = 64;
inline constexpr std::size_t smp_data_size = 64;
inline constexpr std::size_t initial_path = 128;
inline constexpr std::size_t return_path = 192;
inline constexpr unsigned most_hops = 63;

inline constexpr unsigned permissive_lid = 0xffff;

// The classes of management.
inline constexpr unsigned subnet_lid_routed = 0x01;
inline constexpr unsigned subnet_administration = 0x03;
inline constexpr unsigned performance = 0x04;
inline constexpr unsigned subnet_directed = 0x81;

// Methods.
inline constexpr unsigned get_request = 0x01;
inline constexpr unsigned set_request = 0x02;
inline constexpr unsigned get_response = 0x81;
inline constexpr unsigned trap_repress = 0x07;
inline constexpr unsigned response_bit = 0x80;

// Values of the status.
inline constexpr unsigned bad_version = 0x04;
inline constexpr unsigned bad_method = 0x08;
inline constexpr unsigned bad_attribute = 0x0c;
inline constexpr unsigned bad_field = 0x1c;
}  // namespace mad

namespace port_info {
inline constexpr std::size_t size = 64;
inline constexpr field m_key = in_byte(0, 64);
inline constexpr field gid_prefix = in_byte(8, 64);
inline constexpr field lid = in_byte(16, 16);
inline constexpr field sm_lid = in_byte(18, 16);
inline constexpr field capabilities = in_byte(20, 32);
inline constexpr field is_sm = in_byte(20, 1, 30);
inline constexpr field m_key_lease = in_byte(26, 16);
inline constexpr field local_port = in_byte(28, 8);
inline constexpr field width_enabled = in_byte(29, 8);
inline constexpr field width_supported = in_byte(30, 8);
inline constexpr field width_active = in_byte(31, 8);
inline constexpr field speed_supported = in_byte(32, 4);
inline constexpr field state = in_byte(32, 4, 4);
inline constexpr field physical_state = in_byte(33, 4);
inline constexpr field down_default = in_byte(33, 4, 4);
inline constexpr field m_key_protection = in_byte(34, 2);
inline constexpr field lmc = in_byte(34, 3, 5);
inline constexpr field speed_active = in_byte(35, 4);
inline constexpr field speed_enabled = in_byte(35, 4, 4);
inline constexpr field neighbour_mtu = in_byte(36, 4);
inline constexpr field sm_sl = in_byte(36, 4, 4);
inline constexpr field vl_capability = in_byte(37, 4);
inline constexpr field vl_high_limit = in_byte(38, 8);
inline constexpr field arbitration_high = in_byte(39, 8);
inline constexpr field arbitration_low = in_byte(40, 8);
inline constexpr field mtu_capability = in_byte(41, 4, 4);
inline constexpr field vl_stall = in_byte(42, 3);
inline constexpr field head_of_queue_life = in_byte(42, 5, 3);
inline constexpr field operational_vls = in_byte(43, 4);
inline constexpr field enforcement = in_byte(43, 4, 4);
inline constexpr field m_key_violations = in_byte(44, 16);
inline constexpr field p_key_violations = in_byte(46, 16);
inline constexpr field q_key_violations = in_byte(48, 16);
inline constexpr field guid_capability = in_byte(50, 8);
inline constexpr field client_reregister = in_byte(51, 1);
inline constexpr field subnet_timeout = in_byte(51, 5, 3);
inline constexpr field response_time = in_byte(52, 5, 3);
inline constexpr field error_thresholds = in_byte(53, 8);
inline constexpr field extended_active = in_byte(62, 4);
inline constexpr field extended_supported = in_byte(62, 4, 4);
inline constexpr field extended_enabled = in_byte(63, 5, 3);
}  // namespace port_info

namespace switch_info {
inline constexpr std::size_t size = 64;
inline constexpr field linear_capacity = in_byte(0, 16);
inline constexpr field multicast_capacity = in_byte(4, 16);
inline constexpr field linear_top = in_byte(6, 16);
inline constexpr field default_port = in_byte(8, 8);
inline constexpr field default_primary = in_byte(9, 8);
inline constexpr field default_other = in_byte(10, 8);
inline constexpr field life_time = in_byte(11, 5);
inline constexpr field state_change = in_byte(11, 1, 5);
inline constexpr field multicast_top = in_byte(18, 16);
}  // namespace switch_info

}  // namespace verbatim::emulator::subnet
