// CQEs that are wrong: each is reported as what it is, and none makes a completion that did not happen.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "cqe_pen.hpp"
#include "device.hpp"
#include "dice.hpp"
#include "verbatim/generated/transports/rc.hpp"

namespace verbatim::test {
namespace {

using c = cqe_compression;
constexpr cq_format plain{};
constexpr cq_format basic{64, c::basic};
constexpr cq_format enhanced{64, c::enhanced};
using test_endpoint = endpoint<send_queue<rc, unsigned>>;

/// A queue pair with 8 sends, every second of them signaled, and 8 receives posted.
struct scene {
  explicit scene(cq_format format, std::uint32_t cqes = 16) : pen(format, cqes) {
    for (unsigned i = 0; i < 8; ++i) {
      auto nop = qp.sq.sq_wqe().nop();
      if (i % 2) {
        (void)std::move(nop).signal(100 + i).finish();
      } else {
        (void)std::move(nop).finish();
      }
      (void)qp.rq.rq_wqe()
          .sge(reinterpret_cast<std::uintptr_t>(buffer.data()), 100, lkey(2))
          .finish(i);
    }
  }

  queue_pair_memory memory{16, 0x100, 8, 16};
  test_endpoint qp{memory};
  cqe_pen pen;
  std::array<std::byte, 128> buffer{};
};

/// Counts what comes back: nothing twice, and nothing that was not posted.
struct ledger {
  std::set<unsigned> sent, received;
  unsigned unsignaled = 0;

  void operator()(const send_completion<unsigned>& done) {
    if (!done.signaled) {
      ++unsignaled;
      return;
    }
    EXPECT_TRUE(done.entry >= 100 && done.entry < 108 && done.entry % 2 == 1) << done.entry;
    EXPECT_TRUE(sent.insert(done.entry).second) << "twice: " << done.entry;
  }
  void operator()(const recv_completion<unsigned>& done) {
    EXPECT_LT(done.entry, 8u);
    EXPECT_TRUE(received.insert(done.entry).second) << "twice: " << done.entry;
  }
};

template <cq_format Format>
struct polled {
  explicit polled(scene& s) : cq(s.pen.memory()) { cq.attach(0x100, s.qp); }

  cqe_problem poll(unsigned budget = 64) {
    const auto before = cq.dropped();
    cq.poll(log, budget);
    return cq.dropped() == before ? cqe_problem::none : cq.last_dropped().why;
  }

  completion_queue<with_format<Format>, test_endpoint> cq;
  ledger log;
};

completion_fields received(std::uint16_t counter, std::uint32_t byte_cnt = 10) {
  return {.opcode = 2, .qpn = 0x100, .wqe_counter = counter, .byte_cnt = byte_cnt};
}

TEST(damaged_cqe, is_named) {
  const auto problem = [](completion_fields cqe, unsigned poke_at = 64, unsigned value = 0) {
    scene s(plain);
    polled<plain> p(s);
    if (cqe.qpn == 0) cqe.qpn = 0x100;
    s.pen.plain(cqe);
    if (poke_at < 64) s.pen.at(0)[poke_at] = static_cast<std::byte>(value);
    const byte_string written(s.pen.at(0), s.pen.at(0) + 64);
    const auto why = p.poll();
    EXPECT_TRUE(same(p.cq.last_dropped().bytes, written)) << "as the device wrote it";
    EXPECT_EQ(p.cq.ci(), 1u) << "it does not stand in the way of the next";
    EXPECT_TRUE(p.log.sent.empty() && p.log.received.empty() && p.log.unsignaled == 0);
    s.pen.plain({.opcode = 0, .qpn = 0x100, .wqe_counter = 1});
    p.poll();
    EXPECT_EQ(p.log.sent, std::set{101u});
    return why;
  };
  EXPECT_EQ(problem({.qpn = 0x101}), cqe_problem::unknown_owner);
  EXPECT_EQ(problem({.wqe_counter = 0}), cqe_problem::not_posted) << "it was not signaled";
  EXPECT_EQ(problem({.wqe_counter = 9}), cqe_problem::not_posted);
  EXPECT_EQ(problem({.opcode = 2, .wqe_counter = 8}), cqe_problem::not_posted);
  EXPECT_EQ(problem({.opcode = 13, .wqe_counter = 8}), cqe_problem::not_posted);
  EXPECT_EQ(problem({.opcode = 14, .wqe_counter = 8}), cqe_problem::not_posted);
  EXPECT_EQ(problem({.opcode = 6}), cqe_problem::no_such_queue);
  for (const auto opcode : std::array<std::uint8_t, 6>{5, 7, 8, 9, 10, 11}) {
    EXPECT_EQ(problem({.opcode = opcode}), cqe_problem::unknown_opcode) << unsigned{opcode};
  }
  EXPECT_EQ(problem({.opcode = 12}), cqe_problem::signature_error);
  EXPECT_EQ(problem({}, 63, 0x0c), cqe_problem::unexpected_compression);
  EXPECT_EQ(problem({}, 63, 0x08), cqe_problem::inline_data_too_long) << "CQEs have 64 bytes";
  EXPECT_EQ(problem({.opcode = 2, .byte_cnt = 33, .format = 1}), cqe_problem::inline_data_too_long);
  EXPECT_EQ(problem({.wqe_counter = 1, .format = 1}), cqe_problem::inline_data_without_buffer)
      << "of a NOP";
  std::set<std::string_view> texts;
  for (int i = 0; i <= static_cast<int>(cqe_problem::signature_error); ++i) {
    const auto text = message(static_cast<cqe_problem>(i));
    EXPECT_FALSE(text.empty());
    EXPECT_TRUE(texts.insert(text).second) << text;
  }
}

TEST(damaged_cqe, compressed_ones_are_named) {
  const std::array three{received(0), received(1), received(2)};
  for (const std::uint32_t count : {0u, 1u, 17u, 0xffffffffu}) {
    scene s(basic);
    polled<basic> p(s);
    s.pen.session(three);
    wire::store32(s.pen.at(0) + 44, count);
    const byte_string written(s.pen.at(0), s.pen.at(0) + 64);
    EXPECT_EQ(p.poll(1), cqe_problem::count_beyond_ring) << count;
    EXPECT_TRUE(same(p.cq.last_dropped().bytes, written)) << count;
    EXPECT_TRUE(p.log.received.empty());
  }
  {
    scene s(basic);
    polled<basic> p(s);
    auto title = received(0);
    title.byte_cnt = 3;
    title.format = 3;
    s.pen.plain(title);
    EXPECT_EQ(p.poll(), cqe_problem::array_missing);
    EXPECT_TRUE(p.log.received.empty());
    EXPECT_EQ(p.cq.ci(), 3u) << "the device counts them all the same";
  }
  {
    scene s(enhanced);
    polled<enhanced> p(s);
    s.pen.block(three);
    EXPECT_EQ(p.poll(), cqe_problem::title_missing);
    EXPECT_EQ(p.cq.ci(), 3u);
    s.pen.plain({.opcode = 13, .qpn = 0x100, .wqe_counter = 1});
    s.pen.block(three);
    EXPECT_EQ(p.poll(), cqe_problem::title_missing) << "errors are never compressed";
  }
  for (unsigned count = 8; count <= 16; ++count) {
    scene s(enhanced);
    polled<enhanced> p(s);
    s.pen.plain(received(0));
    s.pen.block(std::span(three).first(2));
    s.pen.at(1)[63] = static_cast<std::byte>((count - 1) << 4 | 0x0c);
    EXPECT_EQ(p.poll(), cqe_problem::count_beyond_ring) << count;
    EXPECT_EQ(p.log.received, std::set{0u});
  }
}

template <class With>
class every_bit : public testing::Test {};
template <cq_format Format>
struct with {
  static constexpr cq_format format = Format;
};
using formats = testing::Types<with<cq_format{}>, with<cq_format{128}>,
                               with<cq_format{64, c::basic}>, with<cq_format{128, c::basic}>,
                               with<cq_format{64, c::enhanced}>, with<cq_format{128, c::enhanced}>>;
TYPED_TEST_SUITE(every_bit, formats);

/// One bit of one CQE after the other is wrong. A CQE that looks like another completion counts as one, but
/// never for a WQE that is not there, and never twice.
TYPED_TEST(every_bit, flipped) {
  constexpr auto format = TypeParam::format;
  for (unsigned slot = 0; slot < 5; ++slot) {
    for (unsigned bit = 0; bit < 512; ++bit) {
      scene s(format);
      polled<format> p(s);
      s.pen.plain({.opcode = 0, .qpn = 0x100, .wqe_counter = 1});
      const std::array four{received(0), received(1), received(2), received(3)};
      if (format.compression == c::basic) {
        s.pen.session(four);
      } else {
        s.pen.plain(four[0]);
        for (unsigned i = 1; i < 4 && format.compression == c::none; ++i) s.pen.plain(four[i]);
        if (format.compression == c::enhanced) s.pen.block(std::span(four).subspan(1));
      }
      s.pen.at(slot)[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
      for (int i = 0; i < 4; ++i) p.cq.poll(p.log, 8);
      EXPECT_LE(p.log.sent.size() + p.log.received.size() + p.cq.dropped(), 16u);
      // A slot that is the device's again ends the reading, and so does a count that is too low.
      EXPECT_LE(p.cq.ci(), 16u) << "slot " << slot << ", bit " << bit;
      if (testing::Test::HasFailure()) return;
    }
  }
}

/// Rings of noise.
TYPED_TEST(every_bit, random) {
  constexpr auto format = TypeParam::format;
  dice random;
  for (int round = 0; round < 3000; ++round) {
    scene s(format, 8u << random.below(3));
    polled<format> p(s);
    const auto cqes = s.pen.memory().cqes;
    for (std::uint32_t i = 0; i < cqes; ++i) {
      auto cqe = random.bytes(64);
      if (random.one_in(2)) wire::store32(cqe.data() + 56, random.bits32(8) << 24 | 0x100);
      if (random.one_in(2)) cqe[60] = std::byte{0};
      if (random.one_in(2)) cqe[61] = static_cast<std::byte>(random.below(10));
      if (random.one_in(2)) wire::store32(cqe.data() + 44, random.below(2 * cqes));
      // The first lap of the enhanced layout.
      if (random.one_in(2)) cqe[62] = std::byte{0};
      std::memcpy(s.pen.at(i), cqe.data(), 64);
    }
    for (int i = 0; i < 4; ++i) p.cq.poll(p.log, 16);
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace verbatim::test
