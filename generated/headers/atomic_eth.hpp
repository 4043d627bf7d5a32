// Generated from specs/headers/transport/atomic_eth.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::headers {

/// Atomic extended transport header: the memory and the operands of an atomic operation. Source: InfiniBand
/// Architecture Specification vol. 1, 9.3.5; rxe_hdr.h, struct rxe_atmeth.
struct atomic_eth {
  /// Size in bytes.
  static constexpr std::size_t size = 0x1c;

  /// Address of the memory at the responder.
  static constexpr wire::mailbox_field<atomic_eth, std::uint64_t> va{0x000, 64, "va"};

  /// Key of that memory.
  static constexpr wire::mailbox_field<atomic_eth> rkey{0x040, 32, "rkey"};

  /// Value that is written, or added.
  static constexpr wire::mailbox_field<atomic_eth, std::uint64_t> swap_add{0x060, 64, "swap_add"};

  /// Value that the memory is compared with.
  static constexpr wire::mailbox_field<atomic_eth, std::uint64_t> comp{0x0a0, 64, "comp"};
};

}  // namespace verbatim::headers
