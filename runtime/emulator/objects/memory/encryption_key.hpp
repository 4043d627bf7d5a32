// The data encryption key (DEK) of memory keys that encrypt, and the session in which wrapped ones are
// made.
#pragma once

#include <cstdint>
#include <vector>

#include "objects/memory/protection_domain.hpp"
#include "objects/object.hpp"

namespace verbatim::emulator {

struct encryption_key : object {
  explicit encryption_key(context& owner_in) noexcept : object(owner_in, rank::encryption_key) {}

  std::uint32_t number() const noexcept { return handle + 1; }

  reference<protection_domain> pd;

  /// The two keys of AES-XTS one after the other, in plain: 32 or 64 bytes.
  std::vector<std::uint8_t> keys;

  /// A number of the program, which only it reads.
  std::uint64_t opaque = 0;
};

struct crypto_login : object {
  explicit crypto_login(context& owner_in) noexcept : object(owner_in, rank::encryption_key) {}

  std::uint32_t number() const noexcept { return handle + 1; }
};

}  // namespace verbatim::emulator
