// The account of WQEs on their way: PSNs, acks, results, and sending again.
#include "engine/send/pending_queue.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

namespace {

using namespace verbatim::emulator;

/// A WQE with a request of that kind and a message of so many bytes.
pending_wqe wqe(wqe_request request, std::uint32_t message_bytes = 8) {
  pending_wqe one;
  one.wqe.request = std::move(request);
  one.wqe.message_bytes = message_bytes;
  return one;
}

/// A queue of a long SEND of three messages, a READ, and a WRITE, from PSN 0xffffff on, all sent.
pending_queue three_sent() {
  pending_queue queue;
  queue.count_from(0xffffff, 4096);
  queue.push(wqe(send_request{}, 2 * message::max_payload + 1));
  queue.push(wqe(read_request{}));
  queue.push(wqe(write_request{}));
  while (!queue.all_sent()) {
    queue.next_unsent().sent_messages = 1;
    queue.sent();
  }
  return queue;
}

TEST(pending_queue, counts_the_psns_of_all_messages) {
  pending_queue queue = three_sent();
  EXPECT_EQ(queue.front().first_psn, 0xffffffu);
  EXPECT_EQ(queue.front().messages, 3u);
  EXPECT_TRUE(queue.front().contains(1));
  EXPECT_FALSE(queue.front().contains(2));
  EXPECT_EQ(queue.back().first_psn, 3u);
}

TEST(pending_queue, counts_packets_of_the_mtu_and_messages) {
  pending_queue queue = three_sent();
  EXPECT_EQ(queue.front().first_packet, 0xffffffu);
  EXPECT_EQ(queue.front().number, 1u);
  EXPECT_EQ(queue.back().first_packet, 33u);  // behind 33 packets of the SEND, and one of the READ
  EXPECT_EQ(queue.back().number, 3u);
}

TEST(pending_queue, a_wqe_without_a_peer_has_no_psn) {
  pending_queue queue;
  queue.push(wqe(no_request{}));
  queue.push(wqe(write_request{}));
  EXPECT_EQ(queue.front().messages, 0u);
  EXPECT_EQ(queue.back().first_psn, 0u);
}

TEST(pending_queue, an_ack_is_for_whole_wqes) {
  pending_queue queue = three_sent();
  EXPECT_FALSE(queue.acknowledge_before(1));
  EXPECT_FALSE(queue.front().done);
  EXPECT_TRUE(queue.acknowledge_before(2));
  EXPECT_TRUE(queue.front().done);
  EXPECT_FALSE(queue.acknowledge_before(2));
}

TEST(pending_queue, an_ack_of_what_was_never_sent_is_none) {
  pending_queue queue;
  queue.count_from(0xffffff, 4096);
  queue.push(wqe(write_request{}));
  queue.push(wqe(write_request{}));
  while (!queue.all_sent()) queue.sent();
  EXPECT_FALSE(queue.acknowledge_before(2));
  EXPECT_FALSE(queue.acknowledge_before(0x7ffffe));
  EXPECT_FALSE(queue.front().done);
  EXPECT_TRUE(queue.acknowledge_before(1));
  EXPECT_TRUE(queue.all_sent_are_done());
}

TEST(pending_queue, an_ack_does_not_pass_a_missing_result) {
  pending_queue queue = three_sent();
  EXPECT_EQ(queue.awaited_results(), 1u);
  EXPECT_TRUE(queue.acknowledge_before(4));
  EXPECT_FALSE(queue.back().done);
  EXPECT_FALSE(queue.all_sent_are_done());
  EXPECT_EQ(queue.awaiting_result(3), nullptr);
  pending_wqe* const read = queue.awaiting_result(2);
  ASSERT_NE(read, nullptr);
  queue.result_arrived(*read);
  EXPECT_EQ(queue.awaited_results(), 0u);
  EXPECT_TRUE(queue.acknowledge_before(4));
  EXPECT_TRUE(queue.all_sent_are_done());
}

TEST(pending_queue, a_result_waits_for_the_acks_before_it) {
  pending_queue queue = three_sent();
  EXPECT_EQ(queue.awaiting_result(2), nullptr);
}

TEST(pending_queue, sends_again_from_the_front) {
  pending_queue queue = three_sent();
  queue.acknowledge_before(2);
  queue.pop_done();
  queue.rewind();
  EXPECT_EQ(queue.size(), 2u);
  EXPECT_EQ(&queue.next_unsent(), &queue.front());
  EXPECT_EQ(queue.front().sent_messages, 0u);
  EXPECT_EQ(queue.front().first_psn, 2u);
  EXPECT_EQ(queue.awaited_results(), 0u);
}

TEST(pending_queue, gives_up_everything_and_counts_on) {
  pending_queue queue = three_sent();
  EXPECT_EQ(queue.take_all().size(), 3u);
  EXPECT_TRUE(queue.empty());
  EXPECT_TRUE(queue.all_sent());
  EXPECT_EQ(queue.awaited_results(), 0u);
  queue.push(wqe(write_request{}));
  EXPECT_EQ(queue.front().first_psn, 4u);
}

}  // namespace
