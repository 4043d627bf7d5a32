// Doorbell records and registers: one store each, and halves that take turns.
#include <gtest/gtest.h>

#include <thread>

#include "bytes.hpp"
#include "device.hpp"
#include "verbatim/mmio/doorbell_record.hpp"
#include "verbatim/mmio/doorbell_register.hpp"

namespace verbatim::test {
namespace {

TEST(doorbell_record, is_one_big_endian_word) {
  alignas(4) std::array<std::byte, 12> memory;
  memory.fill(stale);
  mmio::doorbell_record(memory.data() + 4).publish(0x12345678);
  EXPECT_TRUE(same(memory, bytes({
                               0xff, 0xff, 0xff, 0xff,  // not ours
                               0x12, 0x34, 0x56, 0x78,  //
                               0xff, 0xff, 0xff, 0xff,  // not ours
                           })));
}

TEST(doorbell_register, halves_take_turns) {
  register_page page;
  for (std::uint64_t i = 1; i <= 6; ++i) {
    page.bytes.fill(stale);
    page.doorbell.ring(i);
    std::uint64_t halves[2];
    std::memcpy(&halves[0], page.bytes.data(), 8);
    std::memcpy(&halves[1], page.bytes.data() + 256, 8);
    EXPECT_EQ(halves[(i - 1) % 2], i) << "as it stood in memory, not swapped";
    EXPECT_EQ(halves[i % 2], ~std::uint64_t{0});
    std::memset(page.bytes.data() + (i - 1) % 2 * 256, 0xff, 8);
    EXPECT_TRUE(same(page.bytes, byte_string(512, stale))) << "8 bytes and no more";
  }
}

TEST(doorbell_register, without_halves_stays_where_it_is) {
  alignas(8) std::array<std::byte, 16> memory;
  mmio::doorbell_register doorbell(memory.data(), 0);
  for (std::uint64_t i = 1; i <= 3; ++i) {
    memory.fill(stale);
    doorbell.ring(i);
    std::uint64_t words[2];
    std::memcpy(words, memory.data(), sizeof words);
    EXPECT_EQ(words[0], i);
    EXPECT_EQ(words[1], ~std::uint64_t{0});
  }
}

TEST(doorbell_register, uncached_takes_the_same_8_bytes_in_one_place) {
  alignas(8) std::array<std::byte, 16> memory;
  mmio::doorbell_register doorbell(memory.data(), 0, mmio::register_memory::uncached);
  EXPECT_EQ(doorbell.blueflame_size(), 0u);
  for (std::uint64_t i = 1; i <= 3; ++i) {
    memory.fill(stale);
    doorbell.ring<mmio::ringers::one_thread, mmio::register_memory::uncached>(i);
    doorbell.ring<mmio::ringers::several_threads, mmio::register_memory::uncached>(i);
    std::uint64_t words[2];
    std::memcpy(words, memory.data(), sizeof words);
    EXPECT_EQ(words[0], i);
    EXPECT_EQ(words[1], ~std::uint64_t{0});
  }
}

TEST(doorbell_register, queues_of_several_threads_may_share_one) {
  register_page page;
  {
    const auto ring = [&page](std::uint64_t value) {
      for (int i = 0; i < 10'000; ++i) {
        page.doorbell.ring<mmio::ringers::several_threads>(value);
      }
    };
    std::jthread one(ring, 1);
    std::jthread other(ring, 2);
  }
  std::uint64_t halves[2];
  std::memcpy(&halves[0], page.bytes.data(), 8);
  std::memcpy(&halves[1], page.bytes.data() + 256, 8);
  for (const auto half : halves) EXPECT_TRUE(half == 1 || half == 2) << half;
}

}  // namespace
}  // namespace verbatim::test
