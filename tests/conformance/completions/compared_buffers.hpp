// The memory that compared WQEs name: once for each of the two ways of libmlx5, and once for us.
#pragma once

#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bytes.hpp"
#include "dice.hpp"
#include "plain_verbs.hpp"

namespace verbatim::test {

/// The pollers: two ways of libmlx5, and we. Everything exists once for each.
enum poller : std::size_t { by_poll_cq, by_start_poll, by_us };
inline constexpr std::array verbs_pollers{by_poll_cq, by_start_poll};
inline constexpr std::array pollers{by_poll_cq, by_start_poll, by_us};

inline constexpr std::uint32_t depth = 16;  ///< WQEs outstanding in each queue, at most

/// The memory that WQEs name, in regions, one for each WQE. All pollers have the same in it, as long
/// as they copy the same.
class buffers {
 public:
  static constexpr std::uint32_t region = 256;  ///< bytes

  explicit buffers(std::uint32_t regions) {
    for (auto& memory : memory_) memory.resize(std::size_t{regions} * region);
  }

  /// The index of the first of `count` regions.
  std::uint32_t reserve(std::uint32_t count) {
    const auto first = reserved_;
    reserved_ += count;
    EXPECT_LE(std::size_t{reserved_} * region, memory_[0].size());
    return first;
  }

  void litter(dice& random, std::uint32_t index) {
    const auto bytes = random.bytes(region);
    for (const auto whose : pollers) std::copy(bytes.begin(), bytes.end(), at(whose, index));
  }

  std::byte* at(poller whose, std::uint32_t index) {
    return memory_[whose].data() + std::size_t{index} * region;
  }
  std::span<std::byte, region> of(poller whose, std::uint32_t index) {
    return std::span<std::byte, region>(at(whose, index), region);
  }

 private:
  std::array<byte_string, pollers.size()> memory_;
  std::uint32_t reserved_ = 0;
};

/// The local key of the null memory region: what comes there is thrown away.
inline std::uint32_t null_key() {
  static const auto key = [] {
    const plain_context context;
    const owned<ibv_mr, ibv_dereg_mr> region{
        made_by("ibv_alloc_null_mr", ibv_alloc_null_mr(context.pd()))};
    return region->lkey;
  }();
  return key;
}

/// A WQE's list of buffers in its region, and where a payload goes in it.
class buffer_list {
 public:
  buffer_list() = default;

  /// `sizes` bytes after each other, with gaps of up to 7 bytes; with `nulls` some are null.
  buffer_list(dice& random, std::uint32_t region, std::span<const std::uint32_t> sizes, bool nulls)
      : region_(region) {
    std::uint32_t at = random.below(8);
    for (const auto size : sizes) {
      const auto key = nulls && random.one_in(8) ? null_key() : random.any<std::uint32_t>() | 1;
      parts_.push_back({at, size, key});
      at += size + random.below(8);
    }
    EXPECT_LE(at, buffers::region + 8);
  }

  std::uint32_t region() const { return region_; }

  std::uint32_t size() const {
    std::uint32_t total = 0;
    for (const auto& p : parts_) total += p.size;
    return total;
  }

  std::vector<ibv_sge> sges(buffers& memory, poller whose) const {
    std::vector<ibv_sge> result;
    for (const auto& p : parts_) {
      result.push_back(
          {reinterpret_cast<std::uintptr_t>(memory.at(whose, region_)) + p.at, p.size, p.key});
    }
    return result;
  }

  /// Returns the contents of the region when the payload has come.
  byte_string filled(byte_view region, byte_view payload) const {
    byte_string result(region.begin(), region.end());
    for (const auto& p : parts_) {
      const auto here = std::min<std::size_t>(p.size, payload.size());
      if (p.key != null_key()) std::copy_n(payload.begin(), here, result.begin() + p.at);
      payload = payload.subspan(here);
    }
    return result;
  }

 private:
  struct part {
    std::uint32_t at;
    std::uint32_t size;
    std::uint32_t key;
  };
  std::uint32_t region_ = 0;
  std::vector<part> parts_;
};

/// Up to `most` sizes, some of them 0, of `bytes` together at most.
inline std::vector<std::uint32_t> random_sizes(dice& random, std::uint32_t most,
                                               std::uint32_t bytes) {
  std::vector<std::uint32_t> result(random.below(most + 1));
  for (auto& size : result) {
    size = random.one_in(6) ? 0 : random.below(std::min(bytes, 40u) + 1);
    bytes -= size;
  }
  return result;
}

}  // namespace verbatim::test
