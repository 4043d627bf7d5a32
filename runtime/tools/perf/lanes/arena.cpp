// The memory of one thread: what its queue pairs send, and where messages arrive.
#include "tools/perf/lanes/arena.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace verbatim::tools::perf {
namespace {

constexpr std::uint64_t room =
    8 << 20;  // of all threads' slots in one direction, unless messages are long
constexpr std::uint32_t most_slots = 64;  // no more than the receives of a queue pair
constexpr std::uint32_t cache_line = 64;

constexpr auto rights =
    access::local_write | access::remote_write | access::remote_read | access::remote_atomic;

constexpr std::byte pattern(std::uint32_t seed, std::uint32_t i) noexcept {
  return static_cast<std::byte>(17 * seed + 7 * i + (i >> 8));
}

}  // namespace

arena::arena(const verbatim::pd& pd, const parameters& what)
    : queue_pairs_(what.queue_pairs),
      stride_((what.sizes.back() + grh_bytes + cache_line - 1) / cache_line * cache_line),
      slots_(static_cast<std::uint32_t>(std::bit_floor(
          std::clamp<std::uint64_t>(room / all_queue_pairs(what) / stride_, 1, most_slots)))),
      mr_(mr::allocate(pd, std::size_t{2} * queue_pairs_ * slots_ * stride_, {.access = rights})),
      memory_(mr_.memory().data()) {}

void arena::prepare(std::uint32_t seed, std::uint32_t size) const {
  for (std::uint32_t qp = 0; qp < queue_pairs_; ++qp) {
    for (std::uint32_t slot = 0; slot < slots_; ++slot) {
      auto* const out = at(out_at(qp, slot));
      auto* const in = at(in_at(qp, slot));
      for (std::uint32_t i = 0; i < size; ++i) out[i] = pattern(seed, i);
      for (std::uint32_t i = 0; i < std::min(size + grh_bytes, stride_); ++i) {
        in[i] = ~pattern(seed, i);
        // Behind the GRH of a datagram too, no byte is the right one.
        if (i >= grh_bytes && in[i] == pattern(seed, i - grh_bytes)) in[i] ^= std::byte{1};
      }
    }
  }
}

void arena::set_words(std::uint64_t value) const {
  for (std::uint32_t qp = 0; qp < queue_pairs_; ++qp) {
    std::memcpy(at(in_at(qp, 0)), &value, sizeof value);
  }
}

std::uint64_t arena::word(std::uint32_t qp) const noexcept {
  std::uint64_t value;
  std::memcpy(&value, at(in_at(qp, 0)), sizeof value);
  return value;
}

std::uint32_t arena::arrived(std::uint32_t qp, std::uint32_t seed, std::uint32_t size,
                             std::uint32_t skip, std::uint32_t but) const noexcept {
  std::uint32_t good = 0;
  for (std::uint32_t slot = 0; slot < slots_; ++slot) {
    const auto* const in = at(in_at(qp, slot)) + skip;
    std::uint32_t same = 0;
    while (same + but < size && in[same] == pattern(seed, same)) ++same;
    if (same + but >= size) ++good;
  }
  return good;
}

}  // namespace verbatim::tools::perf
