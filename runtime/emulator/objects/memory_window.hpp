// The memory window: a key that can be bound to part of a region, and invalidated by a peer.
#pragma once

#include <cstdint>

#include "objects/object.hpp"
#include "objects/protection_domain.hpp"

namespace verbatim::emulator {

/// A window that is not bound, which is all that this device knows so far: no access goes through
/// it, and invalidating it leaves it as it is.
struct memory_window : object {
  explicit memory_window(context& owner_in) noexcept : object(owner_in, rank::memory_window) {}

  /// Windows of type 2 can be invalidated, those of type 1 only bound anew.
  bool can_be_invalidated = false;

  /// The rkey; index << 8 | variant, from the same indexes as the keys of regions.
  std::uint32_t key = 0;
  reference<protection_domain> pd;
};

}  // namespace verbatim::emulator
