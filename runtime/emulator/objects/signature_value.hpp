// The protection signature value (PSV): what a signature of a memory key has seen so far.
#pragma once

#include <cstdint>

#include "objects/object.hpp"
#include "objects/protection_domain.hpp"

namespace verbatim::emulator {

struct signature_value : object {
  explicit signature_value(context& owner_in) noexcept : object(owner_in, rank::signature_value) {}

  std::uint32_t psvn = 0;
  reference<protection_domain> pd;

  /// Where a signature begins; see set_psv_seg.
  std::uint64_t transient_signature = 0;
};

}  // namespace verbatim::emulator
