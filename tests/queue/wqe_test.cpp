// Every WQE byte for byte, at every ring offset and with both ring ends, against the reference.
#include <gtest/gtest.h>

#include "device.hpp"
#include "operation.hpp"
#include "reference.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::test {
namespace {

/// One queue and its reference, driven together.
template <class Transport, ring_end RingEnd, unsigned MaxWqebbs>
class pair_of_rings {
 public:
  using queue = send_queue<Transport, std::uint64_t, RingEnd, MaxWqebbs>;

  explicit pair_of_rings(std::uint32_t wqebbs)
      : memory_(wqebbs), sq_(memory_.send()), reference_(wqebbs, memory_.qpn(), RingEnd) {}

  std::uint32_t offset() const { return sq_.pi() % sq_.wqebbs(); }

  /// One WQEBB further.
  void advance() {
    (void)sq_.sq_wqe().nop().signal(0).finish();
    reference_.post({.what = verb::nop});
    retire();
  }

  /// Posts in stale memory, compares all of it with the reference, and completes.
  void check(const operation& op) {
    const auto where = offset();
    memory_.make_stale();
    std::fill(reference_.bytes.begin(), reference_.bytes.end(), stale);
    const auto result = post(sq_, op, 0u);
    ASSERT_TRUE(result.ok()) << message(result.error()) << ": " << op.text();
    reference_.post(op);
    ASSERT_EQ(result.wqe_index(), static_cast<std::uint16_t>(reference_.last));
    ASSERT_EQ(sq_.pi(), reference_.pi);
    ignore_behind(op);
    ASSERT_TRUE(same(memory_.send_ring(), reference_.bytes))
        << op.text() << " at offset " << where << " of " << sq_.wqebbs();
    ASSERT_TRUE(memory_.guards_stand()) << op.text();
    retire();
  }

 private:
  /// Ignores the bytes behind `ds` in the last WQEBB, which have no meaning. An SGE of 0 bytes may have left
  /// itself there too, where the next SGE would be: at most at the beginning of one WQEBB more.
  void ignore_behind(const operation& op) {
    const auto size = reference_wqe(op, 0, 0).size();
    auto end = wqebbs_of(size) * wqebb;
    const bool dropped = std::ranges::count(op.sges, 0u, &piece::byte_count) != 0;
    if (dropped && size == end && end < MaxWqebbs * wqebb) end += octoword;
    for (auto i = size; i < end; ++i) {
      const auto at = (reference_.last * wqebb + i) % reference_.bytes.size();
      reference_.bytes[at] = memory_.send_ring()[at];
    }
  }

  /// Retires the WQE, signaled or not: only the indexes matter here.
  void retire() {
    retire_failed(sq_, static_cast<std::uint16_t>(reference_.last));
    reference_.ci = reference_.pi;
    ASSERT_EQ(sq_.ci(), reference_.ci);
  }

  queue_pair_memory memory_;
  queue sq_;
  reference_ring reference_;
};

/// Every shape that a WQE of at most MaxWqebbs can have. If a payload's size only moves its
/// end within an octoword, a few sizes around each octoword stand for all.
template <class Transport, unsigned MaxWqebbs>
std::vector<operation> every_shape(dice& random, bool every_size) {
  std::vector<operation> shapes;
  for (const verb what : every_verb) {
    if (std::is_same_v<Transport, uc> && !on_uc(what)) continue;
    const auto base = random_operation(random, what);
    shapes.push_back(base);
    const unsigned octowords =
        std::min({MaxWqebbs * 4, 63u, what == verb::read ? 32u : 63u}) - (has_raddr(what) ? 2 : 1);
    if (takes_sges(what)) {
      for (unsigned n = 1; n <= octowords; ++n) {
        shapes.push_back(with_sges(random_operation(random, what), random, n));
      }
      for (unsigned n = 1; n <= 4; ++n) {  // and some of 0 bytes among them
        auto op = with_sges(random_operation(random, what), random, n + 2);
        for (unsigned i = 0; i < n; ++i) op.sges[random.below(n + 2)].byte_count = 0;
        if (n == 4) op.sges.back().byte_count = 0;
        std::size_t left = 0;
        for (const auto& sge : op.sges) left += sge.byte_count != 0;
        if (left < octowords) shapes.push_back(op);
      }
    }
    if (takes_inline(what)) {
      for (unsigned size = 0; size <= octowords * octoword - 4; ++size) {
        const bool interesting =
            every_size || (size + 4) % octoword <= 1 || (size + 4) % octoword == 15;
        if (!interesting) continue;
        shapes.push_back(with_inline(random_operation(random, what), random, size));
      }
    }
  }
  return shapes;
}

/// `every_size` of inline payload takes long, and is asked for on the smallest ring only.
template <class Transport, ring_end RingEnd, unsigned MaxWqebbs>
void expect_reference_bytes(std::uint32_t wqebbs, bool every_size = false) {
  dice random;
  pair_of_rings<Transport, RingEnd, MaxWqebbs> rings(wqebbs);
  for (const operation& op : every_shape<Transport, MaxWqebbs>(random, every_size)) {
    for (std::uint32_t offset = 0; offset < wqebbs; ++offset) {
      while (rings.offset() != offset) rings.advance();
      rings.check(op);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(wqe, rc_contiguous) {
  expect_reference_bytes<rc, ring_end::contiguous, 4>(8, true);
  for (const auto wqebbs : {16u, 32u, 64u}) {
    expect_reference_bytes<rc, ring_end::contiguous, 4>(wqebbs);
  }
}
TEST(wqe, rc_wrapping) {
  expect_reference_bytes<rc, ring_end::wrapping, 4>(4, true);
  for (const auto wqebbs : {8u, 16u, 32u, 64u}) {
    expect_reference_bytes<rc, ring_end::wrapping, 4>(wqebbs);
  }
}
TEST(wqe, uc_contiguous) {
  for (const auto wqebbs : {8u, 64u}) expect_reference_bytes<uc, ring_end::contiguous, 4>(wqebbs);
}
TEST(wqe, uc_wrapping) {
  for (const auto wqebbs : {4u, 64u}) expect_reference_bytes<uc, ring_end::wrapping, 4>(wqebbs);
}
TEST(wqe, rc_contiguous_small) {
  for (const auto wqebbs : {1u, 2u, 4u}) {
    expect_reference_bytes<rc, ring_end::contiguous, 1>(wqebbs, true);
  }
  for (const auto wqebbs : {4u, 8u}) {
    expect_reference_bytes<rc, ring_end::contiguous, 2>(wqebbs, true);
  }
}
TEST(wqe, rc_contiguous_largest) { expect_reference_bytes<rc, ring_end::contiguous, 16>(32); }
TEST(wqe, rc_wrapping_largest) {
  for (const auto wqebbs : {16u, 32u}) expect_reference_bytes<rc, ring_end::wrapping, 16>(wqebbs);
}

}  // namespace
}  // namespace verbatim::test
