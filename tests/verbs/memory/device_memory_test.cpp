// Memory of the device: it is registered, copied to, and the target of atomics.
#include "verbatim/verbs/memory/device_memory.hpp"

#include <gtest/gtest.h>
#include <infiniband/verbs.h>

#include <array>
#include <cstring>
#include <span>
#include <string>

#include "memory_fixture.hpp"
#include "message_of.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"

namespace verbatim {
namespace {

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

TEST_F(memory_without, any_on_the_device_is_told) {
  EXPECT_EQ(context.capabilities().max_dm_size, 0u);
  EXPECT_EQ(message_of([&] { device_memory(context, 64); }),
            "ibv_alloc_dm on " + name +
                ": the device has no memory for programs (max_dm_size is 0): use "
                "the host's");
}

}  // namespace
}  // namespace verbatim
