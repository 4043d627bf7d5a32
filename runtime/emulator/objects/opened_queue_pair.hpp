// A second handle to an XRC receive queue pair, as ibv_open_qp gives.
#pragma once

#include "objects/object.hpp"
#include "objects/queue_pair.hpp"

namespace verbatim::emulator {

struct opened_queue_pair : object {
  explicit opened_queue_pair(context& owner_in) noexcept
      : object(owner_in, rank::opened_queue_pair) {}

  /// May be of another context. Null when that has destroyed it; in a kernel it would live on.
  queue_pair* real = nullptr;
};

}  // namespace verbatim::emulator
