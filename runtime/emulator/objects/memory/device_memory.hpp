// Memory on the device: pages of the device file, which the program and the engine both map.
#pragma once

#include <cstddef>
#include <cstdint>

#include "objects/object.hpp"

namespace verbatim::emulator {

struct device_memory : object {
  static constexpr std::size_t page_size = 4096;

  /// The number of pages that each opened device has.
  static constexpr std::uint32_t pages_in_all = 32;

  explicit device_memory(context& owner_in) noexcept : object(owner_in, rank::device_memory) {}
  ~device_memory() override;

  /// The pages of this memory among those of the opened device.
  std::uint32_t first_page = 0;
  std::uint32_t pages = 0;

  /// The bytes that the program may use.
  std::uint64_t length = 0;

  /// The engine's own mapping.
  std::byte* memory = nullptr;
};

}  // namespace verbatim::emulator
