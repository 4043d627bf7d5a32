// The path back to the sender of a datagram.
#include "verbatim/connect/path/reply.hpp"

#include <array>
#include <cstring>
#include <utility>

#include "verbatim/connect/path/fill.hpp"
#include "verbatim/generated/headers/grh.hpp"
#include "verbatim/generated/headers/ipv4.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/values/gid_forms.hpp"
#include "verbatim/wire/mailbox.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {
namespace {

constexpr std::uint8_t answers_go_anywhere = 255;  // the value of ibv_init_ah_from_wc
constexpr std::uint32_t next_is_udp = 17, version_4 = 4, version_6 = 6;

/// The place of an IPv4 header in the 40 bytes before a datagram: at their end.
constexpr std::size_t ipv4_at = headers::grh::size - headers::ipv4::size;

template <class Header>
using view_of = wire::mailbox_view<Header, const std::byte>;
using grh_view = view_of<headers::grh>;
using ipv4_view = view_of<headers::ipv4>;

ipv4_view ipv4_in(std::span<const std::byte> header) { return ipv4_view(header.subspan(ipv4_at)); }

/// Returns true if the checksum of an IPv4 header without options is right.
bool adds_up(ipv4_view header) {
  const auto bytes = header.bytes().first(headers::ipv4::size);
  std::uint32_t sum = 0;
  for (std::size_t at = 0; at < bytes.size(); at += 2) sum += wire::load16(bytes.data() + at);
  return (sum & 0xffff) + (sum >> 16) == 0xffff;
}

/// Returns true if the header is IPv4. The bytes before an IPv4 header are undefined, and may look
/// like IPv6. Source: Linux drivers/infiniband/core/verbs.c, ib_get_rdma_header_version.
bool is_ipv4(std::span<const std::byte> header) {
  using headers::ipv4;
  const auto ip = ipv4_in(header);
  if (ip.get(ipv4::version) != version_4) return false;
  if (grh_view(header).get(headers::grh::ipver) != version_6) return true;
  return ip.get(ipv4::ihl) == ipv4::size / sizeof(std::uint32_t) && adds_up(ip);
}

gid gid_of(const std::array<std::byte, 16>& bytes) {
  gid read;
  std::memcpy(read.bytes.data(), bytes.data(), bytes.size());
  return read;
}

/// Sets the source of the reply, unless the datagram was sent to a multicast group.
void from(gid own, global_route& back) {
  if (!own.is_multicast()) back.sgid = own;
}

/// Returns the route back, computed from a GRH or from an IPv6 header, which has the same layout.
global_route route_of_grh(grh_view header) {
  using headers::grh;
  global_route back{.dgid = gid_of(header.get(grh::sgid)),
                    .flow_label = header.get(grh::flow_label),
                    .traffic_class = static_cast<std::uint8_t>(header.get(grh::tclass)),
                    .hop_limit = answers_go_anywhere};
  from(gid_of(header.get(grh::dgid)), back);
  return back;
}

global_route route_of_ipv4(ipv4_view header) {
  using headers::ipv4;
  global_route back{.dgid = gid{detail::mapped_gid(header.get(ipv4::saddr))},
                    .traffic_class = static_cast<std::uint8_t>(header.get(ipv4::tos)),
                    .hop_limit = answers_go_anywhere};
  from(gid{detail::mapped_gid(header.get(ipv4::daddr))}, back);
  return back;
}

roce_path roce_back(std::span<const std::byte> header) {
  if (header.empty()) {
    throw error(std::errc::invalid_argument, "reply_path", "a RoCE datagram",
                "it has no header: give the whole of the buffer that it came into");
  }
  if (is_ipv4(header)) {
    return {.type = gid_type::roce_v2, .grh = route_of_ipv4(ipv4_in(header))};
  }
  const grh_view ipv6(header);
  if (ipv6.get(headers::grh::ipver) != version_6) {
    throw error(std::errc::invalid_argument, "reply_path", "a RoCE datagram",
                "the first 40 bytes of its buffer are neither a GRH nor an IP header");
  }
  const bool udp = ipv6.get(headers::grh::nxthdr) == next_is_udp;
  return {.type = udp ? gid_type::roce_v2 : gid_type::roce_v1, .grh = route_of_grh(ipv6)};
}

template <class Header>
void copy_field(view_of<Header> from, wire::mailbox_view<Header> to,
                const wire::mailbox_number<Header>& field) {
  to.set(field, from.value(field));
}
template <class Header, std::size_t Size>
void copy_field(view_of<Header> from, wire::mailbox_view<Header> to,
                wire::mailbox_bytes<Header, Size> field) {
  const auto value = from.get(field);
  to.set(field, std::span(value));
}

/// Copies fields of a header, and leaves the others 0.
template <class Header>
void copy(view_of<Header> from, std::span<std::byte> to, const auto&... fields) {
  (copy_field(from, wire::mailbox_view<Header>(to), fields), ...);
}

ib_path ib_back(const datagram_origin& origin, const port& port) {
  ib_path back{.dlid = origin.slid, .sl = origin.sl, .has_grh = !origin.header.empty()};
  if (*back.has_grh) back.grh = route_of_grh(grh_view(origin.header));
  // A datagram to a group was sent to the group's LID, so its path bits are bits of that LID.
  const bool to_us = back.grh.sgid.has_value() || !*back.has_grh;
  const auto bits = to_us ? origin.dlid_path_bits & ((1u << port.lmc) - 1) : 0;
  back.slid = lid(static_cast<std::uint16_t>(port.lid | bits));
  return back;
}

}  // namespace

datagram_origin origin_of(const work_completion& completion, std::span<const std::byte> buffer) {
  return {.qpn = completion.source_qpn(),
          .slid = lid(completion.slid()),
          .sl = completion.sl(),
          .dlid_path_bits = completion.native().dlid_path_bits,
          .header = completion.has_grh() ? buffer.first(grh_bytes) : std::span<const std::byte>()};
}

path reply_path(const datagram_origin& origin, const local_end& end) {
  path back = end.port.link_layer == link_layer::ethernet ? path(roce_back(origin.header))
                                                          : path(ib_back(origin, end.port));
  terms(back).dqpn = origin.qpn;
  return fill(std::move(back), end).path;
}

detail::reply_way detail::way_back(const datagram_origin& origin, link_layer through) noexcept {
  reply_way way;
  if (through != link_layer::ethernet) {
    way.slid = origin.slid;
    way.sl = origin.sl;
    way.dlid_path_bits = origin.dlid_path_bits;
  }
  if (origin.header.size() < grh_bytes) return way;
  if (through == link_layer::ethernet && is_ipv4(origin.header)) {
    using headers::ipv4;
    copy(ipv4_in(origin.header), std::span(way.header).subspan<ipv4_at>(), ipv4::version, ipv4::ihl,
         ipv4::tos, ipv4::saddr, ipv4::daddr);
  } else {
    using headers::grh;
    copy(grh_view(origin.header), std::span(way.header), grh::ipver, grh::tclass, grh::flow_label,
         grh::nxthdr, grh::sgid, grh::dgid);
  }
  return way;
}

}  // namespace verbatim
