// Memory that a program has handed to the device for its queues (a DevX umem).
#pragma once

#include <cstddef>
#include <cstdint>

#include "objects/object.hpp"

namespace verbatim::emulator {

struct user_memory : object {
  explicit user_memory(context& owner_in) noexcept : object(owner_in, rank::user_memory) {}

  /// The number by which commands name the memory.
  std::uint32_t id() const noexcept { return handle + 1; }

  std::byte* base = nullptr;
  std::uint64_t bytes = 0;
};

}  // namespace verbatim::emulator
