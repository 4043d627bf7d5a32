// The promises of a tag-matching SRQ's list: commands, places, and when they are free again.
#include "verbatim/queue/receive/tag_matching.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <map>

#include "device.hpp"
#include "dice.hpp"
#include "verbatim/generated/segments/tm_seg.hpp"
#include "verbatim/queue/receive/shared_recv_queue.hpp"

namespace verbatim::test {
namespace {

using tag_list = tag_matching<int>;

/// A CQE in memory.
struct written_cqe {
  explicit written_cqe(cqe_app_op what, std::uint16_t tag = 0,
                       cqe_opcode opcode = cqe_opcode::no_packet, bool success = false) {
    cqe64::values{.app = 1, .app_op = what, .app_info = tag, .qpn = 0x100, .opcode = opcode}.write(
        bytes.data());
    if (success) bytes[0] = std::byte{0x80};
  }
  operator cqe64() const { return cqe64(bytes.data()); }

  std::array<std::byte, 64> bytes{};
};

struct event {
  cqe_app_op what;
  std::uint16_t tag;
  int entry;
  bool last;

  bool operator==(const event&) const = default;
};

event complete(tag_list& list, const written_cqe& cqe) {
  event result{};
  EXPECT_TRUE(list.takes(cqe));
  list.complete(cqe, false, [&](tag_completion<int> c) {
    result = {c.what(), c.tag(), c.entry, c.last};
  });
  return result;
}

TEST(tag_matching, append_names_the_next_free_place) {
  queue_pair_memory memory(8, 0xabcdef);
  tag_list list(memory.send(), 3);
  EXPECT_EQ(list.available(), 3u);
  EXPECT_EQ(
      list.append(0x1112131415161718, 0x2122232425262728, 0x3132333435363738, 0x41, lkey(0x51), 7)
          .tag(),
      0);
  EXPECT_TRUE(
      same(memory.wqe(0, 64), bytes({
                                  0x00, 0x00, 0x00, 0x28,  // TAG_MATCHING
                                  0xab, 0xcd, 0xef, 0x04,  // QPN, ds
                                  0x00, 0x00, 0x00, 0x00,  // no CQE but its own
                                  0x00, 0x00, 0x00, 0x00,  //
                                  0x10, 0xc0, 0x00, 0x01,  // append, cqe_req, sw_cnt_valid, next
                                  0x00, 0x00, 0x00, 0x00,  // sw_cnt
                                  0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,  //
                                  0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18,  // tag
                                  0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28,  // mask
                                  0x00, 0x00, 0x00, 0x41,                          // byte_count
                                  0x00, 0x00, 0x00, 0x51,                          // lkey
                                  0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38,  // addr
                              })));
  EXPECT_EQ(list.append(1, 2, 3, 0, lkey(5), 8).tag(), 1);
  EXPECT_EQ(data_seg::read(memory.wqe(1, 64).data() + 48).lkey, terminator_lkey.value())
      << "a buffer of 0 bytes";
  list.ring_doorbell();
  EXPECT_EQ(memory.record().snd_counter, 2);
}

TEST(tag_matching, says_when_the_list_is_full) {
  queue_pair_memory memory(16);
  tag_list list(memory.send(), 2);
  EXPECT_TRUE(list.append(1, 1, 1, 1, lkey(1), 10).ok());
  EXPECT_TRUE(list.append(2, 1, 1, 1, lkey(1), 11).ok());
  EXPECT_EQ(list.append(3, 1, 1, 1, lkey(1), 12).error(), post_error::tag_list_full);
  EXPECT_NE(message(post_error::tag_list_full).find("tag list full"), std::string_view::npos);
  EXPECT_EQ(complete(list, written_cqe(cqe_app_op::tm_append)),
            (event{cqe_app_op::tm_append, 0, 0, false}));
  EXPECT_EQ(list.available(), 0u) << "its message is still to come";
  EXPECT_EQ(complete(list, written_cqe(cqe_app_op::tm_consumed_msg, 0, cqe_opcode::resp_send)),
            (event{cqe_app_op::tm_consumed_msg, 0, 10, true}));
  EXPECT_EQ(list.available(), 1u);
  EXPECT_EQ(list.append(4, 1, 1, 1, lkey(1), 13).tag(), 2) << "the place that was kept back";
  EXPECT_EQ(tm_seg::read(memory.wqe(2, 64).data() + 16).index, 0) << "and next the one now free";
}

TEST(tag_matching, a_full_command_queue_takes_no_place) {
  queue_pair_memory memory(8);
  tag_list list(memory.send(), 20);
  for (int i = 0; i < 8; ++i) EXPECT_TRUE(list.append(1, 1, 1, 1, lkey(1), i).ok());
  EXPECT_EQ(list.append(1, 1, 1, 1, lkey(1), 9).error(), post_error::queue_full);
  EXPECT_EQ(list.remove(0).error(), post_error::queue_full);
  EXPECT_EQ(list.sync().error(), post_error::queue_full);
  EXPECT_EQ(list.available(), 12u);
  complete(list, written_cqe(cqe_app_op::tm_append));
  EXPECT_EQ(list.append(1, 1, 1, 1, lkey(1), 9).tag(), 8);
}

TEST(tag_matching, a_message_in_two_steps) {
  queue_pair_memory memory(8);
  tag_list list(memory.send(), 2);
  (void)list.append(1, 1, 1, 1, lkey(1), 10);
  complete(list, written_cqe(cqe_app_op::tm_append));
  EXPECT_EQ(complete(list, written_cqe(cqe_app_op::tm_consumed, 0)),
            (event{cqe_app_op::tm_consumed, 0, 0, false}));
  EXPECT_EQ(list.available(), 1u);
  EXPECT_EQ(complete(list, written_cqe(cqe_app_op::tm_expected, 0, cqe_opcode::resp_send)),
            (event{cqe_app_op::tm_expected, 0, 10, true}));
  EXPECT_EQ(list.available(), 2u);
}

TEST(tag_matching, removal_may_come_too_late) {
  queue_pair_memory memory(8);
  tag_list list(memory.send(), 2);
  (void)list.append(1, 1, 1, 1, lkey(1), 10);
  (void)list.append(1, 1, 1, 1, lkey(1), 11);
  EXPECT_TRUE(list.remove(0).ok());
  EXPECT_TRUE(list.remove(1).ok());
  const auto seg = tm_seg::read(memory.wqe(2, 64).data() + 16);
  EXPECT_EQ(seg.opcode, tm_op::remove);
  EXPECT_EQ(seg.index, 0);
  complete(list, written_cqe(cqe_app_op::tm_append));
  complete(list, written_cqe(cqe_app_op::tm_append));
  EXPECT_EQ(complete(list, written_cqe(cqe_app_op::tm_consumed_msg, 0, cqe_opcode::resp_send)),
            (event{cqe_app_op::tm_consumed_msg, 0, 10, true}));
  EXPECT_EQ(list.available(), 0u) << "the removal is still to be answered";
  EXPECT_EQ(complete(list, written_cqe(cqe_app_op::tm_remove)),
            (event{cqe_app_op::tm_remove, 0, 0, false}));
  EXPECT_EQ(complete(list, written_cqe(cqe_app_op::tm_remove, 0, cqe_opcode::no_packet, true)),
            (event{cqe_app_op::tm_remove, 1, 11, true}));
  EXPECT_EQ(list.available(), 2u);
}

TEST(tag_matching, unexpected_messages_are_counted_and_told) {
  queue_pair_memory memory(8);
  tag_list list(memory.send(), 2);
  for (int i = 0; i < 5; ++i) {
    EXPECT_FALSE(list.takes(written_cqe(cqe_app_op::tm_unexpected, 0, cqe_opcode::resp_send)));
  }
  EXPECT_FALSE(list.takes(written_cqe(cqe_app_op::tm_no_tag, 0, cqe_opcode::resp_send)));
  EXPECT_EQ(list.unexpected(), 5);
  EXPECT_TRUE(list.sync().ok());
  const auto seg = tm_seg::read(memory.wqe(0, 64).data() + 16);
  EXPECT_EQ(seg.opcode, tm_op::nop);
  EXPECT_EQ(seg.sw_cnt_valid, 1);
  EXPECT_EQ(seg.sw_cnt, 5);
  EXPECT_EQ(complete(list, written_cqe(cqe_app_op::tm_noop)),
            (event{cqe_app_op::tm_noop, 0, 0, false}));
  EXPECT_EQ(list.commands().available(), 8u);
}

TEST(tag_matching, says_that_it_is_behind) {
  queue_pair_memory memory(8);
  tag_list list(memory.send(), 2);
  (void)list.append(1, 1, 1, 1, lkey(1), 10);
  (void)list.append(1, 1, 1, 1, lkey(1), 11);
  EXPECT_FALSE(list.takes(written_cqe(cqe_app_op::tm_unexpected, 0, cqe_opcode::resp_send)));
  (void)list.sync();
  const auto behind = [&](cqe_app_op what, std::uint16_t counted) {
    written_cqe cqe(what);
    wire::store32(cqe.bytes.data() + 4, wire::put<31, 16>(std::uint32_t{counted}));
    bool result = false;
    EXPECT_TRUE(list.takes(cqe));
    list.complete(cqe, false, [&](tag_completion<int> c) { result = c.behind; });
    return result;
  };
  EXPECT_FALSE(behind(cqe_app_op::tm_append, 0));
  EXPECT_TRUE(behind(cqe_app_op::tm_append, 1)) << "the device has seen one more";
  EXPECT_FALSE(behind(cqe_app_op::tm_noop, 1));
}

/// A queue pair on a tag-matching SRQ.
struct matched {
  shared_recv_queue<int>& rq;
  tag_list& tags;
};

TEST(tag_matching, completion_queue_tells_matched_from_unexpected) {
  byte_string ring(4 * 64);
  alignas(4) std::array<std::byte, 4> record{};
  shared_recv_queue<int> srq({ring.data(), 4, 64, record.data(), 1});
  queue_pair_memory memory(8);
  tag_list list(memory.send(), 2);
  matched qp{srq, list};
  completion_queue_device device(8);
  completion_queue<matched> cq(device.memory());
  cq.attach(0x100, qp);
  (void)srq.srq_wqe().sge(1, 1, lkey(1)).finish(70);
  (void)list.append(1, 1, 1, 1, lkey(1), 80);
  const auto write = [&](cqe_app_op what, cqe_opcode opcode) {
    device.write(cqe64::values{.app = 1, .app_op = what, .qpn = 0x100, .opcode = opcode});
  };
  write(cqe_app_op::tm_append, cqe_opcode::no_packet);
  write(cqe_app_op::tm_unexpected, cqe_opcode::resp_send);
  write(cqe_app_op::tm_consumed_msg, cqe_opcode::resp_send);
  std::vector<int> got;
  cq.poll(overloaded{
      [&](const tag_completion<int>& c) { got.push_back(c.last ? c.entry : -1); },
      [&](const recv_completion<int>& c) { got.push_back(c.entry); },
  });
  EXPECT_EQ(got, (std::vector{-1, 70, 80}));
  EXPECT_EQ(list.unexpected(), 1);
  EXPECT_EQ(cq.dropped(), 0u);
}

TEST(tag_matching, what_a_detached_queue_pair_received_is_free_again) {
  byte_string ring(4 * 64);
  alignas(4) std::array<std::byte, 4> record{};
  shared_recv_queue<int> srq({ring.data(), 4, 64, record.data(), 1});
  queue_pair_memory memory(8);
  tag_list list(memory.send(), 2);
  matched qp{srq, list};
  matched other{srq, list};
  completion_queue_device device(8);
  completion_queue<matched> cq(device.memory());
  cq.attach(0x100, qp);
  cq.attach(0x101, other);
  for (int i = 0; i < 3; ++i) (void)srq.srq_wqe().sge(1, 1, lkey(1)).finish(70 + i);
  (void)list.append(1, 1, 1, 1, lkey(1), 80);
  complete(list, written_cqe(cqe_app_op::tm_append));
  EXPECT_EQ(srq.available(), 0u);
  const auto write = [&](cqe_app_op what, std::uint16_t wqe, std::uint32_t qpn) {
    device.write(cqe64::values{
        .app = 1, .app_op = what, .qpn = qpn, .wqe_counter = wqe, .opcode = cqe_opcode::resp_send});
  };
  write(cqe_app_op::tm_unexpected, 0, 0x100);
  write(cqe_app_op::tm_no_tag, 1, 0x100);
  write(cqe_app_op::tm_consumed_msg, 0, 0x100);
  write(cqe_app_op::tm_unexpected, 2, 0x101);
  cq.detach(0x100);
  EXPECT_EQ(srq.available(), 2u);
  EXPECT_EQ(list.available(), 2u);
  EXPECT_EQ(list.unexpected(), 1) << "the device has counted it";
  std::vector<int> got;
  cq.poll(overloaded{
      [&](const tag_completion<int>&) { FAIL() << "it was the other's"; },
      [&](const recv_completion<int>& c) { got.push_back(c.entry); },
  });
  EXPECT_EQ(got, (std::vector{72}));
  EXPECT_EQ(list.unexpected(), 2);
}

TEST(tag_matching, a_failed_command_gives_back_what_it_was_for) {
  struct endpoint {
    shared_recv_queue<int>& rq;
    tag_list& tags;
  };
  byte_string ring(4 * 64);
  alignas(4) std::array<std::byte, 4> record{};
  shared_recv_queue<int> srq({ring.data(), 4, 64, record.data(), 1});
  queue_pair_memory memory(8);
  tag_list list(memory.send(), 3);
  endpoint commands{srq, list};
  completion_queue_device device(8);
  completion_queue<endpoint> cq(device.memory());
  cq.attach(0x100, commands);
  (void)list.append(1, 1, 1, 1, lkey(1), 10);
  (void)list.append(1, 1, 1, 1, lkey(1), 11);
  (void)list.remove(0);
  (void)list.remove(1);
  (void)list.sync();
  device.write(cqe64::values{
      .app = 1, .app_op = cqe_app_op::tm_append, .qpn = 0x100, .opcode = cqe_opcode::no_packet});
  for (std::uint16_t i = 1; i < 5; ++i) {
    device.write(err_cqe::values{.syndrome = cqe_syndrome::wr_flush_err,
                                 .qpn = 0x100,
                                 .wqe_counter = i,
                                 .opcode = cqe_opcode::req_err});
  }
  std::vector<event> got;
  cq.poll(overloaded{
      [&](const tag_completion<int>& c) {
        EXPECT_EQ(c.ok(), got.empty());
        EXPECT_FALSE(c.removed());
        got.push_back({c.what(), c.tag(), c.entry, c.last});
      },
      [&](const recv_completion<int>&) { FAIL() << "nothing was received"; },
  });
  EXPECT_EQ(got, (std::vector<event>{{cqe_app_op::tm_append, 0, 0, false},
                                     {cqe_app_op::tm_append, 1, 11, true},
                                     {cqe_app_op::tm_remove, 0, 0, false},
                                     {cqe_app_op::tm_remove, 1, 0, false},
                                     {cqe_app_op::tm_noop, 0, 0, false}}));
  EXPECT_EQ(list.available(), 2u) << "the first may still be found";
}

/// Messages find tags at random, removals race with them: no place is used twice at a time.
TEST(tag_matching, places_are_used_once_at_a_time) {
  dice random;
  queue_pair_memory memory(16);
  tag_list list(memory.send(), 5);
  struct tagged {
    int entry;
    bool appended;
    bool found;
    bool removing;
  };
  std::map<std::uint16_t, tagged> there;
  struct command {
    std::uint16_t tag;
    bool removal;
  };
  std::deque<command> commands;
  int entry = 0;
  std::uint32_t appended = 0;
  while (appended < 20'000) {
    switch (random.below(4)) {
      case 0: {
        const auto result = list.append(1, 1, 1, 1, lkey(1), ++entry);
        if (commands.size() == 16 || there.size() == 5) {
          ASSERT_FALSE(result.ok());
          break;
        }
        ASSERT_TRUE(result.ok());
        ASSERT_FALSE(there.contains(result.tag())) << "still in use";
        there[result.tag()] = {entry, false, false, false};
        commands.push_back({result.tag(), false});
        ++appended;
        break;
      }
      case 1:
        for (auto& [tag, t] : there) {
          if (t.removing || t.found || !random.one_in(3) || commands.size() == 16) continue;
          ASSERT_TRUE(list.remove(tag).ok());
          t.removing = true;
          commands.push_back({tag, true});
        }
        break;
      case 2:
        if (!commands.empty()) {
          const auto done = commands.front();
          commands.pop_front();
          auto& t = there.at(done.tag);
          if (!done.removal) {
            t.appended = true;
            ASSERT_FALSE(complete(list, written_cqe(cqe_app_op::tm_append)).last);
            break;
          }
          const auto got = complete(
              list, written_cqe(cqe_app_op::tm_remove, 0, cqe_opcode::no_packet, !t.found));
          ASSERT_EQ(got, (event{cqe_app_op::tm_remove, done.tag, t.found ? 0 : t.entry, !t.found}));
          there.erase(done.tag);
        }
        break;
      case 3:
        for (auto& [tag, t] : there) {
          if (!t.appended || t.found || !random.one_in(3)) continue;
          const auto got =
              complete(list, written_cqe(cqe_app_op::tm_consumed_msg, tag, cqe_opcode::resp_send));
          ASSERT_EQ(got, (event{cqe_app_op::tm_consumed_msg, tag, t.entry, true}));
          t.found = true;
          if (!t.removing) {
            there.erase(tag);
            break;
          }
        }
        break;
    }
    ASSERT_EQ(list.available(), 5 - there.size());
  }
}

}  // namespace
}  // namespace verbatim::test
