// A second handle to an XRC receive queue pair, as ibv_open_qp returns.
#pragma once

#include "objects/object.hpp"
#include "objects/queues/queue_pair.hpp"

namespace verbatim::emulator {

struct opened_queue_pair : object {
  explicit opened_queue_pair(context& owner_in) noexcept
      : object(owner_in, rank::opened_queue_pair) {}

  /// The real queue pair, perhaps of another context. Null if that context has destroyed it; in a
  /// kernel it would live on.
  queue_pair* real = nullptr;
};

}  // namespace verbatim::emulator
