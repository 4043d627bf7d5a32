// Memory regions of every kind: borrowed, made, under other addresses, and on the device.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <fstream>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "device_under_test.hpp"
#include "message_of.hpp"
#include "verbatim/verbs/device_memory.hpp"
#include "verbatim/verbs/mr.hpp"
#include "verbatim/verbs/pages.hpp"
#include "verbatim/verbs/pd.hpp"
#include "verbatim/verbs/verbs_cq.hpp"
#include "verbatim/verbs/verbs_qp.hpp"

namespace verbatim {
namespace {

constexpr auto everything =
    access::local_write | access::remote_write | access::remote_read | access::remote_atomic;
constexpr std::size_t page = 4096;

/// A queue pair that is connected to itself by whoever posts to it.
class memory : public ::testing::Test {
 protected:
  using request = verbs_rc_qp::request;

  /// Posts it, and answers how it completes.
  wc_status done(request one) {
    if (qp.state() == qp_state::reset) qp.connect(qp.address());
    const auto posted = qp.post(std::move(one).signal(5));
    EXPECT_TRUE(posted) << posted.message();
    std::array<work_completion, 1> seen;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    while (cq.poll(seen) == 0) {
      if (std::chrono::steady_clock::now() < deadline) continue;
      ADD_FAILURE() << "nothing completes";
      return wc_status::general_err;
    }
    return seen[0].status();
  }

  wc_status write(const mr& from, std::uint64_t to, const mr& target, std::uint32_t length) {
    return done(request::write(from.slice(0, length), remote_region(to, length, target.rkey())));
  }

  wc_status read(const mr& to, std::uint64_t from, const mr& target, std::uint32_t length) {
    return done(request::read(to.slice(0, length), remote_region(from, length, target.rkey())));
  }

  verbatim::context context = verbatim::testing::device_under_test();
  const std::string name = context.name();
  verbatim::pd pd{context};
  verbs_cq cq{context, 16};
  verbs_rc_qp qp{pd, cq};
};

/// What only devices with memory of their own have.
class memory_of_the_device : public memory {};

/// On devices that lack something.
class memory_without : public memory {};

/// Fills it with numbers that are no two neighbours' the same.
void fill(std::span<std::byte> bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i % 251 + 1);
}

bool same(std::span<const std::byte> a, std::span<const std::byte> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

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

TEST_F(memory_of_the_device, is_written_read_and_counted_in) {
  const device_memory counters(context, 4096);
  EXPECT_EQ(counters.length(), 4096u);
  EXPECT_EQ(counters.describe(), "device memory of 4096 bytes of " + name);
  const mr region(pd, counters, everything);
  EXPECT_EQ(region.addr(), 0u);
  EXPECT_EQ(region.length(), 4096u);
  EXPECT_TRUE(region.memory().empty());
  const auto host = mr::allocate(pd, page);
  fill(host.memory());
  ASSERT_EQ(write(host, 1024, region, 512), wc_status::success);
  std::array<std::byte, 512> seen;
  counters.read(1024, seen);
  EXPECT_TRUE(same(seen, host.memory().first(512)));
  const std::array<std::uint64_t, 1> five{5};
  counters.write(64, std::as_bytes(std::span(five)));
  ASSERT_EQ(done(request::fetch_add(host.slice(0, 8), region.remote(64, 8), 37)),
            wc_status::success);
  std::uint64_t before = 0;
  std::memcpy(&before, host.memory().data(), sizeof before);
  EXPECT_EQ(before, 5u);
  ASSERT_EQ(read(host, 64, region, 8), wc_status::success);
  std::memcpy(&before, host.memory().data(), sizeof before);
  EXPECT_EQ(before, 42u);
}

TEST_F(memory_of_the_device, is_registered_in_pieces) {
  const device_memory whole(context, 256);
  const mr second(pd, whole, 128, 128, everything);
  const auto host = mr::allocate(pd, page);
  fill(host.memory());
  ASSERT_EQ(write(host, 0, second, 128), wc_status::success);
  std::array<std::byte, 128> seen;
  whole.read(128, seen);
  EXPECT_TRUE(same(seen, host.memory().first(128)));
  EXPECT_NE(write(host, 64, second, 128), wc_status::success) << "it ends before";
}

TEST_F(memory_of_the_device, ends_somewhere) {
  const auto most = context.capabilities().max_dm_size;
  ASSERT_EQ(most, 128u << 10);
  EXPECT_EQ(message_of([&] { device_memory(context, most + 4); }),
            "ibv_alloc_dm on mlx5_0: 131076 bytes are more than the 131072 that the device has");
  const device_memory all(context, most);
  EXPECT_EQ(message_of([&] { device_memory(context, 4); }),
            "ibv_alloc_dm on mlx5_0: Cannot allocate memory: all programs share the 131072 bytes "
            "that the device has");
  EXPECT_EQ(message_of([&] { device_memory(context, 0); }),
            "ibv_alloc_dm on mlx5_0: the memory has no bytes");
  EXPECT_EQ(message_of([&] { device_memory(context, 64, 48); }),
            "ibv_alloc_dm on mlx5_0: the alignment is no power of two");
  std::array<std::byte, 8> bytes{};
  const std::string of_all = " on device memory of 131072 bytes of mlx5_0: ";
  EXPECT_EQ(message_of([&] { all.write(most - 4, bytes); }),
            "ibv_memcpy_to_dm" + of_all + "8 bytes from offset 131068 are not all inside");
  EXPECT_EQ(message_of([&] { all.read(2, bytes); }),
            "ibv_memcpy_from_dm" + of_all + "offset and length have to be multiples of 4");
  EXPECT_EQ(message_of([&] { mr(pd, all, 0, most + 4); }),
            "ibv_reg_dm_mr" + of_all + "131076 bytes from offset 0 are not all inside");
  EXPECT_EQ(message_of([&] { mr(pd, all, access::remote_atomic); }),
            "ibv_reg_dm_mr on PD of mlx5_0: remote_write and remote_atomic need local_write");
}

TEST_F(memory_of_the_device, is_closed_behind_its_regions) {
  device_memory counters(context, 64);
  const mr region(pd, counters);
  EXPECT_FALSE(counters.try_close()) << "a region is made on it";
  EXPECT_TRUE(counters.is_open());
  EXPECT_TRUE(counters.close().complete());
  EXPECT_FALSE(region.is_open());
  std::array<std::byte, 8> bytes{};
  EXPECT_EQ(message_of([&] { counters.read(0, bytes); }),
            "ibv_memcpy_from_dm on device memory of 64 bytes of mlx5_0: it has been closed, by "
            "itself or with what it was made on");
  { const device_memory again(context, 128 << 10); }
  const device_memory once_more(context, 128 << 10);
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

TEST_F(memory_without, any_on_the_device_is_told) {
  EXPECT_EQ(context.capabilities().max_dm_size, 0u);
  EXPECT_EQ(message_of([&] { device_memory(context, 64); }),
            "ibv_alloc_dm on " + name +
                ": the device has no memory for programs (max_dm_size is 0): use "
                "the host's");
}

}  // namespace
}  // namespace verbatim
