// The properties of each kind of request.
#pragma once

#include "engine/memory/memory_access.hpp"
#include "transport/message.hpp"

namespace verbatim::emulator {

inline bool needs_receive(message_kind kind) noexcept {
  return kind == message_kind::send || kind == message_kind::send_imm ||
         kind == message_kind::send_inval || kind == message_kind::rdma_write_imm;
}

inline bool is_masked_atomic(message_kind kind) noexcept {
  return kind == message_kind::atomic_masked_cs || kind == message_kind::atomic_masked_fa;
}

inline bool is_atomic(message_kind kind) noexcept {
  return kind == message_kind::atomic_cs || kind == message_kind::atomic_fa ||
         is_masked_atomic(kind);
}

/// Returns the rights that the queue pair must allow for a request, as access flags.
inline std::uint32_t rights_of(message_kind kind) noexcept {
  switch (kind) {
    case message_kind::rdma_read:
      return access::remote_read;
    case message_kind::atomic_cs:
    case message_kind::atomic_fa:
    case message_kind::atomic_masked_cs:
    case message_kind::atomic_masked_fa:
      return access::remote_atomic;
    default:
      return access::remote_write;
  }
}

}  // namespace verbatim::emulator
