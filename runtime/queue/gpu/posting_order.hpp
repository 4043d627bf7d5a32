// The order in which many threads post to one send queue: the owners of WQEBBs, the WQEs that are whole, and
// the doorbell. No thread ever waits for another.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/queue/base/post_result.hpp"
#include "verbatim/queue/gpu/memory.hpp"
#include "verbatim/queue/gpu/octowords.hpp"
#include "verbatim/wire/units.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::gpu {

/// The words of a send queue that its threads share. All except `requests` are free-running counts of WQEBBs.
struct shared_words {
  std::uint32_t reserved;   ///< before this index, WQEBBs belong to threads
  std::uint32_t completed;  ///< before this index, the NIC is done with them
  std::uint32_t announced;  ///< before this index, the doorbell record covers them
  std::uint32_t requests;   ///< calls of ring_doorbell() that no doorbell has followed yet
};

/// The memory of a send queue. All addresses are those that the posting threads use. It belongs to
/// the program and outlives the queue.
struct send_queue_memory {
  std::byte* ring;          ///< the WQEBBs, one after the other; mlx5dv_qp.sq.buf
  std::uint32_t wqebbs;     ///< a power of two, at most 2^15; mlx5dv_qp.sq.wqe_cnt
  std::uint32_t qpn;        ///< number of the queue pair, 24 bits
  std::uint32_t* dbrec;     ///< the word for snd_counter; mlx5dv_qp.dbrec + MLX5_SND_DBR
  std::uint64_t* doorbell;  ///< the doorbell register; mlx5dv_qp.bf.reg
  shared_words* words;      ///< in memory of the posting threads
  std::uint64_t* marks;     ///< in memory of the posting threads: one for each WQEBB
};

/// A send queue's places, as many threads use them at once. Each thread takes WQEBBs by reserve(),
/// writes its WQE there, and marks it as whole by finish(). ring() tells the NIC about all whole
/// WQEs up to the first one that is not. The thread that finishes that one rings for the others.
///
/// `Memory` has the functions of gpu::memory.
template <class Memory>
class posting_order {
 public:
  /// The most WQEBBs of a WQE.
  static constexpr std::uint32_t longest = 16;

  /// The WQEBBs that a thread reserved: `gap` of them up to the ring's end, and the others behind.
  struct place {
    std::uint32_t begin = 0;  ///< index of the first WQEBB of the WQE
    std::uint32_t gap = 0;    ///< WQEBBs before it that a NOP fills
  };

  explicit posting_order(const send_queue_memory& memory) noexcept : at_(memory) {}

  /// Makes the queue empty. `begin` is 0 if the queue pair comes from RESET. No other thread may use
  /// the queue meanwhile.
  void reset(std::uint32_t begin = 0) const noexcept {
    at_.words->reserved = at_.words->completed = at_.words->announced = begin;
    at_.words->requests = 0;
    for (std::uint32_t i = 0; i < at_.wqebbs; ++i) at_.marks[slot(begin + i)] = nothing(begin + i);
  }

  /// Takes `length` WQEBBs side by side. If fewer are left before the ring's end, takes these too,
  /// for a NOP. Another thread makes it try again only by taking WQEBBs itself.
  post_error reserve(std::uint32_t length, place& got) const noexcept {
    assert(2 * length - 1 <= at_.wqebbs && "the WQE would never fit before the ring's end");
    auto begin = Memory::load(&at_.words->reserved);
    for (;;) {
      const auto to_end = at_.wqebbs - slot(begin);
      const auto gap = length > to_end ? to_end : 0;
      const auto used = begin - Memory::load(&at_.words->completed);
      if (used > at_.wqebbs) {
        // Other threads have posted since `begin` was loaded, and the NIC has completed their WQEs.
        begin = Memory::load(&at_.words->reserved);
        continue;
      }
      if (used + gap + length > at_.wqebbs) return post_error::queue_full;
      if (Memory::replace(&at_.words->reserved, begin, begin + gap + length)) {
        got = {.begin = begin + gap, .gap = gap};
        return post_error::none;
      }
    }
  }

  /// Returns the address of a WQEBB in the ring.
  std::byte* at(std::uint32_t index) const noexcept {
    return at_.ring + std::size_t{slot(index)} * wqebb;
  }

  /// Marks a WQE as whole. Its bytes are in the ring.
  void finish(std::uint32_t begin, const ctrl_seg& ctrl) const noexcept {
    const auto end = begin + (ctrl.ds + 3u) / 4u;
    // A mark that is older than a lap could be taken for a new one 2^32 WQEBBs later.
    for (auto i = begin + 1; i != end; ++i) Memory::store_relaxed(&at_.marks[slot(i)], nothing(i));
    Memory::store(&at_.marks[slot(begin)],
                  std::uint64_t{end} << 32 | wire::put<23, 16>(std::uint32_t{ctrl.opmod}) |
                      wire::put<15, 8>(static_cast<std::uint32_t>(ctrl.opcode)) |
                      std::uint32_t{ctrl.ds});
  }

  /// Tells the NIC about all WQEs up to the first one that is not whole. If another thread is doing that,
  /// leaves it to that thread.
  void ring() const noexcept {
    if (Memory::add(&at_.words->requests, 1) != 0) return;
    for (std::uint32_t seen = 1; seen != 0;) {
      announce();
      seen = Memory::add(&at_.words->requests, 0u - seen) - seen;
    }
  }

  /// Frees the WQEBBs of the WQE with this index and of those before it: its CQE has come. Returns
  /// false if there is no such WQE any more.
  bool retire(std::uint16_t wqe_counter) const noexcept {
    auto done = Memory::load(&at_.words->completed);
    for (;;) {
      const auto begin = done + static_cast<std::uint16_t>(wqe_counter - done);
      if (begin - done >= Memory::load(&at_.words->reserved) - done) return false;
      const auto end = end_of(Memory::load(&at_.marks[slot(begin)]));
      if (end - begin - 1 >= longest) return false;
      if (Memory::replace(&at_.words->completed, done, end)) return true;
    }
  }

  /// Returns the number of WQEBBs that can be reserved.
  std::uint32_t available() const noexcept {
    const auto completed = Memory::load(&at_.words->completed);
    return at_.wqebbs - (Memory::load(&at_.words->reserved) - completed);
  }

  const send_queue_memory& where() const noexcept { return at_; }

 private:
  // A mark has the index of the WQEBB after the WQE, ctrl_seg.opmod, ctrl_seg.opcode and ctrl_seg.ds.
  static constexpr std::uint64_t nothing(std::uint32_t index) noexcept {
    return std::uint64_t{index} << 32;
  }
  static constexpr std::uint32_t end_of(std::uint64_t mark) noexcept {
    return static_cast<std::uint32_t>(mark >> 32);
  }

  std::uint32_t slot(std::uint32_t index) const noexcept { return index & (at_.wqebbs - 1); }

  /// Moves the doorbell record behind the last of the whole WQEs, and rings. One thread at a time.
  void announce() const noexcept {
    const auto begin = Memory::load_relaxed(&at_.words->announced);
    auto end = begin;
    auto last = begin;
    std::uint64_t mark = 0;
    for (;;) {
      const auto next = Memory::load(&at_.marks[slot(end)]);
      if (end_of(next) - end - 1 >= longest) break;  // not written, or of an earlier lap
      mark = next;
      last = end;
      end = end_of(next);
    }
    if (end == begin) return;
    Memory::store_relaxed(&at_.words->announced, end);
    Memory::wqe_before_dbrec();
    Memory::store_for_nic(at_.dbrec, wire::big_endian(end & 0xffffu));
    Memory::dbrec_before_doorbell();
    Memory::store_for_nic(at_.doorbell, words_of(last, mark));
    Memory::flush_doorbell();
  }

  /// Returns the first 8 bytes of a WQE, as the register takes them.
  std::uint64_t words_of(std::uint32_t begin, std::uint64_t mark) const noexcept {
    const auto word = static_cast<std::uint32_t>(mark);
    return detail::octowords_of(ctrl_seg{.opmod = wire::get<23, 16>(word),
                                         .wqe_index = static_cast<std::uint16_t>(begin),
                                         .opcode = static_cast<opcode>(wire::get<15, 8>(word)),
                                         .qpn = at_.qpn,
                                         .ds = wire::get<5, 0>(word)})
        .first;
  }

  send_queue_memory at_;
};

}  // namespace verbatim::gpu
