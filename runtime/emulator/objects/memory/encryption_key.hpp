// The data encryption key (DEK) of memory keys that encrypt. Only its number is stored, because
// this device encrypts nothing.
#pragma once

#include <cstdint>

#include "objects/object.hpp"

namespace verbatim::emulator {

struct encryption_key : object {
  explicit encryption_key(context& owner_in) noexcept : object(owner_in, rank::encryption_key) {}
};

}  // namespace verbatim::emulator
