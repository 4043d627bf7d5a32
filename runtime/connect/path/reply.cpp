// The path back to the sender of a datagram.
#include "verbatim/connect/path/reply.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "verbatim/connect/path/fill.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {
namespace {

constexpr std::uint8_t answers_go_anywhere = 255;  // the value of ibv_init_ah_from_wc
constexpr std::size_t ipv4_at = 20;
constexpr std::uint8_t next_is_udp = 17;

std::uint8_t byte(std::span<const std::byte> bytes, std::size_t at) {
  return std::to_integer<std::uint8_t>(bytes[at]);
}

/// Returns true if the checksum of an IPv4 header without options is right.
bool adds_up(std::span<const std::byte> ipv4) {
  std::uint32_t sum = 0;
  for (std::size_t at = 0; at < ipv4.size(); at += 2) {
    sum += static_cast<std::uint32_t>(byte(ipv4, at) << 8 | byte(ipv4, at + 1));
  }
  return (sum & 0xffff) + (sum >> 16) == 0xffff;
}

/// Returns true if the header is IPv4. The bytes before an IPv4 header are undefined, and may look
/// like IPv6. Source: Linux drivers/infiniband/core/verbs.c, ib_get_rdma_header_version.
bool is_ipv4(std::span<const std::byte> header) {
  const auto ipv4 = header.subspan(ipv4_at);
  if (byte(header, 0) >> 4 != 6) return byte(ipv4, 0) >> 4 == 4;
  return byte(ipv4, 0) == 0x45 && adds_up(ipv4);
}

gid gid_at(std::span<const std::byte> header, std::size_t at) {
  gid read;
  std::transform(header.begin() + static_cast<std::ptrdiff_t>(at),
                 header.begin() + static_cast<std::ptrdiff_t>(at + read.bytes.size()),
                 read.bytes.begin(),
                 [](std::byte one) { return std::to_integer<std::uint8_t>(one); });
  return read;
}

gid ipv4_gid_at(std::span<const std::byte> header, std::size_t at) {
  gid read{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}};
  for (std::size_t i = 0; i < 4; ++i) read.bytes[12 + i] = byte(header, at + i);
  return read;
}

/// Sets the source of the reply, unless the datagram was sent to a multicast group.
void from(gid own, global_route& back) {
  if (!own.is_multicast()) back.sgid = own;
}

/// Returns the route back, computed from a GRH or from an IPv6 header, which has the same layout.
global_route route_of_grh(std::span<const std::byte> header) {
  const auto first = wire::load32(header.data());
  global_route back{.dgid = gid_at(header, 8),
                    .flow_label = first & 0xfffff,
                    .traffic_class = static_cast<std::uint8_t>(first >> 20),
                    .hop_limit = answers_go_anywhere};
  from(gid_at(header, 24), back);
  return back;
}

global_route route_of_ipv4(std::span<const std::byte> header) {
  global_route back{.dgid = ipv4_gid_at(header, ipv4_at + 12),
                    .traffic_class = byte(header, ipv4_at + 1),
                    .hop_limit = answers_go_anywhere};
  from(ipv4_gid_at(header, ipv4_at + 16), back);
  return back;
}

roce_path roce_back(std::span<const std::byte> header) {
  if (header.empty()) {
    throw error(std::errc::invalid_argument, "reply_path", "a RoCE datagram",
                "it has no header: give the whole of the buffer that it came into");
  }
  if (is_ipv4(header)) return {.type = gid_type::roce_v2, .grh = route_of_ipv4(header)};
  if (byte(header, 0) >> 4 != 6) {
    throw error(std::errc::invalid_argument, "reply_path", "a RoCE datagram",
                "the first 40 bytes of its buffer are neither a GRH nor an IP header");
  }
  return {.type = byte(header, 6) == next_is_udp ? gid_type::roce_v2 : gid_type::roce_v1,
          .grh = route_of_grh(header)};
}

ib_path ib_back(const datagram_origin& origin, const port& port) {
  ib_path back{.dlid = origin.slid, .sl = origin.sl, .has_grh = !origin.header.empty()};
  if (*back.has_grh) back.grh = route_of_grh(origin.header);
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
  const auto copy = [&](std::size_t first, std::size_t count) {
    std::memcpy(way.header.data() + first, origin.header.data() + first, count);
  };
  if (through == link_layer::ethernet && is_ipv4(origin.header)) {
    copy(ipv4_at, 2);       // version and traffic class
    copy(ipv4_at + 12, 8);  // the addresses
  } else {
    copy(0, 4);   // version, traffic class and flow label
    copy(6, 1);   // the next header
    copy(8, 32);  // the addresses
  }
  return way;
}

}  // namespace verbatim
