// The forms of GIDs by their specs, for the library itself. They are about the bytes of a gid.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "verbatim/generated/headers/mapped_ipv4.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::detail {

using gid_bytes = std::array<std::uint8_t, 16>;

/// Returns the fields of a GID that has the form of one of the specs.
template <class Form>
wire::mailbox_view<Form> form_of(gid_bytes& of) noexcept {
  return wire::mailbox_view<Form>(std::as_writable_bytes(std::span(of)));
}
template <class Form>
wire::mailbox_view<Form, const std::byte> form_of(const gid_bytes& of) noexcept {
  return wire::mailbox_view<Form, const std::byte>(std::as_bytes(std::span(of)));
}

inline constexpr std::uint32_t mark_of_ipv4 = 0xffff;

/// Returns the bytes of the GID that stands for an IPv4 address, a number of the host.
inline gid_bytes mapped_gid(std::uint32_t ipv4) noexcept {
  using headers::mapped_ipv4;
  gid_bytes made{};
  form_of<mapped_ipv4>(made).set(mapped_ipv4::mark, mark_of_ipv4);
  form_of<mapped_ipv4>(made).set(mapped_ipv4::address, ipv4);
  return made;
}

/// Returns the IPv4 address of a GID that stands for one, as a number of the host.
inline std::uint32_t ipv4_of(const gid_bytes& of) noexcept {
  return form_of<headers::mapped_ipv4>(of).get(headers::mapped_ipv4::address);
}

}  // namespace verbatim::detail
