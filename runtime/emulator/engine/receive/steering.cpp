// Takes fields out of a frame and compares them under the mask.
#include "engine/receive/steering.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>

#include "engine/receive/field_bytes.hpp"
#include "verbatim/generated/headers/ethernet.hpp"
#include "verbatim/generated/headers/ipv4.hpp"
#include "verbatim/generated/headers/ipv6.hpp"
#include "verbatim/generated/headers/tcp.hpp"
#include "verbatim/generated/headers/udp.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::emulator {
namespace {

template <class Header>
wire::mailbox_view<Header, const std::byte> header_at(std::span<const std::byte> frame,
                                                      std::size_t at) noexcept {
  return wire::mailbox_view<Header, const std::byte>(frame.subspan(at));
}

/// The sizes of the fields are those of the arrays, or smaller.
template <std::size_t Size>
void take(std::array<std::uint8_t, Size>& to, std::span<const std::byte> from) noexcept {
  std::memcpy(to.data(), from.data(), std::min(from.size(), Size));
}

template <class Header>
void take_ports(flow_fields& to, const wire::mailbox_view<Header, const std::byte>& from) noexcept {
  to.src_port = static_cast<std::uint16_t>(from.get(Header::source));
  to.dst_port = static_cast<std::uint16_t>(from.get(Header::dest));
}

flow_fields fields_of(std::span<const std::byte> frame, const frame_layout& layout) {
  using headers::ethernet, headers::ipv4, headers::ipv6;
  flow_fields result;
  take(result.dst_mac, field_bytes(frame, 0, ethernet::h_dest));
  take(result.src_mac, field_bytes(frame, 0, ethernet::h_source));
  result.ether_type = layout.ether_type;
  result.vlan_tag = layout.vlan_tci;
  const std::size_t ip = layout.l3_offset;
  result.protocol = layout.protocol;
  if (layout.l3 == l3_header::ipv4) {
    const auto header = header_at<ipv4>(frame, ip);
    result.traffic_class = static_cast<std::uint8_t>(header.get(ipv4::tos));
    result.hop_limit = static_cast<std::uint8_t>(header.get(ipv4::ttl));
    take(result.src_ip, field_bytes(frame, ip, ipv4::saddr));
    take(result.dst_ip, field_bytes(frame, ip, ipv4::daddr));
  } else if (layout.l3 == l3_header::ipv6) {
    const auto header = header_at<ipv6>(frame, ip);
    result.traffic_class = static_cast<std::uint8_t>(header.get(ipv6::tclass));
    result.flow_label = header.get(ipv6::flow_lbl);
    result.hop_limit = static_cast<std::uint8_t>(header.get(ipv6::hop_limit));
    take(result.src_ip, field_bytes(frame, ip, ipv6::saddr));
    take(result.dst_ip, field_bytes(frame, ip, ipv6::daddr));
  }
  if (layout.l4 == l4_header::tcp) {
    take_ports(result, header_at<headers::tcp>(frame, layout.l4_offset));
  } else if (layout.l4 == l4_header::udp) {
    take_ports(result, header_at<headers::udp>(frame, layout.l4_offset));
  }
  return result;
}

template <std::size_t Size>
bool same(const std::array<std::uint8_t, Size>& a, const std::array<std::uint8_t, Size>& b,
          const std::array<std::uint8_t, Size>& mask) noexcept {
  for (std::size_t i = 0; i < Size; ++i) {
    if (((a[i] ^ b[i]) & mask[i]) != 0) return false;
  }
  return true;
}

template <class Number>
bool same(Number a, Number b, Number mask) noexcept {
  return ((a ^ b) & mask) == 0;
}

bool is_multicast_frame(std::span<const std::byte> frame) noexcept {
  const auto first = field_bytes(frame, 0, headers::ethernet::h_dest).front();
  return (first & std::byte{1}) != std::byte{0};
}

/// The flows of a device that match a frame.
class matching_flows {
 public:
  void add(const flow& by, std::span<const std::byte> frame, const frame_layout& layout) {
    switch (by.type) {
      case flow_type::normal:
        if (matches(by, frame, layout)) normal_.push_back(&by);
        break;
      case flow_type::all_default:
        defaults_.push_back(&by);
        break;
      case flow_type::multicast_default:
        if (is_multicast_frame(frame)) defaults_.push_back(&by);
        break;
      case flow_type::sniffer:
        sniffers_.push_back(&by);
        break;
    }
  }

  /// Returns those that take the frame or a copy of it.
  std::vector<const flow*> best() const {
    std::vector<const flow*> result = sniffers_;
    if (normal_.empty()) {
      result.insert(result.end(), defaults_.begin(), defaults_.end());
      return result;
    }
    const auto by_priority = [](const flow* a, const flow* b) { return a->priority < b->priority; };
    const auto best = (*std::min_element(normal_.begin(), normal_.end(), by_priority))->priority;
    std::copy_if(normal_.begin(), normal_.end(), std::back_inserter(result),
                 [best](const flow* by) { return by->priority == best; });
    return result;
  }

 private:
  std::vector<const flow*> normal_;
  std::vector<const flow*> defaults_;
  std::vector<const flow*> sniffers_;
};

}  // namespace

bool matches(const flow& by, std::span<const std::byte> frame, const frame_layout& layout) {
  if (by.ip_version == 4 && layout.l3 != l3_header::ipv4) return false;
  if (by.ip_version == 6 && layout.l3 != l3_header::ipv6) return false;
  if (by.transport != 0 && (layout.l4 == l4_header::none || layout.protocol != by.transport)) {
    return false;
  }
  const flow_fields is = fields_of(frame, layout);
  const flow_fields& wanted = by.value;
  const flow_fields& mask = by.mask;
  return same(is.dst_mac, wanted.dst_mac, mask.dst_mac) &&
         same(is.src_mac, wanted.src_mac, mask.src_mac) &&
         same(is.ether_type, wanted.ether_type, mask.ether_type) &&
         same(is.vlan_tag, wanted.vlan_tag, mask.vlan_tag) &&
         same(is.src_ip, wanted.src_ip, mask.src_ip) &&
         same(is.dst_ip, wanted.dst_ip, mask.dst_ip) &&
         same(is.protocol, wanted.protocol, mask.protocol) &&
         same(is.traffic_class, wanted.traffic_class, mask.traffic_class) &&
         same(is.hop_limit, wanted.hop_limit, mask.hop_limit) &&
         same(is.flow_label, wanted.flow_label, mask.flow_label) &&
         same(is.src_port, wanted.src_port, mask.src_port) &&
         same(is.dst_port, wanted.dst_port, mask.dst_port);
}

std::vector<steered> steer(const device& on, std::span<const std::byte> frame,
                           const frame_layout& layout) {
  std::vector<steered> result;
  std::map<unsigned, matching_flows> by_card;
  for (const auto& context : on.contexts) {
    for (const auto& entry : context.second->objects) {
      const auto* const by = dynamic_cast<const flow*>(entry.second.get());
      if (by && !by->egress) by_card[context.second->card].add(*by, frame, layout);
    }
  }
  for (const auto& entry : by_card) {
    for (const flow* const by : entry.second.best()) {
      if (by->counter) by->counter->count(frame.size());
      const auto leads_there = [by](const steered& one) { return one.to == by->qp.get(); };
      if (!by->drops && std::none_of(result.begin(), result.end(), leads_there)) {
        result.push_back({by->qp.get(), by->tag, static_cast<bool>(by->action)});
      }
    }
  }
  return result;
}

const flow* steer_leaving(const device& on, unsigned card, std::span<const std::byte> frame,
                          const frame_layout& layout) {
  const flow* best = nullptr;
  for (const auto& context : on.contexts) {
    if (context.second->card != card) continue;
    for (const auto& entry : context.second->objects) {
      const auto* const by = dynamic_cast<const flow*>(entry.second.get());
      if (!by || !by->egress || (best && best->priority <= by->priority)) continue;
      if (matches(*by, frame, layout)) best = by;
    }
  }
  if (best && best->counter) best->counter->count(frame.size());
  return best;
}

}  // namespace verbatim::emulator
