// Generated from specs/headers/transport/imm_dt.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::headers {

/// Immediate data of a message. Source: InfiniBand Architecture Specification vol. 1, 9.3.7; rxe_hdr.h,
/// struct rxe_immdt.
struct imm_dt {
  /// Size in bytes.
  static constexpr std::size_t size = 0x04;

  /// Number that the receiver's completion has.
  static constexpr wire::mailbox_field<imm_dt> imm{0x000, 32, "imm"};
};

}  // namespace verbatim::headers
