// Random histories of completions, written in every way that a device may write them: the callback
// sees exactly that history, each completion once and in order.
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cqe_pen.hpp"
#include "device.hpp"
#include "dice.hpp"
#include "histories.hpp"
#include "verbatim/generated/transports/rc.hpp"

namespace verbatim::test {
namespace {

using test_endpoint = endpoint<send_queue<rc, unsigned>>;

std::string hex_of(std::uint64_t v) {
  char text[32];
  std::snprintf(text, sizeof text, " %llx", static_cast<unsigned long long>(v));
  return text;
}

template <cq_format Format>
class history {
 public:
  explicit history(std::uint32_t cqes) : pen_(Format, cqes), cq_(pen_.memory()) {
    for (std::uint32_t qpn : {0x101u, 0x202u, 0x303u}) {
      auto& it = pairs_.try_emplace(qpn, qpn).first->second;
      cq_.attach(qpn, it.qp);
    }
  }

  void run(int steps) {
    for (int i = 0; i < steps && !testing::Test::HasFailure(); ++i) {
      post();
      if (random_.one_in(2)) happen();
      if (random_.one_in(40)) resize();
      if (random_.one_in(2)) poll(random_.below(20));
    }
    while (!expected_.empty() && !testing::Test::HasFailure()) poll(7);
    EXPECT_EQ(cq_.poll([](auto&&) { ADD_FAILURE() << "a completion that did not happen"; }), 0u);
    EXPECT_EQ(cq_.dropped(), 0u) << message(cq_.last_dropped().why);
  }

  /// Takes a queue pair away while its completions wait among those of others.
  void detach_one() {
    for (int i = 0; i < 20; ++i) {
      post();
      happen();
    }
    poll(3);
    const auto qpn = std::uint32_t{0x202};
    std::deque<std::string> its;
    std::erase_if(expected_, [&](const std::string& text) {
      if (!text.starts_with("202 ")) return false;
      its.push_back(text);
      return true;
    });
    // A callback may attach, which moves the table of endpoints.
    std::deque<pair> others;
    cq_.detach(qpn, [&](auto&& c) {
      expect_next(its, text_of(c));
      const auto other = 0x1000 + static_cast<std::uint32_t>(others.size());
      cq_.attach(other, others.emplace_back(other).qp);
    });
    EXPECT_TRUE(its.empty());
    pairs_.erase(qpn);
    while (!expected_.empty() && !testing::Test::HasFailure()) poll(5);
    cq_.poll([](auto&&) { ADD_FAILURE() << "of a queue pair that is gone"; });
    const auto why = cq_.last_dropped().why;
    EXPECT_TRUE(why == cqe_problem::none || why == cqe_problem::detached) << message(why);
  }

 private:
  struct sent {
    std::uint16_t wqe_index;
    unsigned entry;
  };
  struct pair {
    explicit pair(std::uint32_t qpn) : memory(64, qpn, 64), qp(memory) {}
    queue_pair_memory memory;
    test_endpoint qp;
    std::deque<sent> sends;
    std::deque<sent> recvs;
  };

  void post() {
    for (auto& [qpn, it] : pairs_) {
      for (auto n = random_.below(8); n != 0 && it.qp.sq.available() > 4; --n) {
        if (random_.one_in(3)) {
          ASSERT_TRUE(it.qp.sq.sq_wqe().nop().finish());
          continue;
        }
        const auto posted = it.qp.sq.sq_wqe().nop().signal(++entry_).finish();
        ASSERT_TRUE(posted);
        it.sends.push_back({posted.wqe_index(), entry_});
      }
      for (auto n = random_.below(8); n != 0 && it.qp.rq.available() != 0; --n) {
        const auto posted = it.qp.rq.rq_wqe().sge(1, 100, lkey(2)).finish(++entry_);
        ASSERT_TRUE(posted);
        it.recvs.push_back({posted.wqe_index(), entry_});
      }
    }
  }

  /// A run of completions of one queue, as devices compress them.
  void happen() {
    auto& [qpn, it] = *std::next(pairs_.begin(), random_.below(std::uint32_t(pairs_.size())));
    const bool of_sends = random_.one_in(2);
    auto& queue = of_sends ? it.sends : it.recvs;
    auto room = static_cast<std::int32_t>(pen_.room());
    auto count = std::min<std::size_t>(1 + random_.below(30), queue.size());
    if (room <= 0) return;
    count = std::min(count, static_cast<std::size_t>(room));
    if (count == 0) return;
    if (random_.one_in(12)) return fail(qpn, of_sends, queue);
    completion_fields like{
        .opcode = of_sends ? std::uint8_t{0} : static_cast<std::uint8_t>(1 + random_.below(4)),
        .qpn = qpn,
        .imm = random_.bits32(32),
        .solicited = random_.one_in(3),
        .timestamp = random_.bits(64)};
    const bool goes_on = title_ && title_->opcode == like.opcode && title_->qpn == qpn;
    if (goes_on) {
      like = *title_;
    } else {
      title_.reset();
    }
    std::vector<completion_fields> all;
    for (std::size_t i = 0; i < count; ++i) {
      auto c = like;
      c.wqe_counter = queue.front().wqe_index;
      c.byte_cnt = 1 + random_.bits32(16);
      if (of_sends) {
        const std::uint8_t opcodes[] = {0x00, 0x08, 0x09, 0x0a, 0x10, 0x11};
        c.send_opcode = opcodes[random_.below(6)];
      } else {
        c.special = special();
        c.stride = random_.any<std::uint16_t>();
      }
      expected_.push_back(text_of(c, queue.front().entry));
      queue.pop_front();
      all.push_back(std::move(c));
    }
    write(all);
  }

  void fail(std::uint32_t qpn, bool of_sends, std::deque<sent>& queue) {
    const completion_fields c{.opcode = static_cast<std::uint8_t>(of_sends ? 13 : 14),
                              .qpn = qpn,
                              .wqe_counter = queue.front().wqe_index,
                              .syndrome = static_cast<std::uint8_t>(1 + random_.below(6))};
    expected_.push_back(text_of(c, queue.front().entry));
    queue.pop_front();
    pen_.plain(c);
    title_.reset();
  }

  std::uint32_t special() {
    if constexpr (Format.minis == mini_cqe_format::hash) return random_.bits32(32);
    if constexpr (Format.minis == mini_cqe_format::l34h_stridx) return random_.bits32(8);
    if constexpr (Format.minis == mini_cqe_format::ftag_stridx) return random_.bits32(24);
    return random_.bits32(16);
  }

  void write(std::span<const completion_fields> all) {
    while (!all.empty()) {
      const auto most = static_cast<std::uint32_t>(all.size());
      std::size_t n = 1;
      if (Format.compression == cqe_compression::basic && most > 1 && !random_.one_in(4)) {
        n = 2 + random_.below(most - 1);
        pen_.session(all.first(n));
      } else if (Format.compression == cqe_compression::enhanced && title_ && !random_.one_in(4)) {
        n = 1 + random_.below(std::min(most, 7u));
        pen_.block(all.first(n));
      } else {
        if (random_.one_in(8)) {
          pen_.plain(all[0], true);
          poll_everything_but_the_last(all.size());
          pen_.finish();
        } else {
          pen_.plain(all[0]);
        }
        title_ = all[0];
      }
      all = all.subspan(n);
    }
  }

  /// The completions that are not written yet stay.
  void poll_everything_but_the_last(std::size_t unwritten) {
    if (!random_.one_in(2)) return;
    while (expected_.size() > unwritten && !testing::Test::HasFailure()) poll(9);
    EXPECT_EQ(cq_.poll([](auto&&) { ADD_FAILURE() << "a CQE that was half written"; }), 0u);
  }

  void resize() {
    if (cq_.resizing() || pen_.room() == 0) return;
    const auto cqes = 8u << random_.below(4);
    if (((pen_.pi() - pen_.record()) & 0xffffff) + 1 >= cqes) return;
    cq_.resize_to(pen_.next_ring(cqes));
    pen_.resize(cqes);
    title_.reset();
    // The ring of before is taken for the next one only when it was left.
    while (cq_.resizing() && !testing::Test::HasFailure()) poll(4);
  }

  void poll(unsigned budget) {
    const auto before = pen_.record();
    const auto dropped = cq_.dropped();
    const bool resizing = cq_.resizing();
    unsigned calls = 0;
    const auto taken = cq_.poll(
        [&](auto&& c) {
          ++calls;
          EXPECT_EQ(pen_.record(), before) << "published once, at the end";
          expect_next(expected_, text_of(c));
        },
        budget);
    EXPECT_LE(taken, budget);
    const auto resized = resizing && !cq_.resizing() ? 1u : 0u;
    EXPECT_EQ(calls + (cq_.dropped() - dropped) + resized, taken);
    EXPECT_EQ(pen_.record(), cq_.ci() & 0xffffff);
  }

  static void expect_next(std::deque<std::string>& expected, const std::string& got) {
    ASSERT_FALSE(expected.empty()) << "did not happen: " << got;
    ASSERT_EQ(got, expected.front());
    expected.pop_front();
  }

  static std::string text_of(const completion_fields& c, unsigned entry) {
    auto text =
        hex_of(c.qpn).substr(1) + hex_of(entry) + hex_of(c.wqe_counter) + hex_of(c.syndrome);
    if (c.opcode >= 13) return text;
    text += hex_of(c.byte_cnt) + hex_of(c.timestamp) + hex_of(c.opcode);
    if (c.opcode == 0) return text + hex_of(c.send_opcode);
    return text + hex_of(c.imm) + (c.solicited ? " solicited" : "") + hex_of(c.special);
  }
  static std::string text_of(const send_completion<unsigned>& c) {
    auto text = begin_of(c, c.entry);
    return c.ok() ? text + hex_of(c.byte_count()) + hex_of(c.timestamp()) + " 0" +
                        hex_of(static_cast<std::uint8_t>(c.opcode()))
                  : text;
  }
  static std::string text_of(const recv_completion<unsigned>& c) {
    auto text = begin_of(c, c.entry);
    if (!c.ok()) return text;
    return text + hex_of(c.byte_count()) + hex_of(c.timestamp()) +
           hex_of(static_cast<std::uint8_t>(c.opcode())) + hex_of(c.imm()) +
           (c.solicited() ? " solicited" : "") + hex_of(special_of(c.packet()));
  }
  static std::string begin_of(const completion_view& c, unsigned entry) {
    return hex_of(detail::cqe_reader<Format>::owner_of(c.cqe())).substr(1) + hex_of(entry) +
           hex_of(c.wqe_counter()) + hex_of(static_cast<std::uint8_t>(c.status()));
  }
  static std::uint32_t special_of(eth_cqe cqe) {
    switch (Format.minis) {
      case mini_cqe_format::hash:
        return cqe.rss_hash_result();
      case mini_cqe_format::csum:
      case mini_cqe_format::csum_stridx:
        return cqe.check_sum();
      case mini_cqe_format::l34h_stridx:
        return std::to_integer<std::uint32_t>(cqe.bytes()[29]);
      case mini_cqe_format::ftag_stridx:
        return cqe.flow_tag();
    }
    return 0;
  }

  dice random_;
  cqe_pen pen_;
  std::map<std::uint32_t, pair> pairs_;
  completion_queue<with_format<Format>, test_endpoint> cq_;
  std::deque<std::string> expected_;
  std::optional<completion_fields> title_;  // what a block would go on from
  unsigned entry_ = 0;
};

template <cq_format Format>
struct with {
  static constexpr cq_format format = Format;
};

template <class With>
class completion_histories : public testing::Test {};

using c = cqe_compression;
using m = mini_cqe_format;
#ifdef FEW_FORMATS
using formats = testing::Types<with<cq_format{}>, with<cq_format{128, c::basic, m::csum}>,
                               with<cq_format{64, c::enhanced, m::hash}>>;
#else
using formats = testing::Types<
    with<cq_format{}>, with<cq_format{128}>, with<cq_format{64, c::basic, m::hash}>,
    with<cq_format{64, c::basic, m::csum}>,
    with<cq_format{64, c::basic, m::ftag_stridx, recv_counter::wqes, cqe_owner::user_index}>,
    with<cq_format{64, c::basic, m::csum_stridx}>, with<cq_format{64, c::basic, m::l34h_stridx}>,
    with<cq_format{128, c::basic, m::csum}>, with<cq_format{64, c::enhanced, m::hash}>,
    with<cq_format{64, c::enhanced, m::csum}>,
    with<cq_format{64, c::enhanced, m::ftag_stridx, recv_counter::wqes, cqe_owner::user_index}>,
    with<cq_format{64, c::enhanced, m::csum_stridx}>,
    with<cq_format{64, c::enhanced, m::l34h_stridx}>, with<cq_format{128, c::enhanced, m::hash}>>;
#endif
TYPED_TEST_SUITE(completion_histories, formats);

TYPED_TEST(completion_histories, are_seen_once_and_in_order) {
  const auto steps = static_cast<int>(test::command_line_option("steps").value_or(1500));
  // Small rings pass the end and the laps often; with enhanced compression a lap counts to 256.
  for (const std::uint32_t cqes : {8u, 16u, 64u, 1024u}) {
    history<TypeParam::format>(cqes).run(steps);
    if (this->HasFailure()) return;
  }
}

TYPED_TEST(completion_histories, of_a_queue_pair_that_goes_are_handed_out_before) {
  for (int round = 0; round < 100; ++round) {
    history<TypeParam::format>(1024).detach_one();
    if (this->HasFailure()) return;
  }
}

/// The sends of one queue pair.
template <cq_format Format>
struct sends {
  explicit sends(std::uint32_t cqes) : pen(Format, cqes), cq(pen.memory()), memory(64, qpn, 64) {
    cq.attach(qpn, qp);
  }

  /// Posts WQEs, and returns the contents of their CQEs.
  std::vector<completion_fields> post(std::size_t count) {
    std::vector<completion_fields> all(count, {.qpn = qpn});
    for (auto& one : all) one.wqe_counter = qp.sq.sq_wqe().nop().signal(1u).finish().wqe_index();
    return all;
  }
  void complete_plainly(std::size_t count) {
    for (const auto& one : post(count)) pen.plain(one);
  }

  unsigned poll() {
    unsigned good = 0;
    cq.poll([&](auto&& done) { good += done.ok(); });
    EXPECT_EQ(cq.dropped(), 0u) << message(cq.last_dropped().why);
    return good;
  }

  static constexpr std::uint32_t qpn = 0x101;
  cqe_pen pen;
  completion_queue<with_format<Format>, test_endpoint> cq;
  queue_pair_memory memory;
  test_endpoint qp{memory};
};

/// The device does not write slots that blocks pass over. After 256 laps the count of a slot fits
/// again.
TEST(compressed_cqes, slots_that_blocks_passed_over_for_256_laps_are_empty) {
  constexpr std::uint32_t cqes = 8;
  sends<cq_format{64, c::enhanced, m::hash}> of(cqes);
  of.complete_plainly(cqes);
  EXPECT_EQ(of.poll(), cqes);
  for (int lap = 1; lap != 256; ++lap) {
    const auto all = of.post(cqes);
    of.pen.plain(all[0]);
    of.pen.block(std::span(all).subspan(1));
    EXPECT_EQ(of.poll(), cqes);
  }
  of.complete_plainly(2);
  EXPECT_EQ(of.poll(), 2u);
}

/// A CQE that was read is erased when polling goes on, but not in another ring.
TEST(compressed_cqes, the_end_of_a_ring_is_not_erased_in_the_next) {
  constexpr std::uint32_t cqes = 8;
  sends<cq_format{64, c::basic, m::hash}> of(cqes);
  of.complete_plainly(3);
  of.cq.resize_to(of.pen.next_ring(cqes));
  of.pen.resize(cqes);
  of.complete_plainly(cqes);
  EXPECT_EQ(of.poll(), 3u + cqes);
}

}  // namespace
}  // namespace verbatim::test
