// post_all() on every transport and kind of queue, beside the loop that it replaces.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "dice.hpp"
#include "post_all_twins.hpp"
#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/dci_roce.hpp"
#include "verbatim/generated/transports/raw_packet.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/uc.hpp"
#include "verbatim/generated/transports/ud.hpp"
#include "verbatim/generated/transports/ud_roce.hpp"
#include "verbatim/generated/transports/xrc.hpp"

namespace verbatim::test {
namespace {

const av_ud_seg ud_address{.qkey = 0x11223344, .dqp_dct = 0x55, .rlid = 7};
const av_dc_seg dc_address{.dc_key = 0x1122334455667788, .dqp_dct = 0x55, .rlid = 7};

TEST(post_all_everywhere, rc) { compare_with_loop<rc>(); }
TEST(post_all_everywhere, rc_wrapping) { compare_with_loop<rc, ring_end::wrapping>(); }
TEST(post_all_everywhere, rc_dense) { compare_with_loop<rc, wqe_table::ordered_dense>(); }
TEST(post_all_everywhere, rc_unordered) { compare_with_loop<rc, wqe_table::unordered>(); }
TEST(post_all_everywhere, rc_of_2_wqebbs) { compare_with_loop<rc, 2>(); }
TEST(post_all_everywhere, uc) { compare_with_loop<uc>(); }
TEST(post_all_everywhere, ud) { compare_with_loop<ud>(ud_address); }
TEST(post_all_everywhere, ud_wrapping) { compare_with_loop<ud, ring_end::wrapping>(ud_address); }
TEST(post_all_everywhere, ud_roce) { compare_with_loop<ud_roce>(ud_address); }
TEST(post_all_everywhere, dci) { compare_with_loop<dci>(dc_address); }
TEST(post_all_everywhere, dci_roce) {
  compare_with_loop<dci_roce, wqe_table::unordered>(dc_address);
}
TEST(post_all_everywhere, xrc) { compare_with_loop<xrc>(std::uint32_t{0x123}); }
TEST(post_all_everywhere, raw_packet) {
  compare_with_loop<raw_packet>(eth_seg{.l4_csum = 1, .l3_csum = 1});
}

/// The other ways to give entries: body(chain, i, is_last) ends a chain of the loop.
template <wqe_table table, class Give, class Body>
void compare_entries(const Give& give, const Body& body) {
  dice random;
  twins<rc, table> both;
  int entry = 0;
  for (unsigned i = 0; i < lists && !testing::Test::HasFatalFailure(); ++i) {
    auto p = random_parts(random, entry);
    while (random.one_in(4)) {  // more than fit
      p.slices.insert(p.slices.end(), p.slices.begin(), p.slices.end());
      p.regions.insert(p.regions.end(), p.regions.begin(), p.regions.end());
      p.entries.insert(p.entries.end(), p.entries.begin(), p.entries.end());
    }
    const auto count = p.slices.size();
    post_both(both, count, give(writes(p.slices, p.regions), p), [&](std::size_t at) {
      return body(both.loop.sq_wqe().write().rdma(p.regions[at]).sge(p.slices[at]), p, at,
                  at + 1 == count);
    });
    if (!testing::Test::HasFatalFailure()) both.fail_last();
  }
  EXPECT_NE(both.met(post_error::none), 0u);
  EXPECT_NE(both.met(post_error::queue_full), 0u);
  EXPECT_NE(both.met(post_error::sge_too_long), 0u);
}

TEST(post_all_everywhere, without_entries) {
  compare_entries<wqe_table::ordered_sparse>(
      [](const auto& requests, const parts&) { return requests; },
      [](auto&& ready, const parts&, std::size_t, bool) { return std::move(ready).finish(); });
}

TEST(post_all_everywhere, entry_of_the_last) {
  compare_entries<wqe_table::ordered_sparse>(
      [](const auto& requests, const parts& p) { return requests.signal_last(p.of_last); },
      [](auto&& ready, const parts& p, std::size_t, bool last) {
        return last ? std::move(ready).signal(p.of_last).finish() : std::move(ready).finish();
      });
}

TEST(post_all_everywhere, entries_of_a_dense_queue) {
  compare_entries<wqe_table::ordered_dense>(
      [](const auto& requests, const parts& p) { return requests.entries(p.entries); },
      [](auto&& ready, const parts& p, std::size_t at, bool last) {
        return last ? std::move(ready).signal(p.entries[at]).finish()
                    : std::move(ready).entry(p.entries[at]).finish();
      });
}

/// A job as a program may have it, for the callback: some are inlined, some have two slices.
struct job {
  wire::local_memory slice;
  wire::remote_memory region;
  byte_view bytes;
  int entry;
  unsigned kind;
};

template <class Transport, auto... Policies, class Address = nowhere>
void compare_callback(const Address& to = {}) {
  dice random;
  twins<Transport, Policies...> both;
  int entry = 0;
  const auto body = [&](auto&& wqe, const job& j) {
    auto data = addressed(std::move(wqe), to).send();
    auto list = j.kind == 0 ? std::move(data).inline_data(j.bytes) : std::move(data).sge(j.slice);
    if (j.kind == 2) list = std::move(list).sge(j.slice);
    return std::move(list).signal(j.entry).finish();
  };
  for (unsigned i = 0; i < lists && !testing::Test::HasFatalFailure(); ++i) {
    const auto p = random_parts(random, entry);
    std::vector<job> jobs;
    for (std::size_t at = 0; at < p.slices.size(); ++at) {
      jobs.push_back({p.slices[at], p.regions[at], p.bytes[at], p.entries[at], random.below(3)});
    }
    const auto expected = both.post_by_loop(
        jobs.size(), [&](std::size_t at) { return body(both.loop.sq_wqe(), jobs[at]); });
    const auto posted = both.many.post_all(jobs, body);
    ASSERT_EQ(posted, expected) << posted.message() << " instead of " << expected.message();
    both.note(posted);
    both.compare();
    if (!testing::Test::HasFatalFailure()) both.complete(random);
  }
  EXPECT_NE(both.met(post_error::none), 0u);
  EXPECT_NE(both.met(post_error::queue_full), 0u);
  EXPECT_NE(both.met(post_error::inline_too_long), 0u);
}

TEST(post_all_everywhere, callback_rc) { compare_callback<rc>(); }
TEST(post_all_everywhere, callback_rc_wrapping) { compare_callback<rc, ring_end::wrapping>(); }
TEST(post_all_everywhere, callback_ud_unordered) {
  compare_callback<ud, wqe_table::unordered>(ud_address);
}

// A WQE that changes a key ends a run: the next one has to wait for it.
TEST(post_all_everywhere, callback_that_changes_keys) {
  twins<rc> both;
  const std::vector<std::uint32_t> keys{1, 2, 3, 4, 5};
  const auto body = [](auto&& wqe, std::uint32_t key) {
    return std::move(wqe).local_invalidate().key(rkey(key)).signal(7).finish();
  };
  for (unsigned i = 0; i < 100 && !HasFatalFailure(); ++i) {
    const auto expected = both.post_by_loop(
        keys.size(), [&](std::size_t at) { return body(both.loop.sq_wqe(), keys[at]); });
    ASSERT_EQ(both.many.post_all(keys, body), expected);
    both.compare();
    both.fail_last();
  }
}

}  // namespace
}  // namespace verbatim::test
