// Generated from specs/headers/transport/reth.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::headers {

/// RDMA extended transport header: the memory of an RDMA WRITE or READ. Source: InfiniBand Architecture
/// Specification vol. 1, 9.3.3; rxe_hdr.h, struct rxe_reth.
struct reth {
  /// Size in bytes.
  static constexpr std::size_t size = 0x10;

  /// Address of the memory at the responder.
  static constexpr wire::mailbox_field<reth, std::uint64_t> va{0x000, 64, "va"};

  /// Key of that memory.
  static constexpr wire::mailbox_field<reth> rkey{0x040, 32, "rkey"};

  /// Bytes of the whole message.
  static constexpr wire::mailbox_field<reth> dma_len{0x060, 32, "dma_len"};
};

}  // namespace verbatim::headers
