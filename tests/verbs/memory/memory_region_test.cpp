// Memory regions of every kind: borrowed, made, under other addresses, and on the device.
#include <gtest/gtest.h>
#include <infiniband/verbs.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "memory_fixture.hpp"
#include "message_of.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pages.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim {
namespace {

TEST_F(memory, that_is_made_is_zero_aligned_and_the_programs_own) {
  const auto source = mr::allocate(pd, 1000);
  const auto target = mr::allocate(pd, 5000, {.access = everything, .alignment = 1 << 16});
  EXPECT_EQ(source.length(), 1000u);
  EXPECT_EQ(source.memory().size(), 1000u);
  EXPECT_EQ(source.access(), access::local_write);
  EXPECT_EQ(source.pages(), page_kind::ordinary);
  EXPECT_TRUE(source.fallbacks().empty());
  EXPECT_EQ(source.addr() % page, 0u);
  EXPECT_EQ(target.addr() % (1 << 16), 0u);
  EXPECT_TRUE(std::ranges::all_of(target.memory(), [](auto byte) { return byte == std::byte{}; }));
  fill(source.memory());
  ASSERT_EQ(write(source, target.addr() + 3000, target, 1000), wc_status::success);
  EXPECT_TRUE(same(target.memory().subspan(3000, 1000), source.memory()));
}

TEST_F(memory, that_is_made_lives_as_long_as_a_handle) {
  auto region = mr::allocate(pd, page);
  fill(region.memory());
  const auto copy = region;
  region.close();
  EXPECT_FALSE(copy.is_open());
  EXPECT_EQ(copy.memory()[0], std::byte{1}) << "it is not the device's any more, but still ours";
  EXPECT_EQ(copy.describe(), "MR of 4096 bytes of " + name);
}

TEST_F(memory, of_huge_pages_where_there_are_any) {
  const auto region = mr::allocate(pd, 3 << 20, {.pages = huge_pages::preferred});
  EXPECT_EQ(region.addr() % (2 << 20), 0u) << "it could not be of huge pages otherwise";
  if (region.pages() == page_kind::huge) {
    EXPECT_TRUE(region.fallbacks().empty());
    EXPECT_EQ(mr::allocate(pd, page, {.pages = huge_pages::required}).pages(), page_kind::huge);
    return;
  }
  ASSERT_EQ(region.fallbacks().size(), 1u) << "nothing is silent";
  const std::string none = "no huge pages: not as many are reserved (vm.nr_hugepages), ";
  EXPECT_EQ(region.fallbacks()[0], none + (region.pages() == page_kind::transparent_huge
                                               ? "so the kernel is asked for transparent ones"
                                               : "and the kernel has no transparent ones "
                                                 "(/sys/kernel/mm/transparent_hugepage/enabled)"));
  EXPECT_EQ(message_of([&] { (void)mr::allocate(pd, 1 << 30, {.pages = huge_pages::required}); }),
            "mmap on 1073741824 bytes: Cannot allocate memory: there are not as many huge pages: "
            "reserve them (sysctl vm.nr_hugepages=N), or take huge_pages::preferred");
}

TEST_F(memory, that_cannot_be_made_is_told) {
  const std::string allocate = "mr::allocate: ";
  EXPECT_EQ(message_of([&] { (void)mr::allocate(pd, 0); }), allocate + "the memory has no bytes");
  EXPECT_EQ(message_of([&] { (void)mr::allocate(pd, page, {.alignment = 3}); }),
            allocate + "the alignment is no power of two");
  EXPECT_EQ(message_of([&] { (void)mr::allocate(pd, page, {.alignment = 0}); }),
            allocate + "the alignment is no power of two");
  for (const std::size_t length : {SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 4}) {
    EXPECT_EQ(message_of([&] { (void)mr::allocate(pd, length); }),
              "mmap on " + std::to_string(length) +
                  " bytes: Cannot allocate memory: there is not as much memory");
  }
  EXPECT_EQ(message_of([&] { (void)mr::allocate(pd, page, {.alignment = std::size_t{1} << 63}); }),
            "mmap on 4096 bytes: Cannot allocate memory: there is not as much memory");
  EXPECT_EQ(message_of([&] { (void)mr::allocate(pd, page, {.access = access::remote_write}); }),
            "ibv_reg_mr on PD of " + name + ": remote_write and remote_atomic need local_write");
}

TEST_F(memory, is_called_by_other_addresses) {
  const auto source = mr::allocate(pd, page);
  fill(source.memory());
  alignas(page) static std::array<std::byte, 2 * page> bytes{};
  const mr target(pd, std::span(bytes), {.access = everything, .iova = 0});
  EXPECT_EQ(target.addr(), 0u);
  EXPECT_EQ(target.slice(16, 8).addr(), 16u);
  EXPECT_EQ(target.remote(page, 8).addr(), page);
  EXPECT_EQ(target.memory().data(), bytes.data());
  ASSERT_EQ(write(source, page, target, page), wc_status::success);
  EXPECT_TRUE(same(std::span(bytes).subspan(page), source.memory()));
  const auto made = mr::allocate(pd, page, {.access = everything, .iova = 0x7000'0000'0000});
  ASSERT_EQ(write(source, 0x7000'0000'0000, made, page), wc_status::success);
  EXPECT_TRUE(same(made.memory(), source.memory()));
  const mr within(pd, std::span(bytes).subspan(100), {.iova = page + 100});
  EXPECT_EQ(within.addr(), page + 100);
  EXPECT_EQ(message_of([&] { mr(pd, std::span(bytes).subspan(100), {.iova = 0}); }),
            "ibv_reg_mr on PD of " + name +
                ": the iova has another offset in its page than the memory "
                "has");
}

TEST_F(memory, with_relaxed_ordering) {
  const auto region =
      mr::allocate(pd, page, {.access = access::local_write | access::relaxed_ordering});
  EXPECT_TRUE(allows(region.access(), access::relaxed_ordering));
  EXPECT_TRUE(region.fallbacks().empty());
}

TEST_F(memory_without, relaxed_ordering_says_so) {
  const auto region =
      mr::allocate(pd, page, {.access = access::local_write | access::relaxed_ordering});
  EXPECT_EQ(region.access(), access::local_write);
  EXPECT_EQ(region.fallbacks(),
            std::vector<std::string>{"no relaxed ordering: the device has neither "
                                     "relaxed_ordering_write nor relaxed_ordering_read"});
}

TEST_F(memory_without, an_order_that_is_refused_says_so) {
  const auto region =
      mr::allocate(pd, page, {.access = access::remote_read | access::relaxed_ordering});
  EXPECT_EQ(region.access(), access::remote_read);
  EXPECT_EQ(region.fallbacks(), std::vector<std::string>{"no relaxed ordering: the device refused "
                                                         "to register with it"});
  EXPECT_TRUE(mr::allocate(pd, page).fallbacks().empty()) << "it was not asked for";
}

}  // namespace
}  // namespace verbatim
