// Sizes of headers, from the IBTA specification and its annex on RoCEv2.
#include "engine/count/packets.hpp"

#include "verbatim/generated/headers/aeth.hpp"
#include "verbatim/generated/headers/atomic_ack_eth.hpp"
#include "verbatim/generated/headers/atomic_eth.hpp"
#include "verbatim/generated/headers/bth.hpp"
#include "verbatim/generated/headers/deth.hpp"
#include "verbatim/generated/headers/ethernet.hpp"
#include "verbatim/generated/headers/imm_dt.hpp"
#include "verbatim/generated/headers/ipv4.hpp"
#include "verbatim/generated/headers/reth.hpp"
#include "verbatim/generated/headers/udp.hpp"
#include "verbatim/generated/headers/xrc_eth.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::uint64_t icrc_bytes_of_packet = 4;
constexpr std::uint64_t frame_check_bytes = 4;
constexpr std::uint64_t packet_overhead = headers::ethernet::size + headers::ipv4::size +
                                          headers::udp::size + headers::bth::size +
                                          icrc_bytes_of_packet + frame_check_bytes;

// Extended headers.
constexpr std::uint64_t reth_bytes = headers::reth::size;
constexpr std::uint64_t aeth_bytes = headers::aeth::size;
// The key of a SEND with invalidate has the same size.
constexpr std::uint64_t immediate_bytes = headers::imm_dt::size;
constexpr std::uint64_t xrceth_bytes = headers::xrc_eth::size;
constexpr std::uint64_t datagram_header_bytes = headers::deth::size;
constexpr std::uint64_t atomic_ack_bytes = headers::atomic_ack_eth::size;

/// Address and key at the beginning of an AtomicETH; two operands of 8 bytes follow in the standard
/// ones.
constexpr std::uint64_t atomic_place_bytes = headers::atomic_eth::swap_add.bit / 8;
constexpr std::uint64_t two_operands = headers::atomic_eth::size - atomic_place_bytes;

std::uint64_t packets_for(const queue_pair_counts& of, std::size_t payload) noexcept {
  if (payload == 0 || of.mtu == 0) return 1;
  return (payload + of.mtu - 1) / of.mtu;
}

/// Returns the payload with the padding of its last packet to four bytes.
std::uint64_t padded(std::size_t payload) noexcept { return (payload + 3) & ~std::uint64_t{3}; }

void add(queue_pair_counts& of, std::uint64_t packet_counts::*kind, std::uint64_t packets,
         std::uint64_t bytes) noexcept {
  of.packets.*kind += packets;
  of.packets.wire_bytes += bytes + packets * packet_overhead;
}

bool has_immediate(message_kind kind) noexcept {
  return kind == message_kind::send_imm || kind == message_kind::send_inval ||
         kind == message_kind::rdma_write_imm;
}

/// Returns the bytes of a request, or of a piece of one, without the headers of every packet.
std::uint64_t request_bytes(const message& request) noexcept {
  switch (request.kind) {
    case message_kind::rdma_read:
      return reth_bytes;
    case message_kind::atomic_cs:
    case message_kind::atomic_fa:
      return atomic_place_bytes + two_operands;
    case message_kind::atomic_masked_cs:
    case message_kind::atomic_masked_fa:
      return atomic_place_bytes + request.payload.size();
    default:
      break;
  }
  const bool write =
      request.kind == message_kind::rdma_write || request.kind == message_kind::rdma_write_imm;
  std::uint64_t bytes = padded(request.payload.size());
  if (write && request.offset == 0) bytes += reth_bytes;
  if (has_immediate(request.kind) && request.last()) bytes += immediate_bytes;
  return bytes;
}

bool carries_payload(message_kind kind) noexcept {
  return kind != message_kind::rdma_read && kind != message_kind::atomic_masked_cs &&
         kind != message_kind::atomic_masked_fa;
}

}  // namespace

void count_request(queue_pair_counts& of, const message& request, bool again) {
  const std::uint64_t packets =
      carries_payload(request.kind) ? packets_for(of, request.payload.size()) : 1;
  const std::uint64_t xrc = request.xrc_srqn != 0 ? packets * xrceth_bytes : 0;
  add(of, &packet_counts::requests, packets, request_bytes(request) + xrc);
  if (again) of.packets.retransmitted += packets;
}

void count_datagram(queue_pair_counts& of, const message& sent) {
  const bool with_immediate = sent.kind == message_kind::datagram_imm;
  add(of, &packet_counts::requests, 1,
      padded(sent.payload.size() - datagram_addresses::size) + datagram_header_bytes +
          (with_immediate ? immediate_bytes : 0));
}

void count_frame(queue_pair_counts& of, std::size_t bytes) {
  ++of.packets.requests;
  of.packets.wire_bytes += bytes + frame_check_bytes;
}

void count_answer(queue_pair_counts& of, const message& answer) {
  switch (answer.kind) {
    case message_kind::read_response: {
      // The first and the last packet of the whole response have an AETH.
      const bool first = answer.offset == 0;
      const bool another = answer.last() && packets_for(of, answer.message_bytes) > 1;
      add(of, &packet_counts::responses, packets_for(of, answer.payload.size()),
          padded(answer.payload.size()) + aeth_bytes * (std::uint64_t{first} + another));
      break;
    }
    case message_kind::atomic_response: {
      const std::uint64_t result = answer.message_bytes;
      add(of, &packet_counts::responses, 1,
          aeth_bytes + (result > atomic_ack_bytes ? result : atomic_ack_bytes));
      break;
    }
    case message_kind::nak:
      add(of, &packet_counts::naks, 1, aeth_bytes);
      break;
    case message_kind::rnr_nak:
      add(of, &packet_counts::rnr_naks, 1, aeth_bytes);
      break;
    default:
      break;
  }
}

void count_ack(queue_pair_counts& of) { add(of, &packet_counts::acks, 1, aeth_bytes); }

}  // namespace verbatim::emulator
