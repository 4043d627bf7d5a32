// The memory of a send queue.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/base/inline_scatter.hpp"
#include "verbatim/wire/units.hpp"

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
  std::uint32_t max_signaled = 0;  ///< for wqe_table::ordered_few; 0: as many as WQEBBs
};

/// Memory for a WQE that is built aside, and the register for doorbells of a closed queue.
template <unsigned wqebbs>
struct spare_wqe {
  alignas(std::uint64_t) std::array<std::byte, wqebbs * wqebb> bytes{};
  mmio::doorbell_register nowhere{bytes.data(), 0};
};

/// The memory for WQEs that are built aside. Queues may share it if one thread posts to all of them, and
/// finishes each WQE before it begins the next. Null: the queue makes its own.
template <unsigned max_wqebbs>
using shared_spare = std::shared_ptr<spare_wqe<max_wqebbs>>;

}  // namespace verbatim::detail
