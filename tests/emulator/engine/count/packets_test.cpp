// The packets that --count makes of messages, by hand.
#include "engine/count/packets.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace {

using namespace verbatim::emulator;

constexpr std::array<std::byte, message::max_payload> payload{};

/// The headers of every packet: Ethernet, IPv4, UDP, BTH and both check sequences.
constexpr std::uint64_t each = 14 + 20 + 8 + 12 + 4 + 4;

/// The counts of a queue pair with an MTU of 1024 bytes that has sent nothing.
queue_pair_counts counts() {
  queue_pair_counts made;
  made.mtu = 1024;
  return made;
}

/// A message, or the piece of it from `offset` on.
message piece(message_kind kind, std::uint32_t bytes, std::uint32_t offset, std::size_t count) {
  message made;
  made.kind = kind;
  made.message_bytes = bytes;
  made.offset = offset;
  made.payload = std::span(payload).first(count);
  return made;
}

message whole(message_kind kind, std::uint32_t bytes) { return piece(kind, bytes, 0, bytes); }

/// Expects these requests.
void expect(const queue_pair_counts& of, std::uint64_t packets, std::uint64_t bytes) {
  EXPECT_EQ(of.packets.requests, packets);
  EXPECT_EQ(of.packets.wire_bytes, bytes);
}

TEST(count_packets, sends) {
  auto of = counts();
  count_request(of, whole(message_kind::send, 0), false);
  expect(of, 1, each);
  of = counts();
  count_request(of, whole(message_kind::send, 1024), false);
  expect(of, 1, each + 1024);
  of = counts();
  // 1025 bytes have three of padding.
  count_request(of, whole(message_kind::send_imm, 1025), false);
  expect(of, 2, 2 * each + 1028 + 4);
  of = counts();
  count_request(of, whole(message_kind::send_inval, 8), false);
  expect(of, 1, each + 8 + 4);
  EXPECT_EQ(of.packets.retransmitted, 0u);
}

TEST(count_packets, writes_in_pieces) {
  auto of = counts();
  constexpr std::uint32_t bytes = message::max_payload + 10;
  count_request(of, piece(message_kind::rdma_write_imm, bytes, 0, message::max_payload), false);
  expect(of, 64, 64 * each + 16 + message::max_payload);
  count_request(of, piece(message_kind::rdma_write_imm, bytes, message::max_payload, 10), true);
  expect(of, 65, 65 * each + 16 + message::max_payload + 12 + 4);
  EXPECT_EQ(of.packets.retransmitted, 1u);
}

TEST(count_packets, reads_and_atomics) {
  auto of = counts();
  count_request(of, piece(message_kind::rdma_read, 1 << 20, 0, 0), false);
  expect(of, 1, each + 16);
  of = counts();
  count_request(of, piece(message_kind::atomic_cs, 8, 0, 0), false);
  expect(of, 1, each + 28);
  of = counts();
  // Swap, compare and a mask for each, of eight bytes.
  count_request(of, piece(message_kind::atomic_masked_cs, 8, 0, 32), false);
  expect(of, 1, each + 12 + 32);
}

TEST(count_packets, xrc_names_the_srq_in_each_packet) {
  auto of = counts();
  message send = whole(message_kind::send, 3000);
  send.xrc_srqn = 7;
  count_request(of, send, false);
  expect(of, 3, 3 * (each + 4) + 3000);
}

TEST(count_packets, datagrams_and_frames) {
  auto of = counts();
  message sent = piece(message_kind::datagram, 0, 0, datagram_addresses::size + 2000);
  count_datagram(of, sent);
  expect(of, 1, each + 8 + 2000);
  sent.kind = message_kind::datagram_imm;
  count_datagram(of, sent);
  expect(of, 2, 2 * (each + 8 + 2000) + 4);
  of = counts();
  count_frame(of, 60);
  expect(of, 1, 64);
}

TEST(count_packets, responses) {
  auto of = counts();
  count_answer(of, whole(message_kind::read_response, 0));
  count_answer(of, whole(message_kind::read_response, 1024));
  EXPECT_EQ(of.packets.responses, 2u);
  EXPECT_EQ(of.packets.wire_bytes, 2 * (each + 4) + 1024);
  of = counts();
  count_answer(of, whole(message_kind::read_response, 3000));
  EXPECT_EQ(of.packets.responses, 3u);
  EXPECT_EQ(of.packets.wire_bytes, 3 * each + 2 * 4 + 3000);
  of = counts();
  constexpr std::uint32_t bytes = message::max_payload + 1024;
  count_answer(of, piece(message_kind::read_response, bytes, 0, message::max_payload));
  count_answer(of, piece(message_kind::read_response, bytes, message::max_payload, 1024));
  EXPECT_EQ(of.packets.responses, 65u);
  EXPECT_EQ(of.packets.wire_bytes, 65 * each + 2 * 4 + bytes);
  of = counts();
  count_answer(of, piece(message_kind::atomic_response, 8, 0, 0));
  count_answer(of, piece(message_kind::atomic_response, 16, 0, 0));
  EXPECT_EQ(of.packets.responses, 2u);
  EXPECT_EQ(of.packets.wire_bytes, 2 * (each + 4) + 8 + 16);
}

TEST(count_packets, acks_and_refusals) {
  auto of = counts();
  count_ack(of);
  count_answer(of, piece(message_kind::nak, 0, 0, 0));
  count_answer(of, piece(message_kind::rnr_nak, 0, 0, 0));
  count_answer(of, piece(message_kind::unreachable, 0, 0, 0));
  EXPECT_EQ(of.packets.acks, 1u);
  EXPECT_EQ(of.packets.naks, 1u);
  EXPECT_EQ(of.packets.rnr_naks, 1u);
  EXPECT_EQ(of.packets.wire_bytes, 3 * (each + 4));
}

TEST(count_records, looks_see_the_way_between_two_values) {
  receive_record_counts of;
  of.look(0);
  of.look(3);
  of.look(3);
  of.look(5);
  EXPECT_EQ(of.posted(), 5u);
  EXPECT_EQ(of.advances(), 2u);
  // The program begins anew.
  of.look(0);
  of.look(2);
  EXPECT_EQ(of.posted(), 7u);
  of.reset();
  of.look(0xfff0);
  EXPECT_EQ(of.posted(), 7u);
  of.look(0x0010);
  EXPECT_EQ(of.posted(), 7u + 0x20);
}

}  // namespace
