// The packets of a message, and their bytes between the start of a packet and its VCRC.
#include "engine/count/port_traffic.hpp"

#include "engine/count/counts.hpp"
#include "engine/count/packets.hpp"

namespace verbatim::emulator {
namespace {

/// LRH 8, BTH 12 and ICRC 4, instead of the headers and check sequences of RoCE.
constexpr std::uint64_t infiniband_overhead = 24;
constexpr std::uint64_t roce_overhead = 62;

bool is_datagram(message_kind kind) noexcept {
  return kind == message_kind::datagram || kind == message_kind::datagram_imm;
}

struct packet_sum {
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;
};

packet_sum packets_of_message(const queue_pair& at, const message& one) {
  queue_pair_counts counts;
  counts.mtu = mtu_of(at);
  if (is_datagram(one.kind)) {
    count_datagram(counts, one);
  } else if (one.kind == message_kind::ack) {
    count_ack(counts);
  } else if (is_request(one.kind)) {
    count_request(counts, one, false);
  } else {
    count_answer(counts, one);
  }
  const packet_counts& of = counts.packets;
  const std::uint64_t packets = of.requests + of.responses + of.acks + of.naks + of.rnr_naks;
  return {packets, of.wire_bytes - packets * roce_overhead + packets * infiniband_overhead};
}

}  // namespace

void count_at_sender(device& of, const queue_pair& sender, const message& sent) {
  subnet::traffic_record* const traffic = of.traffic_of(sender);
  if (!traffic) return;
  const packet_sum sum = packets_of_message(sender, sent);
  traffic->sent_packets.fetch_add(sum.packets, std::memory_order_relaxed);
  traffic->sent_bytes.fetch_add(sum.bytes, std::memory_order_relaxed);
}

void count_at_receiver(device& of, const queue_pair& receiver, const message& arrived) {
  subnet::traffic_record* const traffic = of.traffic_of(receiver);
  if (!traffic) return;
  const packet_sum sum = packets_of_message(receiver, arrived);
  traffic->received_packets.fetch_add(sum.packets, std::memory_order_relaxed);
  traffic->received_bytes.fetch_add(sum.bytes, std::memory_order_relaxed);
}

}  // namespace verbatim::emulator
