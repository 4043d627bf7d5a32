// Tag-matching SRQs: our queues on the emulated device, from append() to the data.
#include "verbatim/verbs/direct/tm_srq.hpp"

#include <gtest/gtest.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "long_enough.hpp"
#include "message_of.hpp"
#include "tm_srq_fixture.hpp"
#include "verbatim/generated/segments/tmh_seg.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"

namespace verbatim {
namespace {

TEST_F(tm_srq_test, a_message_goes_to_the_buffer_of_its_tag) {
  EXPECT_EQ(srq.describe().substr(0, 7), "TM SRQ ");
  const auto receives = srq.available();
  EXPECT_TRUE(append(5, 50, 0).ok());
  EXPECT_TRUE(append(6, 60, 1).ok());
  EXPECT_EQ(next(2), (events{{"tm_append"}, {"tm_append"}}));
  send(6, 100);
  EXPECT_EQ(next(), (events{{"tm_consumed_msg last", 60, 100}}));
  EXPECT_TRUE(arrived(1, 100));
  EXPECT_EQ(memory[buffer(1) + 100], 0);
  EXPECT_EQ(memory[buffer(0)], 0) << "the other buffer is as it was";
  EXPECT_EQ(srq.available(), receives) << "no receive was taken";
}

TEST_F(tm_srq_test, the_completion_says_what_the_sender_sent) {
  ASSERT_TRUE(append(0xab00, 50, 0, room, 0xff00).ok()) << "the lower bits are the sender's";
  EXPECT_EQ(next(), (events{{"tm_append"}}));
  send(0xab12, 8);
  EXPECT_EQ(next(), (events{{"tm_consumed_msg last", 50, 8}}));
  ASSERT_TRUE(last_said);
  EXPECT_EQ(last_said->tag, 0);
  EXPECT_EQ(last_said->message_tag, 0xab12u);
  EXPECT_EQ(last_said->app_ctx, 0x01020304u);
}

TEST_F(tm_srq_test, a_tag_may_have_no_buffer) {
  ASSERT_TRUE(append(7, 70, 0, 0).ok());
  EXPECT_EQ(next(), (events{{"tm_append"}}));
  send(7, 0);
  EXPECT_EQ(next(), (events{{"tm_consumed_msg last", 70, 0}}));
}

TEST_F(tm_srq_test, what_finds_no_tag_takes_a_receive_with_its_header) {
  ASSERT_TRUE(append(5, 50, 0).ok());
  EXPECT_EQ(next(), (events{{"tm_append"}}));
  receive(1, 1);
  receive(2, 2);
  receive(3, 3);
  send(8, 100);
  EXPECT_EQ(next(), (events{{"tm_unexpected", 1, header + 100}}));
  EXPECT_EQ(tmh_seg::read(reinterpret_cast<std::byte*>(&memory[buffer(1)])).tag, 8u);
  EXPECT_TRUE(arrived(1, 100, 1, header));
  EXPECT_EQ(srq.tags().unexpected(), 1);
  send(5, 100, 2, tmh_op::no_tag);
  EXPECT_EQ(next(), (events{{"tm_no_tag", 2, header + 100}}));
  EXPECT_TRUE(arrived(2, 100, 2, header));
  EXPECT_EQ(srq.tags().unexpected(), 1) << "it has no tag that it could have found";
  // The device does no rendezvous: the program finds the request where unexpected messages are.
  send(5, 32, 3, tmh_op::rndv);
  EXPECT_EQ(next(), (events{{"tm_unexpected", 3, header + 32}}));
  EXPECT_EQ(tmh_seg::read(reinterpret_cast<std::byte*>(&memory[buffer(3)])).opcode, tmh_op::rndv);
  EXPECT_EQ(srq.tags().unexpected(), 2);
}

TEST_F(tm_srq_test, a_removed_tag_gives_its_entry_back) {
  const auto tag = append(5, 50, 0);
  ASSERT_TRUE(tag);
  remove(tag.tag());
  EXPECT_EQ(next(2), (events{{"tm_append"}, {"tm_remove last", 50}}));
  EXPECT_EQ(srq.tags().available(), 5u);
  receive(1, 1);
  send(5, 10);
  EXPECT_EQ(next(), (events{{"tm_unexpected", 1, header + 10}}));
}

TEST_F(tm_srq_test, a_tag_that_was_found_cannot_be_removed) {
  const auto tag = append(5, 50, 0);
  ASSERT_TRUE(tag);
  EXPECT_EQ(next(), (events{{"tm_append"}}));
  send(5, 10);
  EXPECT_EQ(next(), (events{{"tm_consumed_msg last", 50, 10}}));
  // Appends like a program that has not polled yet.
  const auto other = append(6, 60, 1);
  ASSERT_TRUE(other);
  EXPECT_EQ(next(), (events{{"tm_append"}}));
  send(6, 10);
  remove(other.tag());
  EXPECT_EQ(next(2), (events{{"tm_consumed_msg last", 60, 10}, {"tm_remove", 0}}));
  EXPECT_EQ(srq.tags().available(), 5u);
}

TEST_F(tm_srq_test, says_when_the_list_or_the_command_queue_is_full) {
  for (unsigned i = 0; i < 5; ++i) {
    EXPECT_TRUE(append(10 + i, static_cast<int>(i), i).ok());
  }
  EXPECT_EQ(append(20, 5, 5).error(), post_error::tag_list_full);
  EXPECT_EQ(next(5).size(), 5u);
  EXPECT_EQ(append(20, 5, 5).error(), post_error::tag_list_full) << "the tags are still waiting";
  send(12, 10);
  EXPECT_EQ(next(), (events{{"tm_consumed_msg last", 2, 10}}));
  EXPECT_TRUE(append(20, 5, 5).ok());
  EXPECT_EQ(next(), (events{{"tm_append"}}));
  send(20, 10);
  EXPECT_EQ(next(), (events{{"tm_consumed_msg last", 5, 10}}));
  EXPECT_TRUE(arrived(5, 10));
  const auto commands = srq.tags().commands().available();
  for (std::uint32_t i = 0; i < commands; ++i) ASSERT_TRUE(srq.tags().sync());
  EXPECT_EQ(srq.tags().sync().error(), post_error::queue_full);
  EXPECT_EQ(append(30, 6, 6).error(), post_error::queue_full);
  srq.tags().ring_doorbell();
  EXPECT_EQ(next(commands), events(commands, event{"tm_noop"}));
  EXPECT_TRUE(append(30, 6, 6).ok());
}

TEST_F(tm_srq_test, a_tag_waits_until_all_unexpected_messages_are_counted) {
  receive(1, 1);
  receive(2, 2);
  send(7, 10);
  // We have not polled, so it may be for the message that is in the receive already.
  ASSERT_TRUE(append(7, 70, 0).ok());
  EXPECT_EQ(next(2), (events{{"tm_unexpected", 1, header + 10}, {"tm_append behind"}}));
  // It was, but say that it was not: the next one finds nothing either.
  send(7, 10);
  EXPECT_EQ(next(), (events{{"tm_unexpected", 2, header + 10}}));
  sync();
  EXPECT_EQ(next(), (events{{"tm_noop"}}));
  send(7, 10);
  EXPECT_EQ(next(), (events{{"tm_consumed_msg last", 70, 10}}));
}

TEST_F(tm_srq_test, any_command_brings_the_count_up_to_date) {
  receive(1, 1);
  send(7, 10);
  ASSERT_TRUE(append(8, 80, 0).ok());
  EXPECT_EQ(next(2), (events{{"tm_unexpected", 1, header + 10}, {"tm_append behind"}}));
  ASSERT_TRUE(append(9, 90, 2).ok());
  EXPECT_EQ(next(), (events{{"tm_append"}}));
  send(8, 10);
  EXPECT_EQ(next(), (events{{"tm_consumed_msg last", 80, 10}}));
}

TEST_F(tm_srq_test, a_message_longer_than_its_buffer_fails_the_sender) {
  ASSERT_TRUE(append(5, 50, 0, 10).ok());
  EXPECT_EQ(next(), (events{{"tm_append"}}));
  send(5, 11, 1, tmh_op::eager, cqe_syndrome::remote_inval_req_err);
}

TEST_F(tm_srq_test, several_queue_pairs_find_the_same_tags) {
  receiver to2(pd, cq, srq);
  sender from2(pd, sent);
  const auto address = to2.address();
  to2.connect(from2.address());
  from2.connect(address);
  ASSERT_TRUE(append(5, 50, 0).ok());
  ASSERT_TRUE(append(6, 60, 1).ok());
  EXPECT_EQ(next(2).size(), 2u);
  send(6, 10);
  EXPECT_EQ(next(), (events{{"tm_consumed_msg last", 60, 10}}));
  tmh_seg{.opcode = tmh_op::eager, .tag = 5}.write(reinterpret_cast<std::byte*>(memory.data()));
  send_from(from2, header + 10);
  EXPECT_EQ(next(), (events{{"tm_consumed_msg last", 50, 10}}));
}

TEST_F(tm_srq_test, what_receives_there_sends_too) {
  // In the same completion queue, and in another.
  receiver to2(pd, sent, cq, srq);
  sender from2(pd, sent);
  const auto address = to2.address();
  to2.connect(from2.address());
  from2.connect(address);
  ASSERT_TRUE(from2.rq_wqe().sge(mr.addr() + buffer(2), room, mr.lkey()).finish(7));
  from2.ring_recv_doorbell();
  ASSERT_TRUE(to2.sq_wqe().write().rdma(0, rkey(0)).no_data().signal(4).finish());
  to2.ring_doorbell();
  ASSERT_TRUE(to.sq_wqe().write().rdma(0, rkey(0)).no_data().signal(5).finish());
  to.ring_doorbell();
  int here = 0;
  int there = 0;
  const auto deadline = std::chrono::steady_clock::now() + long_enough;
  while ((here == 0 || there == 0) && std::chrono::steady_clock::now() < deadline) {
    sent.poll(overloaded{[&](send_completion<int>&& c) { there = c.entry; },
                         [](auto&&) { FAIL() << "nothing else completes there"; }});
    cq.poll(overloaded{[&](send_completion<int>&& c) { here = c.entry; },
                       [](auto&&) { FAIL() << "nothing has arrived"; }});
  }
  EXPECT_EQ(there, 4);
  EXPECT_EQ(here, 5);
}

TEST_F(tm_srq_test, on_a_uar_its_commands_are_rung_by_one_thread) {
  using own = tm_srq<int, std::string, ringers::one_thread>;
  using own_receiver =
      rc_qp<int, on_tm_srq<int, std::string, ringers::one_thread>, ringers::one_thread>;
  verbatim::cq<own, own_receiver> own_cq(context, 64);
  uar page(pd);
  own own_srq(page, own_cq);
  own_receiver own_to(page, own_cq, own_srq);
  sender from2(pd, sent);
  const auto address = own_to.address();
  own_to.connect(from2.address());
  from2.connect(address);
  ASSERT_TRUE(
      own_srq.tags().append(1, every_bit, mr.addr() + buffer(0), room, mr.lkey(), "one").ok());
  own_srq.tags().ring_doorbell();
  std::string found;
  bool appended = false;
  const auto poll_until = [&](const auto& done) {
    const auto deadline = std::chrono::steady_clock::now() + long_enough;
    while (!done() && std::chrono::steady_clock::now() < deadline) {
      own_cq.poll(overloaded{[&](tag_completion<std::string>&& c) {
                               appended |= c.what() == cqe_app_op::tm_append;
                               if (c.last) found = std::move(c.entry);
                             },
                             [](auto&&) { FAIL() << "nothing else was asked for"; }});
    }
  };
  poll_until([&] { return appended; });
  tmh_seg{.opcode = tmh_op::eager, .tag = 1}.write(reinterpret_cast<std::byte*>(memory.data()));
  send_from(from2, 20);
  poll_until([&] { return !found.empty(); });
  EXPECT_EQ(found, "one");
}

/// --raise-at 3:device_fatal
TEST_F(tm_srq_test, of_a_failed_device_hands_back_its_tags) {
  const auto receives = srq.available();
  const auto found = append(5, 50, 0), listed = append(6, 60, 1);
  EXPECT_EQ(next(2), (events{{"tm_append"}, {"tm_append"}}));
  receive(1, 2);
  events seen;
  EXPECT_THROW(srq.flush(into(seen)), error) << "the device works";
  ASSERT_TRUE(append(7, 70, 3).ok());  // what the device does not do any more
  remove(found.tag());
  sync();
  const auto event = context.wait_event(std::chrono::seconds(30));
  ASSERT_TRUE(event && event->type == async_event_type::device_fatal);
  EXPECT_EQ(srq.flush(into(seen)), 6u);
  const std::string flushed = " wr_flush_err";
  EXPECT_EQ(seen, (events{{"none" + flushed, 1},
                          {"tm_append" + flushed + " last", 70},
                          {"tm_remove" + flushed},
                          {"tm_noop" + flushed},
                          {"tm_expected" + flushed + " last", 50},
                          {"tm_expected" + flushed + " last", 60}}));
  EXPECT_EQ(srq.flush(into(seen)), 0u);
  EXPECT_EQ(srq.tags().available(), 5u) << listed.tag() << " is free, too";
  EXPECT_EQ(srq.available(), receives);
}

TEST_F(tm_srq_test, closes_after_its_queue_pairs_and_before_its_cq) {
  ASSERT_TRUE(append(5, 50, 0).ok());
  EXPECT_EQ(next(), (events{{"tm_append"}}));
  auto& tags = srq.tags();
  srq.close();
  EXPECT_FALSE(srq.is_open());
  EXPECT_FALSE(to.is_open()) << "it received there";
  EXPECT_TRUE(from.is_open());
  EXPECT_TRUE(cq.is_open());
  EXPECT_EQ(tags.append(6, 1, 1, 1, lkey(1), 1).error(), post_error::closed);
  EXPECT_EQ(tags.remove(0).error(), post_error::closed);
  EXPECT_EQ(tags.sync().error(), post_error::closed);
  tags.ring_doorbell();
  EXPECT_EQ(srq.srq_wqe().sge(1, 1, lkey(1)).finish(1).error(), post_error::closed);
  EXPECT_EQ(message_of([&] { receiver(pd, cq, srq); }),
            "create_qp on " + srq.describe() +
                ": it has been closed, by itself or with what it was made on");
  srq_type again(pd, cq);
  cq.close();
  EXPECT_FALSE(again.is_open());
  EXPECT_TRUE(from.is_open());
}

TEST_F(tm_srq_test, what_a_closed_queue_pair_received_is_free_again) {
  const auto receives = srq.available();
  ASSERT_TRUE(append(5, 50, 0).ok());
  EXPECT_EQ(next(), (events{{"tm_append"}}));
  receive(1, 1);
  send(5, 10);
  send(8, 10);
  to.close();
  dropped = 2;
  EXPECT_EQ(srq.available(), receives);
  EXPECT_EQ(srq.tags().available(), 5u);
  EXPECT_EQ(srq.tags().unexpected(), 1);
  // Its unexpected message was counted, so tags match at once.
  receiver to2(pd, cq, srq);
  sender from2(pd, sent);
  const auto address = to2.address();
  to2.connect(from2.address());
  from2.connect(address);
  ASSERT_TRUE(append(9, 90, 2).ok());
  EXPECT_EQ(next(), (events{{"tm_append"}}));
  tmh_seg{.opcode = tmh_op::eager, .tag = 9}.write(reinterpret_cast<std::byte*>(memory.data()));
  send_from(from2, header + 10);
  EXPECT_EQ(next(), (events{{"tm_consumed_msg last", 90, 10}}));
}

TEST_F(tm_srq_test, handles_can_go_in_every_order) {
  std::array order{0, 1, 2};
  do {
    std::optional<decltype(cq)> some_cq(std::in_place, context, 16);
    std::optional<srq_type> some_srq(std::in_place, pd, *some_cq);
    std::optional<receiver> some_qp(std::in_place, pd, *some_cq, *some_srq);
    for (const int which : order) {
      if (which == 0) some_cq.reset();
      if (which == 1) some_srq.reset();
      if (which == 2) some_qp.reset();
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST_F(tm_srq_test, refuses_what_cannot_be) {
  EXPECT_EQ(message_of([&] { srq_type(pd, cq, {.max_tags = 128}); }),
            "create_tm_srq on PD of mlx5_0: max_tags is 128, and the device's max_num_tags is 127");
  EXPECT_EQ(message_of([&] { srq_type(pd, cq, {.max_tags = 0}); }),
            "create_tm_srq on PD of mlx5_0: max_tags is 0, and the device's max_num_tags is 127");
  verbatim::cq<receiver, srq_type> other(context, 16);
  EXPECT_EQ(message_of([&] { receiver(pd, other, srq); }),
            "create_qp on " + srq.describe() + ": it was made with " + cq.describe() +
                ", where all that is received completes: give that one for receives, and not " +
                other.describe());
  EXPECT_EQ(message_of([&] { srq_type(pd, cq, {.port = 2}); }),
            "ibv_query_port on port 2 of mlx5_0: the device has ports 1 to 1");
}

int without_tags(ibv_context*, const ibv_query_device_ex_input*, ibv_device_attr_ex* attr,
                 std::size_t size) {
  std::memset(attr, 0, size);
  return 0;
}

TEST_F(tm_srq_test, says_that_a_device_does_not_match_tags) {
  verbs_context* const calls = verbs_get_ctx(context.native());
  const auto query = std::exchange(calls->query_device_ex, without_tags);
  EXPECT_EQ(message_of([&] { srq_type(pd, cq); }),
            "create_tm_srq on PD of mlx5_0: the device does not match tags on RC (tm_caps of "
            "ibv_query_device_ex): use an srq, and match in the program");
  calls->query_device_ex = query;
}

/// Runs with --fail-at 2.
TEST_F(tm_srq_test, failing_commands) {
  ASSERT_TRUE(append(5, 50, 0).ok());
  EXPECT_EQ(next(), (events{{"tm_append"}}));
  ASSERT_TRUE(append(6, 60, 1).ok());
  EXPECT_EQ(next(), (events{{"tm_append local_qp_op_err last", 60}}));
  EXPECT_EQ(srq.tags().available(), 4u);
  remove(0);
  sync();
  ASSERT_TRUE(append(7, 70, 2).ok());
  EXPECT_EQ(next(3), (events{{"tm_remove wr_flush_err"},
                             {"tm_noop wr_flush_err"},
                             {"tm_append wr_flush_err last", 70}}));
  EXPECT_EQ(srq.tags().available(), 4u);
  send(5, 10);
  EXPECT_EQ(next(), (events{{"tm_consumed_msg last", 50, 10}}))
      << "what is in the list stays there";
  EXPECT_EQ(srq.tags().available(), 5u);
}

TEST(tm_srq_ethernet, is_not_to_be_had_by_verbs) {
  const auto context = open_device();
  const pd pd(context);
  const verbatim::cq<srq_type> cq(context, 16);
  const auto said = message_of([&] { srq_type(pd, cq); });
  EXPECT_NE(said.find("port 1, which has to be an active InfiniBand port"), std::string::npos)
      << said;
}

}  // namespace
}  // namespace verbatim
