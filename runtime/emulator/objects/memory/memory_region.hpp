// The memory region: a range of the program's memory that queue pairs may access, and its key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "objects/memory/device_memory.hpp"
#include "objects/memory/protection_domain.hpp"
#include "objects/memory/user_memory.hpp"
#include "objects/object.hpp"

namespace verbatim::emulator {

/// Access rights of memory regions and queue pairs; values of enum ib_uverbs_access_flags.
namespace access {
inline constexpr std::uint32_t local_write = 1 << 0;
inline constexpr std::uint32_t remote_write = 1 << 1;
inline constexpr std::uint32_t remote_read = 1 << 2;
inline constexpr std::uint32_t remote_atomic = 1 << 3;
inline constexpr std::uint32_t mw_bind = 1 << 4;
inline constexpr std::uint32_t zero_based = 1 << 5;
inline constexpr std::uint32_t on_demand = 1 << 6;
inline constexpr std::uint32_t huge_pages = 1 << 7;
inline constexpr std::uint32_t relaxed_ordering = 1 << 20;
}  // namespace access

/// A local key without memory: writes are discarded, and reads return 0 (dump_fill_mkey;
/// ibv_alloc_null_mr).
inline constexpr std::uint32_t null_key = 0x300;

struct memory_region : object {
  explicit memory_region(context& owner_in) noexcept : object(owner_in, rank::memory_region) {}

  /// Returns true if [addr, addr + bytes) is inside, in the addresses of WQEs.
  bool covers(std::uint64_t addr, std::uint64_t bytes) const noexcept {
    return addr >= iova && bytes <= length && addr - iova <= length - bytes;
  }

  /// Returns the location in this process of address `addr` of a WQE; `addr` must be covered. A
  /// region of all memory begins at address 0, to which C++ allows nothing to be added as a pointer.
  std::byte* at(std::uint64_t addr) const noexcept {
    return reinterpret_cast<std::byte*>(reinterpret_cast<std::uintptr_t>(memory) + (addr - iova));
  }

  /// The lkey and rkey, which are the same number: index << 8 | variant.
  std::uint32_t key = 0;
  reference<protection_domain> pd;
  std::uint64_t iova = 0;
  std::uint64_t length = 0;
  std::byte* memory = nullptr;

  /// The user memory that contains `memory`, if DevX made the key.
  reference<user_memory> of_user_memory;

  /// The device memory that contains `memory`, if any.
  reference<device_memory> of_device_memory;

  /// Combination of the `access` values.
  std::uint32_t access_flags = 0;

  /// The engine's mapping of the dma-buf that contains `memory`, if any.
  std::shared_ptr<void> of_dma_buf;
};

}  // namespace verbatim::emulator
