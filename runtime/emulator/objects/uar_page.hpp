// The UAR page: the device's registers, into which programs write doorbells and BlueFlame WQEs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "objects/object.hpp"

namespace verbatim::emulator {

struct uar_page : object {
  static constexpr std::size_t size = 4096;

  explicit uar_page(context& owner_in) noexcept : object(owner_in, rank::uar_page) {}
  ~uar_page() override;

  /// The page number that is used to create QPs and CQs.
  std::uint32_t index = 0;

  /// The offset in the device file at which the program maps the page. Several mappings see the
  /// same memory.
  std::uint64_t mmap_offset = 0;

  /// The engine's own mapping, `size` bytes, initially zero.
  std::byte* registers = nullptr;

  /// The address at which the program mapped it last, or null. Mappings that bypass libc are not
  /// seen. A sleeping engine write-protects this mapping to notice a doorbell.
  std::byte* program_address = nullptr;

  std::unique_ptr<engine_part> engine;
};

}  // namespace verbatim::emulator
