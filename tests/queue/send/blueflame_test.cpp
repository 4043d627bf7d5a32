// The bytes that reach a doorbell register: batches of WQEs, single ones, and those that fall back
// to 8 bytes.
#include <gtest/gtest.h>

#include <thread>

#include "device.hpp"
#include "dice.hpp"
#include "verbatim/generated/transports/rc.hpp"

namespace verbatim::test {
namespace {

using contiguous = send_queue<rc, int>;
using wrapping = send_queue<rc, int, ring_end::wrapping>;

/// A register with two halves of 256 bytes, or without, which shows what was written since.
struct watched_register {
  explicit watched_register(std::uint32_t half_size = 256) : doorbell(bytes.data(), half_size) {
    clear();
  }

  void clear() { bytes.fill(stale); }
  byte_view half(std::size_t which, std::size_t size) const {
    return {bytes.data() + which * 256, size};
  }
  /// Nothing was written behind the first `size` bytes of a half.
  bool nothing_behind(std::size_t which, std::size_t size) const {
    return bool(same(byte_view(bytes).subspan(which * 256 + size, 256 - size),
                     byte_string(256 - size, stale)));
  }

  alignas(512) std::array<std::byte, 512> bytes{};
  mmio::doorbell_register doorbell;
};

template <class Queue>
struct with_register {
  explicit with_register(std::uint32_t wqebbs, std::uint32_t half_size = 256)
      : page(half_size), memory(wqebbs, 0xabcdef), sq(of(memory)) {}

  detail::send_queue_memory of(queue_pair_memory& m) {
    auto result = m.send();
    result.doorbell = &page.doorbell;
    return result;
  }
  /// Moves the indexes, as if the device had done everything so far.
  void move_to(std::uint32_t offset) {
    test::move_to(sq, offset);
    sq.ring_doorbell();
    while (next_half() != 0) sq.ring_doorbell();
    page.clear();
  }
  /// Returns the half that the next doorbell goes to, found by ringing twice.
  unsigned next_half() {
    page.clear();
    sq.ring_doorbell();
    const unsigned next = page.half(0, 1)[0] != stale ? 0 : 1;
    sq.ring_doorbell();
    return next;
  }

  watched_register page;
  queue_pair_memory memory;
  Queue sq;
};

TEST(blueflame_batch, one_wqe_is_copied_whole_and_is_in_the_ring_too) {
  with_register<contiguous> q(8);
  auto bf = q.sq.sq_blueflame_wqe();
  const auto payload = dice().bytes(100);
  EXPECT_EQ(bf.wqe().send().inline_data(payload).signal(1).finish().wqe_index(), 0);
  EXPECT_EQ(bf.size(), 1u);
  EXPECT_TRUE(q.page.nothing_behind(0, 0)) << "not before finish()";
  EXPECT_EQ(q.memory.record().snd_counter, 0);
  std::move(bf).finish();
  EXPECT_EQ(q.memory.record().snd_counter, 2);
  EXPECT_TRUE(same(q.page.half(0, 128), q.memory.wqe(0, 128)));
  EXPECT_TRUE(q.page.nothing_behind(0, 128)) << "whole WQEBBs and no more";
  EXPECT_TRUE(q.page.nothing_behind(1, 0));
  EXPECT_TRUE(same(byte_view(q.memory.send_ring()).subspan(20, 100), payload));
}

TEST(blueflame_batch, several_wqes_go_together_and_a_doorbell_names_the_last) {
  with_register<contiguous> q(8);
  auto bf = q.sq.sq_blueflame_wqe();
  EXPECT_TRUE(bf.wqe().send().sge(1, 2, lkey(3)).finish().ok());
  EXPECT_TRUE(bf.wqe().write().rdma(1, rkey(2)).inline_data(byte_string(40)).finish().ok());
  EXPECT_TRUE(bf.wqe().nop().signal(1).finish().ok());
  EXPECT_EQ(bf.size(), 3u);
  std::move(bf).finish();
  EXPECT_EQ(q.memory.record().snd_counter, 4);
  EXPECT_TRUE(same(q.page.half(0, 256), q.memory.wqe(0, 256)));
  EXPECT_TRUE(same(q.page.half(1, 8), q.memory.wqe(3, 8)));
  EXPECT_TRUE(q.page.nothing_behind(1, 8));
}

TEST(blueflame_batch, what_does_not_fit_is_refused_and_leaves_no_trace) {
  with_register<contiguous> q(16);
  auto bf = q.sq.sq_blueflame_wqe();
  EXPECT_TRUE(sized(bf.wqe(), 3).signal(1).finish().ok());
  const auto free = q.sq.available();
  EXPECT_EQ(sized(bf.wqe(), 2).signal(2).finish().error(), post_error::blueflame_full);
  EXPECT_EQ(sized(bf.wqe(), 4).finish().error(), post_error::blueflame_full);
  EXPECT_EQ(q.sq.pi(), 3u);
  EXPECT_EQ(q.sq.available(), free);
  EXPECT_EQ(bf.size(), 1u);
  EXPECT_TRUE(bf.wqe().nop().signal(3).finish().ok()) << "one that fits still can";
  EXPECT_EQ(bf.wqe().nop().finish().error(), post_error::blueflame_full);
  std::move(bf).finish();
  EXPECT_TRUE(same(q.page.half(0, 208), q.memory.wqe(0, 208)));
  EXPECT_EQ(q.memory.record().snd_counter, 4);
  EXPECT_EQ(retire(q.sq, 0).entry, 1);
  EXPECT_EQ(retire(q.sq, 3).entry, 3);
  EXPECT_EQ(q.sq.available(), 16u);
}

TEST(blueflame_batch, other_errors_are_those_of_the_queue) {
  with_register<contiguous> q(8);
  auto bf = q.sq.sq_blueflame_wqe();
  EXPECT_EQ(bf.wqe().send().inline_data(byte_string(1000)).finish().error(),
            post_error::inline_too_long);
  for (int i = 0; i < 8; ++i) (void)q.sq.sq_wqe().nop().finish();
  EXPECT_EQ(bf.wqe().nop().finish().error(), post_error::queue_full);
  q.sq.close();
  EXPECT_EQ(bf.wqe().nop().finish().error(), post_error::closed);
}

TEST(blueflame_batch, wraps_at_the_rings_end) {
  for (std::uint32_t offset = 0; offset < 8; ++offset) {
    with_register<wrapping> q(8);
    q.move_to(offset);
    const auto begin = q.sq.pi();
    auto bf = q.sq.sq_blueflame_wqe();
    EXPECT_TRUE(sized(bf.wqe(), 2).finish().ok());
    EXPECT_TRUE(bf.wqe().send().inline_data(dice().bytes(70)).finish().ok());
    std::move(bf).finish();
    EXPECT_TRUE(same(q.page.half(0, 224), q.memory.wqe(begin, 224))) << offset;
    EXPECT_EQ(q.memory.record().snd_counter, begin + 4);
  }
}

TEST(blueflame_batch, what_fills_the_rings_end_counts_only_within_it) {
  // In front of the first WQE: the batch begins behind it, and goes by an ordinary doorbell.
  with_register<contiguous> q(8);
  q.move_to(5);
  auto first = q.sq.sq_blueflame_wqe();
  EXPECT_EQ(sized(first.wqe(), 4).finish().wqe_index(), 8);
  std::move(first).finish();
  EXPECT_EQ(q.memory.record().snd_counter, 12);
  EXPECT_TRUE(same(q.page.half(0, 8), q.memory.wqe(8, 8)));
  EXPECT_TRUE(q.page.nothing_behind(0, 8)) << "the device did not know of the NOP";

  // Between two WQEs: it is copied with them, and has to fit.
  with_register<contiguous> r(8);
  r.move_to(6);
  auto second = r.sq.sq_blueflame_wqe();
  EXPECT_TRUE(second.wqe().nop().finish().ok());
  EXPECT_EQ(sized(second.wqe(), 3).finish().error(), post_error::blueflame_full);
  EXPECT_EQ(r.sq.pi(), 7u) << "no NOP for a WQE that was refused";
  EXPECT_EQ(sized(second.wqe(), 2).finish().wqe_index(), 8);
  std::move(second).finish();
  EXPECT_TRUE(same(r.page.half(0, 128), r.memory.wqe(6, 128)));
  EXPECT_TRUE(same(r.page.half(0, 256).subspan(128), r.memory.wqe(8, 128)));
}

TEST(blueflame_batch, falls_back_where_the_device_does_not_know_of_older_wqes) {
  with_register<contiguous> q(8);
  (void)q.sq.sq_wqe().nop().finish();
  auto bf = q.sq.sq_blueflame_wqe();
  EXPECT_TRUE(sized(bf.wqe(), 2).finish().ok());
  std::move(bf).finish();
  EXPECT_EQ(q.memory.record().snd_counter, 3);
  EXPECT_TRUE(same(q.page.half(0, 8), q.memory.wqe(1, 8)));
  EXPECT_TRUE(q.page.nothing_behind(0, 8));

  auto next = q.sq.sq_blueflame_wqe();
  EXPECT_TRUE(sized(next.wqe(), 2).finish().ok());
  (void)q.sq.sq_wqe().nop().finish();
  std::move(next).finish();
  EXPECT_EQ(q.memory.record().snd_counter, 6) << "a younger one too is told of";
  EXPECT_TRUE(same(q.page.half(1, 8), q.memory.wqe(5, 8)));
  EXPECT_TRUE(q.page.nothing_behind(1, 8));
}

TEST(blueflame_batch, a_dropped_one_leaves_its_wqes_to_the_next_doorbell) {
  with_register<contiguous> q(8);
  {
    auto bf = q.sq.sq_blueflame_wqe();
    (void)bf.wqe().nop().finish();
    (void)bf.wqe().send();
  }
  EXPECT_TRUE(q.page.nothing_behind(0, 0));
  q.sq.ring_doorbell();
  EXPECT_EQ(q.memory.record().snd_counter, 1);
  q.sq.sq_blueflame_wqe().finish();
  EXPECT_EQ(q.memory.record().snd_counter, 1) << "an empty one does no harm";
}

TEST(blueflame_batch, without_blueflame_everything_fits_and_8_bytes_are_written) {
  with_register<contiguous> q(16, 0);
  auto bf = q.sq.sq_blueflame_wqe();
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(sized(bf.wqe(), 4).finish().ok());
  std::move(bf).finish();
  EXPECT_EQ(q.memory.record().snd_counter, 12);
  EXPECT_TRUE(same(q.page.half(0, 8), q.memory.wqe(8, 8)));
  EXPECT_TRUE(q.page.nothing_behind(0, 8));
  (void)q.sq.sq_wqe().send().sge(1, 2, lkey(3)).finish();
  q.sq.ring_blueflame_doorbell();
  EXPECT_TRUE(same(q.page.half(0, 8), q.memory.wqe(12, 8)));
  EXPECT_TRUE(q.page.nothing_behind(0, 8)) << "and no half takes its turn";
}

TEST(blueflame_batch, works_with_every_table) {
  with_register<send_queue<rc, int, wqe_table::unordered>> u(8);
  auto bf = u.sq.sq_blueflame_wqe();
  (void)bf.wqe().send().sge(1, 2, lkey(3)).signal(1).finish();
  (void)bf.wqe().send().sge(1, 2, lkey(3)).signal(2).finish();
  std::move(bf).finish();
  EXPECT_EQ(retire(u.sq, 1).entry, 2);
  EXPECT_EQ(retire(u.sq, 0).entry, 1);

  with_register<send_queue<rc, int, wqe_table::ordered_dense, ordering::relaxed>> d(8);
  auto other = d.sq.sq_blueflame_wqe();
  (void)other.wqe().send().sge(1, 2, lkey(3)).entry(1).finish();
  (void)other.wqe().send().sge(1, 2, lkey(3)).signal(fenced(2)).finish();
  std::move(other).finish();
  int sum = 0;
  d.sq.complete(1, [&](int entry, bool, bool) { sum += entry; });
  EXPECT_EQ(sum, 3);
}

TEST(blueflame_doorbell, copies_the_last_wqe_if_it_alone_is_new) {
  with_register<wrapping> q(8);
  for (std::uint32_t lap = 0; lap < 24; ++lap) {
    q.page.clear();
    const auto length = 1 + lap % 4;
    const auto index = sized(q.sq.sq_wqe(), length).signal(1).finish().wqe_index();
    q.sq.ring_blueflame_doorbell();
    EXPECT_TRUE(same(q.page.half(lap % 2, length * 64), q.memory.wqe(index, length * 64)));
    EXPECT_TRUE(q.page.nothing_behind(lap % 2, length * 64));
    EXPECT_TRUE(q.page.nothing_behind(1 - lap % 2, 0)) << "the halves take turns";
    EXPECT_EQ(q.memory.record().snd_counter, q.sq.pi());
    retire(q.sq, index);
  }
}

TEST(blueflame_doorbell, writes_8_bytes_otherwise) {
  with_register<send_queue<rc, int, ring_end::wrapping, 8>> q(32);
  const auto rings_8_bytes = [&](unsigned half) {
    q.page.clear();
    q.sq.ring_blueflame_doorbell();
    EXPECT_EQ(q.memory.record().snd_counter, q.sq.pi());
    return !q.page.nothing_behind(half, 0) && q.page.nothing_behind(half, 8);
  };
  (void)q.sq.sq_wqe().nop().finish();
  EXPECT_TRUE(rings_8_bytes(0)) << "ctrl_seg alone";
  (void)sized(q.sq.sq_wqe(), 1).finish();
  (void)sized(q.sq.sq_wqe(), 1).finish();
  EXPECT_TRUE(rings_8_bytes(1)) << "two are new";
  EXPECT_TRUE(rings_8_bytes(0)) << "none is new";
  (void)sized(q.sq.sq_wqe(), 5).finish();
  EXPECT_TRUE(rings_8_bytes(1)) << "longer than a half";
  (void)sized(q.sq.sq_wqe(), 4).finish();
  EXPECT_FALSE(rings_8_bytes(0)) << "as long as a half";
}

TEST(blueflame_doorbell, halves_belong_to_the_register) {
  watched_register page;
  queue_pair_memory one_memory(8);
  queue_pair_memory other_memory(8);
  auto one_at = one_memory.send();
  auto other_at = other_memory.send();
  one_at.doorbell = other_at.doorbell = &page.doorbell;
  contiguous one(one_at);
  contiguous other(other_at);
  (void)one.sq_wqe().send().sge(1, 2, lkey(3)).finish();
  (void)other.sq_wqe().send().sge(4, 5, lkey(6)).finish();
  one.ring_blueflame_doorbell();
  other.ring_blueflame_doorbell();
  EXPECT_TRUE(same(page.half(0, 32), one_memory.wqe(0, 32)));
  EXPECT_TRUE(same(page.half(1, 32), other_memory.wqe(0, 32)));
}

/// No doorbell of one thread may fall into the midst of another's copy. The bytes that the last two
/// copies left are seen here; the thread sanitizer sees all.
TEST(blueflame_doorbell, several_threads_take_turns) {
  using shared = send_queue<rc, int, ringers::several_threads>;
  watched_register page;
  const auto post = [&page](std::uint32_t number) {
    queue_pair_memory memory(8, number);
    auto at = memory.send();
    at.doorbell = &page.doorbell;
    shared sq(at);
    for (int i = 0; i < 20'000; ++i) {
      auto bf = sq.sq_blueflame_wqe();
      auto list = bf.wqe().send().sge(number, number, lkey(number));
      for (int n = 1; n < 15; ++n) list = std::move(list).sge(number, number, lkey(number));
      const auto index = std::move(list).signal(1).finish().wqe_index();
      std::move(bf).finish();
      retire(sq, index);
    }
  };
  {
    std::jthread one(post, 0x111111);
    std::jthread other(post, 0x222222);
  }
  for (const std::size_t half : {std::size_t{0}, std::size_t{1}}) {
    const byte_string bytes(page.half(half, 256).begin(), page.half(half, 256).end());
    const auto lkey = wire::load32(bytes.data() + 4) >> 8;
    for (std::size_t at = 16; at < 256; at += 16) {
      EXPECT_EQ(data_seg::read(bytes.data() + at),
                (data_seg{.byte_count = lkey, .lkey = lkey, .addr = lkey}));
    }
  }
  page.clear();
  page.doorbell.ring(1);
  EXPECT_TRUE(page.nothing_behind(1, 0)) << "each of the 40'000 copies took one turn";
}

}  // namespace
}  // namespace verbatim::test
