// The address handle: libmlx5 stores the address; the device only counts the object.
#pragma once

#include "objects/memory/protection_domain.hpp"
#include "objects/object.hpp"

namespace verbatim::emulator {

struct address_handle : object {
  explicit address_handle(context& owner_in) noexcept : object(owner_in, rank::address_handle) {}

  reference<protection_domain> pd;
};

}  // namespace verbatim::emulator
