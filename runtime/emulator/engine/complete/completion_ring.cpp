// Writes the slots of a completion queue: first the payload, last the word with the ownership.
#include "engine/complete/completion_ring.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "engine/complete/cqe_compression.hpp"
#include "engine/ring/shared_words.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::byte owner_bit{1};

/// The position of the ring's lap in the enhanced layout.
constexpr std::size_t lap_at = 62;

/// The position of the last word of a CQE, which is written at once.
constexpr std::size_t last_word = cqe64::size - sizeof(std::uint64_t);

/// The bytes of the second half that a program sees if it does not wait for the ownership.
constexpr std::byte garbage{0xa5};
constexpr std::size_t garbage_at = 32;

/// Returns the CQE proper of a slot: in 128 bytes, the second half.
std::byte* proper(const completion_queue& cq, std::uint32_t index) noexcept {
  return cq.slot(index) + (cq.cqe_size - cqe64::size);
}

}  // namespace

void completion_ring::give(const completion_queue& cq, std::uint32_t index, cqe_bytes bytes,
                           std::uint32_t count, bool solicited) {
  const std::uint32_t lap = index / cq.cqe_count;
  const bool block = cqe64(bytes.data()).format() == cqe_format::compressed &&
                     cq.layout == compression_layout::enhanced;
  if (cq.layout == compression_layout::enhanced) bytes[lap_at] = static_cast<std::byte>(lap);
  if (!block && (lap & 1) != 0) bytes.back() |= owner_bit;
  const lagging_slot slot{clock::time_point{}, proper(cq, index), bytes, index + count, solicited};
  if (lag_ == clock::duration{} && lagging_.empty()) {
    show(slot);
    return;
  }
  std::memcpy(slot.at, bytes.data(), garbage_at);
  // The bytes with the slot's ownership do not change.
  std::memset(slot.at + garbage_at, std::to_integer<int>(garbage), lap_at - garbage_at);
  lagging_.push_back(slot);
  lagging_.back().due = clock::now() + lag_;
}

void completion_ring::show(const lagging_slot& slot) noexcept {
  std::memcpy(slot.at, slot.bytes.data(), last_word);
  std::uint64_t last;
  std::memcpy(&last, slot.bytes.data() + last_word, sizeof last);
  store_release64(slot.at + last_word, last);
  visible_ = slot.end;
  if (slot.solicited) solicited_ = visible_;
}

std::optional<completion_ring::clock::time_point> completion_ring::reveal(clock::time_point now) {
  for (; !lagging_.empty() && lagging_.front().due <= now; lagging_.pop_front()) {
    show(lagging_.front());
  }
  return lagging_.empty() ? std::nullopt : std::optional(lagging_.front().due);
}

void completion_ring::write(const completion_queue& cq, const completion& one) {
  if (one.has_front) std::memcpy(cq.slot(pi_), one.front.data(), one.front.size());
  give(cq, pi_, one.cqe, 1, one.solicited);
  ++pi_;
}

std::size_t completion_ring::write_compressed(const completion_queue& cq,
                                              std::span<const completion> session, std::size_t most,
                                              std::minstd_rand* chances) {
  if (session.size() == 1) {
    write(cq, session.front());
    return 0;
  }
  std::size_t arrays = 0;
  const bool solicited = session.front().solicited;
  if (cq.layout == compression_layout::basic) {
    // The slots between the arrays do not change.
    for (std::size_t first = 0; first < session.size(); first += minis_per_array) {
      const auto slot = static_cast<std::uint32_t>(first == 0 ? 1 : first);
      ++arrays;
      const auto some = session.subspan(first, std::min(minis_per_array, session.size() - first));
      const auto array = mini_array(some, cq.minis, chances ? garbage : std::byte{0});
      std::memcpy(proper(cq, pi_ + slot), array.data(), array.size());
    }
    const auto count = static_cast<std::uint32_t>(session.size());
    give(cq, pi_, basic_title(session), count, solicited);
    pi_ += count;
    return arrays;
  }
  write(cq, session.front());
  for (auto rest = session.subspan(1); !rest.empty();) {
    std::size_t count = std::min({rest.size(), most, minis_per_block});
    if (chances) count = std::uniform_int_distribution<std::size_t>(1, count)(*chances);
    give(cq, pi_, mini_block(rest.first(count), cq.minis), static_cast<std::uint32_t>(count),
         solicited);
    pi_ += static_cast<std::uint32_t>(count);
    rest = rest.subspan(count);
    ++arrays;
  }
  return arrays;
}

}  // namespace verbatim::emulator
