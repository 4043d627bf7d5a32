// A second handle of an XRC receive queue pair, from ibv_open_qp.
#pragma once

#include "objects/object.hpp"
#include "objects/queues/queue_pair.hpp"

namespace verbatim::emulator {

struct opened_queue_pair : object {
  explicit opened_queue_pair(context& owner_in) noexcept
      : object(owner_in, rank::opened_queue_pair) {}

  /// The real queue pair, perhaps of another context. Null if that context has destroyed it; with a
  /// kernel it would still exist.
  queue_pair* real = nullptr;
};

}  // namespace verbatim::emulator
