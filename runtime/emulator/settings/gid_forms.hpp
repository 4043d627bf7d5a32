// The forms of GIDs and MAC addresses by their specs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "settings/addresses.hpp"
#include "verbatim/generated/headers/eui64.hpp"
#include "verbatim/generated/headers/link_local.hpp"
#include "verbatim/generated/headers/mapped_ipv4.hpp"
#include "verbatim/generated/headers/multicast_address.hpp"
#include "verbatim/generated/management/gid.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::emulator {

/// Returns the fields of a GID that has the form of one of the specs.
template <class Form>
wire::mailbox_view<Form> form_of(gid& of) noexcept {
  return wire::mailbox_view<Form>(std::as_writable_bytes(std::span(of)));
}
template <class Form>
wire::mailbox_view<Form, const std::byte> form_of(const gid& of) noexcept {
  return wire::mailbox_view<Form, const std::byte>(std::as_bytes(std::span(of)));
}

/// Returns the GID of these halves, numbers of the host.
inline gid gid_of(std::uint64_t prefix, std::uint64_t interface_id) noexcept {
  gid made{};
  form_of<management::gid>(made).set(management::gid::subnet_prefix, prefix);
  form_of<management::gid>(made).set(management::gid::interface_id, interface_id);
  return made;
}

inline constexpr std::uint32_t mark_of_ipv4 = 0xffff;

/// Returns the GID that stands for an IPv4 address, a number of the host.
inline gid mapped_gid(std::uint32_t ipv4) noexcept {
  using headers::mapped_ipv4;
  gid made{};
  form_of<mapped_ipv4>(made).set(mapped_ipv4::mark, mark_of_ipv4);
  form_of<mapped_ipv4>(made).set(mapped_ipv4::address, ipv4);
  return made;
}

/// Returns the IPv4 address of a GID that stands for one, or the lowest 32 bits of another, as a number
/// of the host.
inline std::uint32_t ipv4_of(const gid& of) noexcept {
  return form_of<headers::mapped_ipv4>(of).get(headers::mapped_ipv4::address);
}

/// Returns true for fe80::/10.
inline bool is_link_local(const gid& of) noexcept {
  constexpr std::uint32_t prefix = 0x3fa;
  return form_of<headers::link_local>(of).get(headers::link_local::prefix) == prefix;
}

/// Returns the second half of a link-local address that was made of a MAC address.
template <class Gid>
auto eui64_in(Gid& address) noexcept {
  constexpr std::uint32_t from = management::gid::interface_id.bit;
  const auto bytes = form_of<management::gid>(address).bytes();
  return wire::mailbox_view<headers::eui64, typename decltype(bytes)::element_type>(bytes, from);
}

/// The bit of a MAC address that is inverted there, as a bit of the first half of the address.
inline constexpr std::uint32_t local_bit = 0x02'0000;
inline constexpr std::uint32_t eui64_ff = 0xff, eui64_fe = 0xfe;
inline constexpr unsigned mac_half = 24;

/// Returns the MAC address that is this number of 48 bits.
constexpr mac_address mac_of_number(std::uint64_t number) noexcept {
  mac_address made{};
  for (std::size_t left = made.size(); left-- != 0; number >>= 8) {
    made[left] = static_cast<std::uint8_t>(number);
  }
  return made;
}
constexpr std::uint64_t number_of_mac(const mac_address& mac) noexcept {
  std::uint64_t number = 0;
  for (const std::uint8_t one : mac) number = number << 8 | one;
  return number;
}

}  // namespace verbatim::emulator
