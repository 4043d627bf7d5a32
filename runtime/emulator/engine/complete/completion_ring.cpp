// Writes the slots of a completion queue: first the payload, last the word with the ownership.
#include "engine/complete/completion_ring.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "engine/complete/cqe_compression.hpp"
#include "engine/ring/shared_words.hpp"
#include "record/recorder.hpp"

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

/// Records a slot before the program sees it. `bytes` is the CQE proper.
void record_slot(const completion_queue& cq, std::uint32_t index, std::uint32_t end,
                 std::uint8_t flags, const cqe_bytes& bytes) {
  if (!recording_here()) return;
  std::array<std::byte, 2 * cqe64::size> slot;
  std::memcpy(slot.data(), cq.slot(index), cq.cqe_size);
  std::memcpy(slot.data() + (cq.cqe_size - cqe64::size), bytes.data(), bytes.size());
  record(recording::cqe_body{cq.cqn, index, end, load_acquire32(cq.dbrec) & consumer_index_mask,
                             flags, std::span(slot).first(cq.cqe_size)});
}

}  // namespace

void completion_ring::give(const completion_queue& cq, std::uint32_t index, cqe_bytes bytes,
                           std::uint32_t count, bool solicited) {
  const std::uint32_t lap = index / cq.cqe_count;
  const bool block = cqe64(bytes.data()).format() == cqe_format::compressed &&
                     cq.layout == compression_layout::enhanced;
  if (cq.layout == compression_layout::enhanced) bytes[lap_at] = static_cast<std::byte>(lap);
  if (!block && (lap & 1) != 0) bytes.back() |= owner_bit;
  const lagging_slot slot{clock::time_point{}, &cq, index, bytes, index + count, solicited};
  if (lag_ == clock::duration{} && lagging_.empty()) {
    show(slot);
    return;
  }
  std::byte* const at = proper(cq, index);
  std::memcpy(at, bytes.data(), garbage_at);
  // The bytes with the slot's ownership do not change.
  std::memset(at + garbage_at, std::to_integer<int>(garbage), lap_at - garbage_at);
  lagging_.push_back(slot);
  lagging_.back().due = clock::now() + lag_;
}

void completion_ring::show(const lagging_slot& slot) {
  record_slot(*slot.cq, slot.index, slot.end,
              slot.solicited ? std::uint8_t{recording::cqe_body::solicited} : std::uint8_t{0},
              slot.bytes);
  std::byte* const at = proper(*slot.cq, slot.index);
  std::memcpy(at, slot.bytes.data(), last_word);
  std::uint64_t last;
  std::memcpy(&last, slot.bytes.data() + last_word, sizeof last);
  store_release64(at + last_word, last);
  visible_ = slot.end;
  if (slot.solicited) solicited_ = visible_;
}

std::optional<completion_ring::clock::time_point> completion_ring::reveal(clock::time_point now) {
  for (; !lagging_.empty() && lagging_.front().due <= now; lagging_.pop_front()) {
    show(lagging_.front());
  }
  return lagging_.empty() ? std::nullopt : std::optional(lagging_.front().due);
}

void completion_ring::write_again(const completion_queue& cq, std::uint32_t index,
                                  std::uint32_t end, std::span<const std::byte> bytes,
                                  bool minis_only, bool solicited) {
  std::byte* const at = cq.slot(index);
  std::uint64_t last;
  const std::size_t before = bytes.size() - sizeof last;
  std::memcpy(at, bytes.data(), before);
  std::memcpy(&last, bytes.data() + before, sizeof last);
  store_release64(at + before, last);
  if (minis_only) return;
  pi_ = visible_ = end;
  if (solicited) solicited_ = end;
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
      record_slot(cq, pi_ + slot, pi_, recording::cqe_body::minis_only, array);
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
