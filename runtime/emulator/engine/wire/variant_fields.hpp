// The fields of headers that may change on the way of a packet. The ICRC covers ones in their place:
// InfiniBand specification, 7.8.1, and annexes A16 and A17.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/headers/bth.hpp"
#include "verbatim/generated/headers/grh.hpp"
#include "verbatim/generated/headers/ipv4.hpp"
#include "verbatim/generated/headers/lrh.hpp"
#include "verbatim/generated/headers/udp.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::emulator {

inline constexpr std::byte covered_as{0xff};

template <class Header, class... Fields>
void cover_fields(const wire::mailbox_view<Header>& in, const Fields&... fields) noexcept {
  (in.set_low(fields, ~std::uint64_t{0}), ...);
}

/// These functions write ones into the variant fields of a header.
inline void cover(const wire::mailbox_view<headers::lrh>& in) noexcept {
  cover_fields(in, headers::lrh::vl);
}
inline void cover(const wire::mailbox_view<headers::grh>& in) noexcept {
  using headers::grh;
  cover_fields(in, grh::tclass, grh::flow_label, grh::hoplmt);
}
inline void cover(const wire::mailbox_view<headers::ipv4>& in) noexcept {
  using headers::ipv4;
  cover_fields(in, ipv4::tos, ipv4::ttl, ipv4::check);
}
inline void cover(const wire::mailbox_view<headers::udp>& in) noexcept {
  cover_fields(in, headers::udp::check);
}
inline void cover(const wire::mailbox_view<headers::bth>& in) noexcept {
  cover_fields(in, headers::bth::fecn, headers::bth::becn, headers::bth::resv6a);
}

}  // namespace verbatim::emulator
