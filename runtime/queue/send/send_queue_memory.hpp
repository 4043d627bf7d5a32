// The memory of a send queue.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/base/inline_scatter.hpp"

namespace verbatim::detail {

/// The memory of a send queue. It belongs to the creator of the QP and outlives the queue.
struct send_queue_memory {
  std::byte* ring;                    ///< the WQEBBs, one after the other
  std::uint32_t wqebbs;               ///< a power of two, at most 2^16
  std::byte* dbrec;                   ///< the big-endian word for snd_counter (qp_dbrec.yaml)
  mmio::doorbell_register* doorbell;  ///< shared by all queues with the same register
  std::uint32_t qpn;                  ///< number of the queue pair, 24 bits
  /// The lkey of the null memory region, if the device has one.
  lkey null_lkey = no_lkey;
};

}  // namespace verbatim::detail
