// Memory regions that change: other memory, other keys, other rights.
#include <gtest/gtest.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string>

#include "device_under_test.hpp"
#include "memory_fixture.hpp"
#include "message_of.hpp"
#include "verbatim/verbs/completion/verbs_cq.hpp"
#include "verbatim/verbs/memory/device_memory.hpp"
#include "verbatim/verbs/memory/memory_window.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"

namespace verbatim {
namespace {

/// Changes of memory regions, which not every driver has.
class memory_that_changes : public memory {
 protected:
  void SetUp() override { fill(source.memory()); }

  request write_of_source(const remote_region& there) const {
    return request::write(source.slice(0, there.length()), there);
  }

  /// The peer lets us write there.
  bool writes(const remote_region& there) {
    return done(write_of_source(there)) == wc_status::success;
  }

  /// It does not.
  bool is_refused(const remote_region& there) {
    return failure(write_of_source(there)) == wc_status::rem_access_err;
  }

  std::string refusal(mr& region, const mr::change& change) {
    return message_of([&] { (void)region.rereg(change); });
  }

  mr source = mr::allocate(pd, 4 * page);
  const std::string call = "ibv_rereg_mr on ";
};

TEST_F(memory_that_changes, is_other_memory_with_the_same_keys) {
  alignas(page) static std::array<std::byte, 4 * page> bytes{};
  mr region(pd, std::span(bytes).first(2 * page), everything);
  const auto before = region.remote();
  const auto low = region.slice(0, page);
  ASSERT_EQ(region.rereg({.memory = std::span(bytes).subspan(2 * page, page)}), mr::keys::kept);
  EXPECT_EQ(region.length(), page);
  EXPECT_EQ(region.memory().data(), bytes.data() + 2 * page);
  EXPECT_EQ(region.addr(), reinterpret_cast<std::uintptr_t>(bytes.data()) + 2 * page);
  EXPECT_EQ(region.access(), everything);
  EXPECT_TRUE(region.fallbacks().empty());
  EXPECT_TRUE(writes(region.remote()));
  EXPECT_TRUE(same(std::span(bytes).subspan(2 * page, page), source.memory().first(page)));
  EXPECT_TRUE(is_refused(before.slice(0, 8))) << "the key is the same, and the bounds are others";
  EXPECT_EQ(failure(request::write(low, source.remote(0, page))), wc_status::loc_prot_err)
      << "nor is it ours to read";
  EXPECT_TRUE(std::ranges::all_of(std::span(bytes).first(2 * page),
                                  [](auto byte) { return byte == std::byte{}; }));
  EXPECT_EQ(message_of([&] { (void)region.slice(0, 2 * page); }),
            "slice on MR of 4096 bytes of " + name +
                ": 8192 bytes from 0 on are not inside its 4096 bytes");
}

TEST_F(memory_that_changes, is_more_memory_with_other_keys) {
  alignas(page) static std::array<std::byte, 4 * page> bytes{};
  mr region(pd, std::span(bytes).first(page), everything);
  const auto before = region.remote();
  ASSERT_EQ(region.rereg({.memory = bytes}), mr::keys::replaced);
  EXPECT_EQ(region.addr(), before.addr());
  EXPECT_NE(region.rkey(), before.rkey());
  EXPECT_TRUE(is_refused(before.slice(0, 8))) << "the memory is still there, under another key";
  EXPECT_TRUE(writes(region.remote()));
  EXPECT_TRUE(same(bytes, source.memory()));
}

TEST_F(memory_that_changes, begins_where_it_is_and_not_at_an_iova) {
  auto region = mr::allocate(pd, page, {.access = everything, .iova = 0});
  alignas(page) static std::array<std::byte, page> bytes{};
  const auto before = region.remote();
  const auto made = region.memory();
  (void)region.rereg({.memory = bytes});
  EXPECT_EQ(region.addr(), reinterpret_cast<std::uintptr_t>(bytes.data()));
  EXPECT_TRUE(is_refused(before.slice(0, 8)));
  EXPECT_TRUE(writes(region.remote()));
  EXPECT_EQ(made[0], std::byte{}) << "memory that was made stays";
}

TEST_F(memory_that_changes, is_for_others_to_write_or_not) {
  auto region = mr::allocate(pd, page, {.access = everything});
  const auto given = region.remote(0, 64);
  ASSERT_EQ(region.rereg({.access = access::local_write}), mr::keys::kept);
  EXPECT_EQ(region.access(), access::local_write);
  EXPECT_TRUE(is_refused(given));
  ASSERT_EQ(region.rereg({.access = everything}), mr::keys::kept);
  EXPECT_TRUE(writes(given)) << "it is what was given away before";
}

TEST_F(memory_that_changes, belongs_to_another_protection_domain) {
  auto region = mr::allocate(pd, page, {.access = everything});
  const auto given = region.remote(0, 64);
  verbatim::pd other(context);
  ASSERT_EQ(region.rereg({.pd = other}), mr::keys::kept);
  EXPECT_TRUE(is_refused(given));
  verbs_cq other_cq(context, 16);
  verbs_qp<rc> inside(other, other_cq);
  inside.connect(inside.address());
  ASSERT_TRUE(inside.post(request::write(region.slice(0, 64), region.remote(64, 64)).signal(1)));
  std::array<work_completion, 1> seen;
  while (other_cq.poll(seen) == 0) {
  }
  EXPECT_TRUE(seen[0].ok());
  source.close();
  qp.close();
  peer.close();
  EXPECT_TRUE(pd.try_close()) << "it has nothing to do with the region any more";
  EXPECT_TRUE(region.is_open());
  EXPECT_TRUE(other.close().complete());
  EXPECT_FALSE(region.is_open());
}

TEST_F(memory_that_changes, is_not_changed_by_what_makes_no_sense) {
  auto region = mr::allocate(pd, page, {.access = everything});
  const auto on = call + region.describe() + ": ";
  EXPECT_EQ(refusal(region, {}), on + "nothing is to be changed");
  EXPECT_EQ(refusal(region, {.memory = std::span<std::byte>()}), on + "the memory has no bytes");
  EXPECT_EQ(refusal(region, {.access = access::remote_write}),
            on + "remote_write and remote_atomic need local_write");
  verbatim::pd gone(context);
  gone.close();
  EXPECT_EQ(refusal(region, {.pd = gone}),
            call + gone.describe() + ": it has been closed, by itself or with what it was made on");
  const auto again = testing::device_under_test();
  EXPECT_EQ(refusal(region, {.pd = verbatim::pd(again)}),
            call + "PD of " + name + ": it was made on another context than " + region.describe() +
                ": open the device once, and make both on that context");
  mr windowed(pd, source.memory(), everything | access::mw_bind);
  const memory_window window(windowed);
  EXPECT_EQ(refusal(windowed, {.pd = verbatim::pd(context)}),
            call + windowed.describe() + ": " + window.describe() +
                " is in its protection domain: close that first");
  EXPECT_TRUE(region.is_open());
  EXPECT_TRUE(writes(region.remote(0, 64)));
  region.close();
  EXPECT_EQ(refusal(region, {.access = everything}),
            on + "it has been closed, by itself or with what it was made on");
}

TEST_F(memory_of_the_device, is_not_changed) {
  const device_memory counters(context, 64);
  mr region(pd, counters);
  EXPECT_EQ(message_of([&] { (void)region.rereg({.access = everything}); }),
            "ibv_rereg_mr on " + region.describe() +
                ": it is of the device's memory: close it, and make another");
  EXPECT_TRUE(region.is_open());
}

TEST_F(memory_without, a_change_of_it_is_closed) {
  auto region = mr::allocate(pd, page, {.access = everything | access::mw_bind});
  const memory_window window(region);
  EXPECT_EQ(message_of([&] { (void)region.rereg({.access = access::local_write}); }),
            "ibv_rereg_mr on MR of 4096 bytes of " + name +
                ": Cannot allocate memory: the region may not be used any more, and was closed: "
                "register the memory anew");
  EXPECT_FALSE(region.is_open());
  EXPECT_FALSE(window.is_open());
  EXPECT_EQ(region.memory().size(), page) << "the memory is still there";
  EXPECT_EQ(message_of([&] { (void)region.slice(); }),
            "slice on MR of 4096 bytes of " + name +
                ": it has been closed, by itself or with what it was made on");
  EXPECT_TRUE(mr::allocate(pd, page).is_open());
}

}  // namespace
}  // namespace verbatim
