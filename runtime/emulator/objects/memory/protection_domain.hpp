// The protection domain: queue pairs can access only memory that is registered in their own domain.
#pragma once

#include "objects/object.hpp"

namespace verbatim::emulator {

struct protection_domain : object {
  explicit protection_domain(context& owner_in) noexcept
      : object(owner_in, rank::protection_domain) {}

  std::uint32_t pdn = 0;
};

}  // namespace verbatim::emulator
