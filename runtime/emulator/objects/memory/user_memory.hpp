// Memory that a program has passed to the device for its queues (a DevX umem).
#pragma once

#include <cstddef>
#include <cstdint>

#include "objects/object.hpp"

namespace verbatim::emulator {

struct user_memory : object {
  explicit user_memory(context& owner_in) noexcept : object(owner_in, rank::user_memory) {}

  /// Returns the number of the memory in commands.
  std::uint32_t id() const noexcept { return handle + 1; }

  std::byte* base = nullptr;
  std::uint64_t bytes = 0;
};

}  // namespace verbatim::emulator
