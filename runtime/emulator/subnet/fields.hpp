// Reading and writing management datagrams, and the attributes in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "verbatim/generated/management/mad.hpp"
#include "verbatim/generated/management/mad_hdr.hpp"
#include "verbatim/generated/management/port_info.hpp"
#include "verbatim/generated/management/smp.hpp"
#include "verbatim/generated/management/smp_dr.hpp"
#include "verbatim/generated/management/switch_info.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::emulator::subnet {

using octets = std::span<std::uint8_t>;
using const_octets = std::span<const std::uint8_t>;

template <class Layout>
std::uint64_t get(const_octets from, const wire::mailbox_number<Layout>& what) noexcept {
  return wire::mailbox_view<Layout, const std::byte>(std::as_bytes(from)).value(what);
}

/// Writes the lowest bits of the value, as many as the field has.
template <class Layout>
void set(octets to, const wire::mailbox_number<Layout>& what, std::uint64_t value) noexcept {
  wire::mailbox_view<Layout>(std::as_writable_bytes(to)).set_low(what, value);
}

/// Returns one of the numbers that fill a field. Each of them has that many bits.
template <class Layout, std::size_t Size>
constexpr wire::mailbox_number<Layout> element(const wire::mailbox_bytes<Layout, Size>& of,
                                               std::uint32_t bits, std::uint32_t index) noexcept {
  return {of.bit + index * bits, bits, {}};
}

template <class Layout>
constexpr wire::mailbox_number<Layout> element(const wire::mailbox_number<Layout>& of,
                                               std::uint32_t bits, std::uint32_t index) noexcept {
  return {of.bit + index * bits, bits, {}};
}

/// Returns the bytes of a field, or of a structure inside. All of them are there.
template <class Layout, std::size_t Size>
octets part(octets of, const wire::mailbox_bytes<Layout, Size>& what) noexcept {
  return of.subspan(what.bit / 8, Size);
}
template <class Layout, std::size_t Size>
const_octets part(const_octets of, const wire::mailbox_bytes<Layout, Size>& what) noexcept {
  return of.subspan(what.bit / 8, Size);
}
template <class Layout, class Inner>
octets part(octets of, const wire::mailbox_part<Layout, Inner>& what) noexcept {
  return of.subspan(what.bit / 8, Inner::size);
}

using hdr = management::mad_hdr;

/// The bytes of an attribute of subnet management.
inline constexpr std::size_t smp_data_size = decltype(management::smp::data)::size;

/// Values of the fields of datagrams.
namespace mad {
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

}  // namespace verbatim::emulator::subnet

namespace verbatim::emulator::mad {

using subnet::element;
using subnet::get;
using subnet::hdr;
using subnet::part;
using subnet::set;

}  // namespace verbatim::emulator::mad
