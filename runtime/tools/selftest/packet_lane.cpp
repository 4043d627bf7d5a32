// Raw packet queue pairs, and frames from a port to itself.
#include "tools/selftest/packet_lane.hpp"

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "tools/selftest/bench.hpp"
#include "tools/selftest/direct_lane.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/queue_pair/address_handle.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::tools::selftest {
namespace {

using headers::ethernet, headers::ipv4, headers::tcp, headers::udp;

/// The port's MAC, as the device resolves it for datagrams.
mac_address resolved_mac(bench& on) {
  const ud_qp<int> any(on.pd(), cq<ud_qp<int>>(on.context(), 4), on.attributes());
  const auto vector = address_handle(on.pd(), any.address(), {.gid_index = on.gid_index()}).ud(0);
  mac_address mac;
  std::memcpy(mac.data(), vector.rmac.data(), mac.size());
  return mac;
}

struct destroys_flow {
  void operator()(ibv_flow* flow) const noexcept { ibv_destroy_flow(flow); }
};

class packet_lane final : public direct_lane<raw_packet, raw_packet_qp<int>> {
  using type = raw_packet_qp<int>;

 public:
  explicit packet_lane(bench& on)
      : cq_(on.context(), 256),
        a_(on.pd(), cq_, on.attributes()),
        b_(on.pd(), cq_, on.attributes()) {
    a_.activate();
    b_.activate();
    receiver_ = handles_of(b_).rqn;
    to().tisn = handles_of(a_).tisn;
    const auto mac = resolved_mac(on);
    std::memcpy(to().datagram.rmac.data(), mac.data(), mac.size());
    udp_ = take(on.how().port, mac, IBV_FLOW_SPEC_UDP);
    tcp_ = take(on.how().port, mac, IBV_FLOW_SPEC_TCP);
  }

  void post_receive(std::uint64_t addr, std::uint32_t length, lkey key, int entry) override {
    if (!b_.rq_wqe().sge(addr, length, key).finish(entry)) throw failure{"no room to receive"};
    b_.ring_recv_doorbell();
  }
  void poll(std::vector<seen>& into, unsigned most) override {
    cq_.poll([&](auto&& c) { into.push_back(keep(c)); }, most);
  }
  std::uint32_t receiver() const override { return receiver_; }

 private:
  using flow = std::unique_ptr<ibv_flow, destroys_flow>;

  type& from() const override { return const_cast<type&>(a_); }

  static mlx5dv_qp handles_of(const type& qp) {
    mlx5dv_qp dv{};
    dv.comp_mask = MLX5DV_QP_MASK_RAW_QP_HANDLES;
    mlx5dv_obj object{};
    object.qp = {qp.native(), &dv};
    if (mlx5dv_init_obj(&object, MLX5DV_OBJ_QP) != 0) throw failure{"mlx5dv_init_obj failed"};
    return dv;
  }

  /// Steers frames to the port's own MAC and the port for discarding to b_: nobody else's.
  flow take(std::uint8_t port, const mac_address& mac, ibv_flow_spec_type protocol) {
    struct {
      ibv_flow_attr attr;
      ibv_flow_spec_eth eth;
      ibv_flow_spec_tcp_udp l4;
    } rule{};
    static_assert(sizeof rule == sizeof rule.attr + sizeof rule.eth + sizeof rule.l4);
    rule.attr.type = IBV_FLOW_ATTR_NORMAL;
    rule.attr.size = sizeof rule;
    rule.attr.num_of_specs = 2;
    rule.attr.port = port;
    rule.eth.type = IBV_FLOW_SPEC_ETH;
    rule.eth.size = sizeof rule.eth;
    std::ranges::copy(mac, rule.eth.val.dst_mac);
    std::fill_n(rule.eth.mask.dst_mac, mac.size(), std::uint8_t{0xff});
    rule.l4.type = protocol;
    rule.l4.size = sizeof rule.l4;
    rule.l4.val.dst_port = htobe16(discard_port);
    rule.l4.mask.dst_port = 0xffff;
    flow made(ibv_create_flow(b_.native(), &rule.attr));
    if (!made) {
      throw skip{"the device refuses a rule that steers frames to a raw packet queue pair: " +
                     std::string(std::strerror(errno)),
                 "run it as root, or with CAP_NET_RAW"};
    }
    return made;
  }

  cq<type> cq_;
  type a_;
  type b_;
  std::uint32_t receiver_ = 0;
  flow udp_;  // the rules go before the queue pair
  flow tcp_;
};

/// Returns a header in a frame.
template <class Header>
wire::mailbox_view<Header> header_at(std::vector<std::byte>& frame, std::size_t at) {
  return wire::mailbox_view<Header>(std::span(frame).subspan(at, Header::size));
}

void write_ip(wire::mailbox_view<ipv4> to, std::uint8_t protocol) {
  constexpr std::uint32_t here = 0xc0000201, there = 0xc0000202;  // for documentation (RFC 5737)
  to.set(ipv4::version, 4);
  to.set(ipv4::ihl, ipv4::size / sizeof(std::uint32_t));
  to.set(ipv4::id, 0x1234);
  to.set(ipv4::df, 1);
  to.set(ipv4::ttl, 64);
  to.set(ipv4::protocol, protocol);
  to.set(ipv4::saddr, here);
  to.set(ipv4::daddr, there);
}

template <class Header>
void write_ports(wire::mailbox_view<Header> to) {
  to.set(Header::source, 0xc001);
  to.set(Header::dest, discard_port);
}

}  // namespace

std::unique_ptr<lane> make_packet_lane(bench& on) {
  if (!on.on_ethernet()) {
    throw skip{"raw packets are for Ethernet ports", "name a port whose link layer is Ethernet"};
  }
  return std::make_unique<packet_lane>(on);
}

mac_address mac_of(const lane& at) {
  mac_address mac;
  std::memcpy(mac.data(), at.to().datagram.rmac.data(), mac.size());
  return mac;
}

std::vector<std::byte> frame_to(const mac_address& port, std::uint8_t protocol,
                                std::size_t payload) {
  const bool is_tcp = protocol == protocol_tcp;
  const std::size_t begin = is_tcp ? tcp_header : udp_header;
  std::vector<std::byte> frame(begin + payload);
  const auto link = header_at<ethernet>(frame, 0);
  const auto mac = std::as_bytes(std::span(port));
  link.set(ethernet::h_dest, mac);
  link.set(ethernet::h_source, mac);
  link.set(ethernet::h_proto, 0x0800);
  const auto ip = header_at<ipv4>(frame, ip_at);
  write_ip(ip, protocol);
  ip.set(ipv4::tot_len, frame.size() - ip_at);
  if (is_tcp) {
    const auto segment = header_at<tcp>(frame, l4_at);
    write_ports(segment);
    segment.set(tcp::seq, 256);
    segment.set(tcp::ack_seq, 1);
    segment.set(tcp::doff, tcp::size / sizeof(std::uint32_t));
    segment.set(tcp::ack, 1);
    segment.set(tcp::window, 0x1000);
  } else {
    const auto datagram = header_at<udp>(frame, l4_at);
    write_ports(datagram);
    datagram.set(udp::len, frame.size() - l4_at);
  }
  for (std::size_t i = 0; i < payload; ++i) frame[begin + i] = static_cast<std::byte>(11 * i);
  return frame;
}

std::uint32_t internet_sum(std::span<const std::byte> bytes, std::uint32_t sum) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    sum += std::to_integer<std::uint32_t>(bytes[i]) << (i % 2 == 0 ? 8 : 0);
  }
  while (sum > 0xffff) sum = (sum >> 16) + (sum & 0xffff);
  return sum;
}

bool ip_checksum_right(std::span<const std::byte> ip) {
  return internet_sum(ip.first(ipv4::size)) == 0xffff;
}

bool l4_checksum_right(std::span<const std::byte> ip) {
  const wire::mailbox_view<ipv4, const std::byte> header(ip);
  const auto length = header.get(ipv4::tot_len) - std::uint32_t{ipv4::size};
  constexpr std::size_t addresses = ipv4::saddr.bit / 8;
  const auto pseudo = internet_sum(ip.subspan(addresses, ipv4::size - addresses),
                                   header.get(ipv4::protocol) + length);
  return internet_sum(ip.subspan(ipv4::size, length), pseudo) == 0xffff;
}

}  // namespace verbatim::tools::selftest
