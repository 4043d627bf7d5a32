// post_all() on an RC queue, beside the loop that it replaces, and what it does with odd ranges.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "device.hpp"
#include "post_all_twins.hpp"
#include "verbatim/generated/transports/rc.hpp"

namespace verbatim::test {
namespace {

TEST(post_all, writes_what_the_loop_writes) {
  dice random;
  twins<rc> both;
  int entry = 0;
  for (unsigned i = 0; i < lists && !HasFatalFailure(); ++i) {
    const auto p = random_parts(random, entry);
    post_both(both, p.slices.size(), writes(p.slices, p.regions).signal(p.entries),
              [&](std::size_t at) {
                return both.loop.sq_wqe()
                    .write()
                    .rdma(p.regions[at])
                    .sge(p.slices[at])
                    .signal(p.entries[at])
                    .finish();
              });
    if (!HasFatalFailure()) both.complete(random);
  }
  EXPECT_NE(both.met(post_error::none), 0u);
  EXPECT_NE(both.met(post_error::queue_full), 0u);
  EXPECT_NE(both.met(post_error::sge_too_long), 0u);
}

class post_all_alone : public testing::Test {
 protected:
  std::vector<wire::local_memory> slices(std::size_t count) const {
    return std::vector<wire::local_memory>(count, {0x1000, 64, lkey(1)});
  }
  std::vector<wire::remote_memory> regions(std::size_t count) const {
    return std::vector<wire::remote_memory>(count, {0x2000, 64, rkey(2)});
  }

  queue_pair_memory memory{ring_wqebbs};
};

TEST_F(post_all_alone, of_nothing_rings_no_doorbell) {
  send_queue<rc, int> sq(memory.send());
  const std::vector<int> none;
  ASSERT_TRUE(sq.sq_wqe().nop().finish());
  const auto posted = sq.post_all(writes(slices(0), regions(0)).signal(none));
  EXPECT_TRUE(posted);
  EXPECT_EQ(posted.accepted, 0u);
  EXPECT_TRUE(sq.post_all(sends(slices(0)).signal_last(1)));
  EXPECT_TRUE(sq.post_all(none, [](auto&& wqe, int) { return std::move(wqe).nop().finish(); }));
  EXPECT_EQ(sq.unrung(), 1u);
}

TEST_F(post_all_alone, refuses_ranges_of_different_lengths) {
  send_queue<rc, int> sq(memory.send());
  const std::vector<int> entries{1, 2, 3};
  const detail::posted_requests refused{0, post_error::ranges_differ};
  EXPECT_EQ(sq.post_all(writes(slices(3), regions(2)).signal(entries)), refused);
  EXPECT_EQ(sq.post_all(reads(slices(2), regions(3))), refused);
  EXPECT_EQ(sq.post_all(writes(slices(2), regions(2)).signal(entries)), refused);
  EXPECT_EQ(sq.post_all(sends(slices(4)).signal(entries)), refused);
  EXPECT_NE(refused.message().find("different lengths"), std::string::npos);
  EXPECT_EQ(sq.pi(), 0u);
}

TEST_F(post_all_alone, goes_on_after_a_full_queue) {
  send_queue<rc, int> sq(memory.send());
  std::vector<int> entries(100);
  for (int i = 0; i < 100; ++i) entries[static_cast<std::size_t>(i)] = i;
  const auto all_slices = slices(100);
  const auto posted = sq.post_all(sends(all_slices).signal(entries));
  EXPECT_EQ(posted, (detail::posted_requests{ring_wqebbs, post_error::queue_full}));
  EXPECT_EQ(sq.unrung(), 0u);
  EXPECT_EQ(retire(sq, ring_wqebbs - 1).entry, static_cast<int>(ring_wqebbs) - 1);
  const auto rest = posted.accepted;
  EXPECT_EQ(
      sq.post_all(
          sends(std::span(all_slices).subspan(rest)).signal(std::span(entries).subspan(rest))),
      (detail::posted_requests{100 - rest, post_error::none}));
  EXPECT_EQ(retire(sq, 99).entry, 99);
}

TEST_F(post_all_alone, posts_nothing_to_a_closed_queue) {
  send_queue<rc, int> sq(memory.send());
  sq.close();
  EXPECT_EQ(sq.post_all(sends(slices(3))), (detail::posted_requests{0, post_error::closed}));
}

TEST_F(post_all_alone, moves_entries_that_cannot_be_copied_only_if_they_are_posted) {
  send_queue<rc, std::unique_ptr<int>> sq(memory.send());
  std::vector<std::unique_ptr<int>> entries;
  for (int i = 0; i < 70; ++i) entries.push_back(std::make_unique<int>(i));
  const auto posted = sq.post_all(sends(slices(70)).signal(entries));
  ASSERT_EQ(posted.accepted, ring_wqebbs);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    EXPECT_EQ(entries[i] == nullptr, i < posted.accepted) << i;
  }
  for (std::uint16_t i = 0; i < ring_wqebbs; ++i) EXPECT_EQ(*retire(sq, i).entry, i);
}

TEST_F(post_all_alone, copies_entries_that_can_be_copied) {
  send_queue<rc, std::shared_ptr<int>> sq(memory.send());
  const std::array entries{std::make_shared<int>(1), std::make_shared<int>(2)};
  ASSERT_TRUE(sq.post_all(sends(slices(2)).signal(entries)));
  EXPECT_EQ(entries[0].use_count(), 2);
  EXPECT_EQ(retire(sq, 1).entry, entries[1]);
}

// A queue with relaxed ordering takes fenced entries, like its builders.
TEST_F(post_all_alone, of_fenced_entries) {
  send_queue<rc, int, ordering::relaxed> sq(memory.send());
  const std::array entries{fenced(1), fenced(2)};
  ASSERT_TRUE(sq.post_all(sends(slices(2)).signal(entries)));
  EXPECT_EQ(ctrl_seg::read(memory.wqe(1, ctrl_seg::size).data()).fm,
            fence_mode::reads_atomics_and_key_changes);
  EXPECT_EQ(retire(sq, 1).entry, 2);
}

}  // namespace
}  // namespace verbatim::test
