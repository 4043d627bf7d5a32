// The common part of the tests of tag-matching SRQs: one with its peer, and what completes in words.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "long_enough.hpp"
#include "verbatim/generated/segments/tmh_seg.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/tm_srq.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"

namespace verbatim {

using srq_type = tm_srq<int>;
using receiver = rc_qp<int, on_tm_srq<int>>;
using sender = rc_qp<int>;

constexpr std::uint64_t every_bit = ~std::uint64_t{0};
constexpr std::size_t header = tmh_seg::size;
constexpr std::size_t room = 4096;  // of one message or buffer

/// The arguments of a poll's callback, in words that say all that matters.
struct event {
  std::string what;
  int entry = 0;
  std::uint32_t bytes = 0;

  bool operator==(const event&) const = default;
  friend std::ostream& operator<<(std::ostream& out, const event& e) {
    return out << e.what << " " << e.entry << " (" << e.bytes << " bytes)";
  }
};
using events = std::vector<event>;

inline std::string name_of(const completion_view& c, std::string_view what) {
  return std::string(what) + (c.ok() ? "" : " " + std::string(name(c.status())));
}

class tm_srq_test : public testing::Test {
 protected:
  void SetUp() override {
    const auto address = to.address();
    to.connect(from.address());
    from.connect(address);
  }

  void TearDown() override { EXPECT_EQ(cq.dropped(), dropped) << "what came was asked for"; }

  /// A callback that keeps its completions.
  auto into(events& seen) {
    return overloaded{
        [&](const tag_completion<int>& c) {
          if (c.last && c.ok() && !c.removed()) {
            last_said = {c.tag(), c.message_tag(), c.app_ctx()};
          }
          seen.push_back(
              {name_of(c, name(c.what())) + (c.behind ? " behind" : "") + (c.last ? " last" : ""),
               c.entry, c.ok() && c.what() == cqe_app_op::tm_consumed_msg ? c.byte_count() : 0});
        },
        [&](const recv_completion<int>& c) {
          seen.push_back(
              {name_of(c, name(c.cqe().app_op())), c.entry, c.ok() ? c.byte_count() : 0});
        },
        [&](const send_completion<int>&) { FAIL() << "sends complete elsewhere"; },
    };
  }

  /// Polls until `count` completions have come, or for long_enough.
  events next(std::size_t count = 1) {
    events seen;
    const auto deadline = std::chrono::steady_clock::now() + long_enough;
    while (seen.size() < count && std::chrono::steady_clock::now() < deadline) {
      cq.poll(into(seen), static_cast<unsigned>(count - seen.size()));
    }
    return seen;
  }

  /// Returns the place of buffer `index`, behind the memory that is sent from.
  static constexpr std::size_t buffer(std::size_t index) { return (1 + index) * room; }

  tag_matching<int>::appended append(std::uint64_t tag, int entry, std::size_t index = 0,
                                     std::uint32_t bytes = room, std::uint64_t mask = every_bit) {
    const auto result =
        srq.tags().append(tag, mask, mr.addr() + buffer(index), bytes, mr.lkey(), entry);
    srq.tags().ring_doorbell();
    return result;
  }

  void receive(int entry, std::size_t index) {
    ASSERT_TRUE(srq.srq_wqe().sge(mr.addr() + buffer(index), room, mr.lkey()).finish(entry));
    srq.ring_doorbell();
  }

  void remove(std::uint16_t tag) {
    ASSERT_TRUE(srq.tags().remove(tag));
    srq.tags().ring_doorbell();
  }

  void sync() {
    ASSERT_TRUE(srq.tags().sync());
    srq.tags().ring_doorbell();
  }

  /// Sends `bytes` behind a header and waits until they are there; their content differs with `salt`.
  void send(std::uint64_t tag, std::uint32_t bytes, std::uint8_t salt = 1,
            tmh_op opcode = tmh_op::eager, cqe_syndrome expected = cqe_syndrome::ok) {
    tmh_seg{.opcode = opcode, .app_ctx = 0x01020304, .tag = tag}.write(
        reinterpret_cast<std::byte*>(memory.data()));
    fill(memory.data() + header, bytes, salt);
    send_from(from, static_cast<std::uint32_t>(header + bytes), expected);
  }

  template <class Qp>
  void send_from(Qp& qp, std::uint32_t bytes, cqe_syndrome expected = cqe_syndrome::ok) {
    ASSERT_TRUE(qp.sq_wqe().send().sge(mr.addr(), bytes, mr.lkey()).signal(-1).finish());
    qp.ring_doorbell();
    std::optional<cqe_syndrome> status;
    const auto deadline = std::chrono::steady_clock::now() + long_enough;
    while (!status && std::chrono::steady_clock::now() < deadline) {
      sent.poll(overloaded{[&](send_completion<int>&& c) { status = c.status(); },
                           [](auto&&) { FAIL() << "nothing else completes there"; }});
    }
    EXPECT_EQ(status, expected);
  }

  static void fill(std::uint8_t* at, std::uint32_t bytes, std::uint8_t salt) {
    for (std::uint32_t i = 0; i < bytes; ++i) at[i] = static_cast<std::uint8_t>(i * 7 + salt);
  }

  /// The bytes of send() with that salt are in the buffer, `skipped` bytes behind its start.
  bool arrived(std::size_t index, std::uint32_t bytes, std::uint8_t salt = 1,
               std::size_t skipped = 0) const {
    std::vector<std::uint8_t> expected(bytes);
    fill(expected.data(), bytes, salt);
    return std::memcmp(memory.data() + buffer(index) + skipped, expected.data(), bytes) == 0;
  }

  std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(16 * room);
  verbatim::context context = open_device();
  verbatim::pd pd{context};
  verbatim::mr mr{pd, std::span(memory)};
  verbatim::cq<receiver, srq_type> cq{context, 256};
  verbatim::cq<receiver, sender> sent{context, 64};
  srq_type srq{pd, cq, {.max_wr = 8, .max_tags = 5, .max_commands = 16}};
  receiver to{pd, cq, srq};
  sender from{pd, sent};
  struct said {
    std::uint16_t tag;
    std::uint64_t message_tag;
    std::uint32_t app_ctx;
  };
  std::optional<said> last_said;
  std::uint64_t dropped = 0;
};

}  // namespace verbatim
