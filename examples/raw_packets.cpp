// Sends an Ethernet frame and receives it: raw packets, for ports that are not InfiniBand. The device
// computes the checksums. It needs CAP_NET_RAW.
#include <infiniband/verbs.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "verbatim/verbatim.hpp"

using namespace verbatim;
using namespace std::chrono_literals;
using qp_type = raw_packet_qp<int>;

constexpr std::array<std::uint8_t, 6> to = {0x02, 0x66, 0x77, 0x88, 0x99, 0xaa};
constexpr std::array<std::uint8_t, 6> from = {0x02, 0x11, 0x22, 0x33, 0x44, 0x55};

/// Writes a frame with a UDP datagram, without checksums. Returns its length in bytes.
std::uint32_t write_frame(std::span<std::byte> at, std::string_view text) {
  const auto udp = static_cast<std::uint8_t>(8 + text.size()),
             ip = static_cast<std::uint8_t>(20 + udp);
  const std::uint8_t headers[] = {0x08, 0,  0x45, 0,    0,   ip, 0, 0,   0x40, 0,
                                  64,   17, 0,    0,    192, 0,  2, 1,   198,  51,
                                  100,  2,  0x30, 0x39, 0,   9,  0, udp, 0,    0};
  auto* end = std::copy(to.begin(), to.end(), reinterpret_cast<std::uint8_t*>(at.data()));
  end = std::copy(from.begin(), from.end(), end);
  end = std::copy(std::begin(headers), std::end(headers), end);
  end = std::copy(text.begin(), text.end(), end);
  return static_cast<std::uint32_t>(reinterpret_cast<std::byte*>(end) - at.data());
}

int main() try {
  pd domain(open_device());
  if (domain.context().port(1).link_layer != link_layer::ethernet)
    return std::fprintf(stderr, "raw_packets: the port is InfiniBand; use an Ethernet port\n"), 3;
  static std::array<std::byte, 4096> memory;
  mr region(domain, memory, access::local_write);
  cq<qp_type> sent(domain.context(), 16), arrived(domain.context(), 16);
  qp_type sender(domain, sent), receiver(domain, arrived);
  sender.activate();
  receiver.activate();

  // Frames for this address go to the receiver.
  struct {
    ibv_flow_attr attr;
    ibv_flow_spec_eth eth;
  } rule{};
  rule.attr.size = sizeof rule;
  rule.attr.num_of_specs = 1;
  rule.attr.port = 1;
  rule.eth.type = IBV_FLOW_SPEC_ETH;
  rule.eth.size = sizeof rule.eth;
  std::copy(to.begin(), to.end(), rule.eth.val.dst_mac);
  std::fill_n(rule.eth.mask.dst_mac, 6, std::uint8_t{0xff});
  const std::unique_ptr<ibv_flow, int (*)(ibv_flow*)> flow(
      ibv_create_flow(receiver.native(), &rule.attr), ibv_destroy_flow);
  if (!flow) throw std::runtime_error("ibv_create_flow: " + std::string(std::strerror(errno)));

  (void)receiver.rq_wqe().sge(region.slice(2048, 2048)).finish(1);
  receiver.ring_recv_doorbell();
  const auto length = write_frame(memory, "a frame of our own");
  constexpr unsigned l3_checksum = 1, l4_checksum = 1;
  const auto posted = sender.sq_wqe()
                          .eth(l3_checksum, l4_checksum)
                          .send()
                          .sge(region.slice(0, length))
                          .signal(2)
                          .finish();
  if (!posted) throw std::runtime_error(std::string(message(posted.error())));
  sender.ring_doorbell();

  bool good = false;
  const auto show = [&](recv_completion<int>&& done) {
    if (!done.ok()) throw std::runtime_error(explain(done));
    good = done.byte_count() == length && done.checksums_ok();
    std::printf("%u bytes, checksums are %s: %.*s\n", done.byte_count(), good ? "right" : "wrong",
                static_cast<int>(length - 42), reinterpret_cast<const char*>(&memory[2048 + 42]));
  };
  arrived.collect(overloaded{show, [](send_completion<int>&&) {}}, 1, 10s);
  return good ? 0 : 1;
} catch (const std::exception& failed) {
  return std::fprintf(stderr, "raw_packets: %s\n", failed.what()), 1;
}
