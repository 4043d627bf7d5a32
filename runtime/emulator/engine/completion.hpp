// One completion on its way to the ring.
#pragma once

#include <array>
#include <cstddef>

#include "verbatim/generated/cqes/cqe64.hpp"

namespace verbatim::emulator {

/// A cqe64, or what takes its place, as its 64 bytes.
using cqe_bytes = std::array<std::byte, cqe64::size>;

struct completion {
  /// All but what says whose it is: the owner bit, or the lap in byte 62.
  cqe_bytes cqe{};

  /// Payload for the half of a 128-byte CQE that lies before.
  cqe_bytes front{};
  bool has_front = false;

  /// Wakes a program that armed for solicited events only.
  bool solicited = false;

  /// Neither an error nor one of a kind that is never compressed.
  bool compressible = false;
};

}  // namespace verbatim::emulator
