// Copies block by block, so that the ring's end needs no special case.
#include "engine/ring/send_queue_reader.hpp"

#include <algorithm>
#include <cstring>

namespace verbatim::emulator {

std::span<const std::byte> read_wqebbs(const work_ring& sq, std::uint16_t wqe_index,
                                       std::uint32_t count, wqe_bytes& into) noexcept {
  const std::size_t wqebbs = std::min<std::size_t>(count, most_wqebbs);
  for (std::size_t i = 0; i < wqebbs; ++i) {
    std::memcpy(into.data() + i * wqebb, sq.at(wqe_index + static_cast<std::uint32_t>(i)), wqebb);
  }
  return std::span(into).first(wqebbs * wqebb);
}

}  // namespace verbatim::emulator
