// Reads WQEs from a send ring, also across its end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/ring/shared_words.hpp"
#include "objects/queues/queue_pair.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::emulator {

/// A WQE is at most 63 octowords long, which is 16 WQEBBs.
inline constexpr std::size_t most_wqebbs = 16;

/// The bytes of one WQE, contiguous.
using wqe_bytes = std::array<std::byte, most_wqebbs * wqebb>;

/// Returns the number of WQEBBs of a WQE, computed from its ds.
inline std::uint16_t wqebbs_of(const ctrl_seg& ctrl) noexcept {
  return static_cast<std::uint16_t>((ctrl.ds + 3) / 4);
}

/// Returns the number of WQEBBs posted, modulo 2^16, from the doorbell record.
inline std::uint16_t send_record(const queue_pair& qp) noexcept {
  return static_cast<std::uint16_t>(load_acquire32(qp.dbrec + 4));
}

/// Copies the WQEBBs from `wqe_index` on, at most `count` and most_wqebbs, and returns them.
std::span<const std::byte> read_wqebbs(const work_ring& sq, std::uint16_t wqe_index,
                                       std::uint32_t count, wqe_bytes& into) noexcept;

}  // namespace verbatim::emulator
