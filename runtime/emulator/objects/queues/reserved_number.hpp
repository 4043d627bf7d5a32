// A queue pair number that a program reserves for a connection whose queue pair is shared with others.
#pragma once

#include <cstdint>

#include "objects/object.hpp"

namespace verbatim::emulator {

/// A queue pair number that no queue pair gets.
struct reserved_number : object {
  explicit reserved_number(context& owner_in) noexcept : object(owner_in, rank::reserved_number) {}

  std::uint32_t qpn = 0;
};

}  // namespace verbatim::emulator
