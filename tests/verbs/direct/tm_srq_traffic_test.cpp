// Tag-matching SRQs under traffic: tags and messages in any order, each message delivered once.
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "dice.hpp"
#include "verbatim/generated/segments/tmh_seg.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/tm_srq.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"

namespace verbatim {
namespace {

using srq_type = tm_srq<std::size_t>;
using receiver = rc_qp<int, on_tm_srq<std::size_t>>;
using sender = rc_qp<std::size_t>;

constexpr std::uint64_t every_bit = ~std::uint64_t{0};
constexpr std::uint32_t header = tmh_seg::size;
constexpr std::uint32_t room = 512;  // of one message with its header
constexpr std::size_t messages = 12'000;
constexpr std::size_t window = 6;  // sends under way, and how far they and the tags are from order
constexpr std::size_t tag_buffers = 5;
constexpr std::size_t receives = 15;

std::uint32_t length_of(std::uint64_t tag) {
  return static_cast<std::uint32_t>(tag * 37 % (room - header));
}

std::uint8_t byte_of(std::uint64_t tag, std::uint32_t i) {
  return static_cast<std::uint8_t>(tag * 31 + i * 7 + 1);
}

/// A receiver that matches in the device whatever can be matched there, and the rest itself: like
/// MPI libraries, it wants each of the tags 0 to messages - 1 once, and a message may come before
/// its tag.
class tm_srq_traffic : public testing::Test {
 protected:
  void SetUp() override {
    for (int i = 0; i < 2; ++i) {
      const auto address = to[i].address();
      to[i].connect(from[i].address());
      from[i].connect(address);
    }
    for (std::size_t i = 0; i < tag_buffers; ++i) free_buffers.push_back(i);
    for (std::size_t i = 0; i < receives; ++i) post_receive(i);
    srq.ring_doorbell();
    for (std::size_t i = 0; i < window; ++i) free_slots.push_back(i);
  }

  std::uint8_t* at(std::size_t slot) { return memory.data() + slot * room; }
  std::uint64_t address_of(std::size_t slot) const { return mr.addr() + slot * room; }
  static std::size_t of_tags(std::size_t buffer) { return window + buffer; }
  static std::size_t of_receives(std::size_t receive) { return window + tag_buffers + receive; }

  void post_receive(std::size_t receive) {
    ASSERT_TRUE(
        srq.srq_wqe().sge(address_of(of_receives(receive)), room, mr.lkey()).finish(receive));
  }

  /// One of the next few numbers that were not drawn yet.
  std::optional<std::uint64_t> draw(std::deque<std::uint64_t>& some, std::uint64_t& next_number) {
    while (some.size() < window && next_number < messages) some.push_back(next_number++);
    if (some.empty()) return std::nullopt;
    const auto i = random.below(static_cast<std::uint32_t>(some.size()));
    const auto drawn = some[i];
    some.erase(some.begin() + i);
    return drawn;
  }

  void send_one() {
    if (free_slots.empty()) return;
    const auto tag = draw(to_send, next_to_send);
    if (!tag) return;
    const auto slot = free_slots.back();
    free_slots.pop_back();
    const auto length = length_of(*tag);
    tmh_seg{.opcode = tmh_op::eager, .app_ctx = length, .tag = *tag}.write(
        reinterpret_cast<std::byte*>(at(slot)));
    for (std::uint32_t i = 0; i < length; ++i) at(slot)[header + i] = byte_of(*tag, i);
    auto& qp = from[random.below(2)];
    ASSERT_TRUE(
        qp.sq_wqe().send().sge(address_of(slot), header + length, mr.lkey()).signal(slot).finish());
    qp.ring_doorbell();
  }

  /// The program asks for a message.
  void want_one() {
    if (wanted_in_software.size() + in_list.size() >= 2 * window) return;
    const auto tag = draw(to_want, next_to_want);
    if (!tag) return;
    if (unexpected.erase(*tag) != 0) return deliver(*tag);
    wanted_in_software.insert(*tag);
  }

  /// Moves a wanted tag to the device.
  void append_one() {
    if (wanted_in_software.empty() || free_buffers.empty()) return;
    auto wanted = wanted_in_software.begin();
    std::advance(wanted, random.below(static_cast<std::uint32_t>(wanted_in_software.size())));
    const auto buffer = free_buffers.back();
    const auto result =
        srq.tags().append(*wanted, every_bit, address_of(of_tags(buffer)), room, mr.lkey(), buffer);
    if (!result) {
      ASSERT_TRUE(result.error() == post_error::tag_list_full ||
                  result.error() == post_error::queue_full);
      ++(result.error() == post_error::tag_list_full ? lists_full : queues_full);
      return;
    }
    free_buffers.pop_back();
    in_list[*wanted] = {result.tag(), buffer};
    wanted_in_software.erase(wanted);
    ++appended;
    needs_doorbell = true;
  }

  /// Takes a tag back, be it that its message came before it or for no reason.
  void remove(std::uint64_t tag) {
    auto& entry = in_list.at(tag);
    if (entry.removing) return;
    if (srq.tags().remove(entry.place)) {
      entry.removing = true;
      needs_doorbell = true;
    }
  }

  void deliver(std::uint64_t tag) {
    EXPECT_TRUE(delivered.insert(tag).second) << "message " << tag << " was delivered twice";
  }

  void check(std::uint64_t tag, const std::uint8_t* data, std::uint32_t length) {
    ASSERT_EQ(length, length_of(tag));
    for (std::uint32_t i = 0; i < length; ++i) {
      ASSERT_EQ(data[i], byte_of(tag, i)) << "byte " << i << " of message " << tag;
    }
  }

  std::uint64_t tag_in(std::size_t buffer) const {
    for (const auto& [tag, entry] : in_list) {
      if (entry.buffer == buffer) return tag;
    }
    ADD_FAILURE() << "nothing waits in buffer " << buffer;
    return 0;
  }

  void on_tag(tag_completion<std::size_t>&& c) {
    ASSERT_TRUE(c.ok());
    if (c.behind) needs_sync = true;
    commands_done += c.what() == cqe_app_op::tm_append ? 1 : 0;
    if (!c.last) return;
    const auto tag = tag_in(c.entry);
    const auto entry = in_list.at(tag);
    ASSERT_EQ(c.tag(), entry.place);
    in_list.erase(tag);
    free_buffers.push_back(entry.buffer);
    if (c.removed()) {
      ++removed;
      if (unexpected.erase(tag) != 0) return deliver(tag);
      wanted_in_software.insert(tag);
      return;
    }
    ++matched;
    ASSERT_EQ(c.message_tag(), tag);
    ASSERT_EQ(c.app_ctx(), length_of(tag));
    check(tag, at(of_tags(entry.buffer)), c.byte_count());
    deliver(tag);
  }

  void on_receive(recv_completion<std::size_t>&& c) {
    ASSERT_TRUE(c.ok());
    ASSERT_EQ(c.cqe().app_op(), cqe_app_op::tm_unexpected);
    ++came_unexpected;
    const std::uint8_t* const data = at(of_receives(c.entry));
    const auto tag = tmh_seg::read(reinterpret_cast<const std::byte*>(data)).tag;
    check(tag, data + header, c.byte_count() - header);
    post_receive(c.entry);
    srq.ring_doorbell();
    if (wanted_in_software.erase(tag) != 0) return deliver(tag);
    // If its tag is in the list, it got there too late, and has to be taken back first.
    ASSERT_TRUE(unexpected.insert(tag).second);
  }

  void poll() {
    cq.poll(overloaded{
        [this](tag_completion<std::size_t>&& c) { on_tag(std::move(c)); },
        [this](recv_completion<std::size_t>&& c) { on_receive(std::move(c)); },
        [](send_completion<int>&&) { FAIL() << "the receivers send nothing"; },
    });
    sent.poll(overloaded{
        [this](send_completion<std::size_t>&& c) {
          ASSERT_TRUE(c.ok());
          free_slots.push_back(c.entry);
        },
        [](recv_completion<std::size_t>&&) { FAIL() << "the senders receive nothing"; },
    });
  }

  test::dice random;
  std::vector<std::uint8_t> memory =
      std::vector<std::uint8_t>((window + tag_buffers + receives) * room);
  verbatim::context context = open_device();
  verbatim::pd pd{context};
  verbatim::mr mr{pd, std::span(memory)};
  verbatim::cq<receiver, srq_type> cq{context, 64};
  verbatim::cq<sender> sent{context, 64};
  srq_type srq{pd, cq, {.max_wr = receives, .max_tags = 4, .max_commands = 8}};
  receiver to[2] = {{pd, cq, srq}, {pd, cq, srq}};
  sender from[2] = {{pd, sent}, {pd, sent}};

  std::deque<std::uint64_t> to_send;
  std::deque<std::uint64_t> to_want;
  std::uint64_t next_to_send = 0;
  std::uint64_t next_to_want = 0;
  std::vector<std::size_t> free_slots;

  struct listed {
    std::uint16_t place;
    std::size_t buffer;
    bool removing = false;
  };
  std::map<std::uint64_t, listed> in_list;
  std::set<std::uint64_t> wanted_in_software;
  std::set<std::uint64_t> unexpected;  // messages that are there, and whose tag was not wanted yet
  std::set<std::uint64_t> delivered;
  std::vector<std::size_t> free_buffers;
  bool needs_sync = false;
  bool needs_doorbell = false;
  std::size_t appended = 0, matched = 0, removed = 0, came_unexpected = 0;
  std::size_t lists_full = 0, queues_full = 0, commands_done = 0;
};

TEST_F(tm_srq_traffic, each_message_is_delivered_once) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (delivered.size() < messages && !HasFailure()) {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline) << delivered.size() << " were delivered";
    switch (random.below(8)) {
      case 0:
      case 1:
        send_one();
        break;
      case 2:
      case 3:
        want_one();
        break;
      case 4:
      case 5:
        append_one();
        break;
      case 6:
        // For no reason.
        if (!in_list.empty() && random.one_in(16)) remove(in_list.begin()->first);
        break;
      default:
        poll();
    }
    for (const auto& [tag, entry] : in_list) {
      if (unexpected.contains(tag)) remove(tag);
    }
    if (needs_sync && srq.tags().sync()) {
      needs_sync = false;
      needs_doorbell = true;
    }
    if (needs_doorbell && random.one_in(2)) {
      srq.tags().ring_doorbell();
      needs_doorbell = false;
    }
  }
  std::printf(
      "%zu tags: %zu matched, %zu removed; %zu unexpected; full: list %zu, queue %zu times\n",
      appended, matched, removed, came_unexpected, lists_full, queues_full);
  EXPECT_EQ(matched + came_unexpected, messages);
  // The counts depend on the scheduler, which shares the processors between test and device.
  EXPECT_GT(matched, 0u) << "the device matches";
  EXPECT_GT(came_unexpected, 0u);
  EXPECT_GT(removed, 0u);
  EXPECT_GT(lists_full, 0u);
  EXPECT_EQ(cq.dropped(), 0u);
  EXPECT_EQ(sent.dropped(), 0u);
}

/// The counters of unexpected messages and of posted receives have 16 bits.
TEST_F(tm_srq_traffic, counters_wrap) {
  constexpr std::size_t many = 70'000;
  std::size_t received = 0;
  std::size_t posted = 0;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (received < many) {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline) << received << " were received";
    while (posted < many && !free_slots.empty()) {
      const auto slot = free_slots.back();
      free_slots.pop_back();
      tmh_seg{.opcode = tmh_op::eager, .tag = posted}.write(reinterpret_cast<std::byte*>(at(slot)));
      ASSERT_TRUE(
          from[0].sq_wqe().send().sge(address_of(slot), header, mr.lkey()).signal(slot).finish());
      from[0].ring_doorbell();
      ++posted;
    }
    cq.poll(overloaded{
        [](tag_completion<std::size_t>&&) {},  // of the counts
        [&](recv_completion<std::size_t>&& c) {
          ++received;
          post_receive(c.entry);
          if (received % 1000 == 0) {
            ASSERT_TRUE(srq.tags().sync());
            srq.tags().ring_doorbell();
          }
        },
        [](send_completion<int>&&) { FAIL() << "the receivers send nothing"; },
    });
    srq.ring_doorbell();
    sent.poll(
        overloaded{[this](send_completion<std::size_t>&& c) { free_slots.push_back(c.entry); },
                   [](recv_completion<std::size_t>&&) { FAIL(); }});
  }
  EXPECT_EQ(srq.tags().unexpected(), many % 65536);
  // Both sides have counted alike: a tag matches.
  constexpr std::uint64_t tag = 7;
  wanted_in_software = {tag};
  append_one();
  srq.tags().ring_doorbell();
  to_send = {tag};
  next_to_send = messages;
  for (bool appended_there = false; delivered.empty() && !HasFailure();) {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline);
    poll();
    if (commands_done != 0 && !std::exchange(appended_there, true)) send_one();
  }
  EXPECT_EQ(matched, 1u);
}

}  // namespace
}  // namespace verbatim
