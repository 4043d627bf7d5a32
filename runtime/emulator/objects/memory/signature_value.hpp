// The protection signature value (PSV): the running state of a signature of a memory key.
#pragma once

#include <cstdint>

#include "objects/memory/protection_domain.hpp"
#include "objects/object.hpp"

namespace verbatim::emulator {

struct signature_value : object {
  explicit signature_value(context& owner_in) noexcept : object(owner_in, rank::signature_value) {}

  std::uint32_t psvn = 0;
  reference<protection_domain> pd;

  /// The start value of a signature; see set_psv_seg.
  std::uint64_t transient_signature = 0;
};

}  // namespace verbatim::emulator
