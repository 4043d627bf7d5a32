// The receives of many streams, in one shared receive queue.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <system_error>
#include <unordered_map>
#include <vector>

#include "verbatim/stream/base/operations.hpp"
#include "verbatim/stream/bytes/arrivals.hpp"
#include "verbatim/stream/bytes/values.hpp"
#include "verbatim/stream/protocol/message.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/portable/payload.hpp"
#include "verbatim/verbs/portable/verbs_srq.hpp"
#include "verbatim/verbs/portable/work_request.hpp"

namespace verbatim::stream::detail {

/// Slots for messages that arrive for any of the streams, and an account of them. A slot is promised
/// to one stream or to none. The peer of a stream may fill as many slots as are promised to the
/// stream, whichever they are. The sum of the promises is at most the number of slots, so every
/// message finds a posted receive.
class shared_receives {
 public:
  shared_receives(const pd& pd, const shared_options& how)
      : pd_(pd),
        slot_bytes_(how.slot_bytes),
        slots_(how.slots),
        free_(how.slots),
        srq_(pd, {.max_wr = how.slots}),
        memory_(mr::allocate(pd, std::size_t{how.slots} * how.slot_bytes,
                             {.access = access::local_write})),
        words_(mr::allocate(pd, std::size_t{most_streams()} * word_bytes,
                            {.access = access::local_write | access::remote_write})),
        records_(how.slots) {
    for (std::uint32_t i = most_streams(); i != 0; --i) free_words_.push_back(i - 1);
    for (std::uint32_t i = 0; i < how.slots; ++i) post(i);
  }
  shared_receives(const shared_receives&) = delete;
  shared_receives& operator=(const shared_receives&) = delete;

  /// The slot in the tickets of all receives.
  static constexpr std::uint32_t ticket_slot = 0xffffffff;

  /// The receives of a stream at its beginning: one for data, and one for each other kind.
  static constexpr std::uint32_t least_window = 1;
  static constexpr std::uint32_t least = least_window + protocol::control_receives;

  /// Returns true if a stream in that protection domain may share the receives.
  bool is_for(const pd& domain) const noexcept { return domain.native() == pd_.native(); }

  std::uint32_t slot_bytes() const noexcept { return slot_bytes_; }

  /// Returns the number of slots that are promised to no stream.
  std::uint32_t free() const noexcept { return free_; }

  /// Returns true if streams should give back what they do not need: few slots are left for streams
  /// that come.
  bool is_short() const noexcept { return free_ < kept(); }

  /// Promises slots. Returns false if there are fewer.
  bool take(std::uint32_t count) noexcept {
    if (free_ < count) return false;
    free_ -= count;
    return true;
  }

  /// Promises at most so many slots, and at most half of those that are left, without those for
  /// streams that come. Returns their number.
  std::uint32_t take_some(std::uint32_t most) noexcept {
    const auto count = is_short() ? 0 : std::min(most, (free_ - kept() + 1) / 2);
    free_ -= count;
    return count;
  }
  void give(std::uint32_t count) noexcept { free_ += count; }

  /// Posts the receive of a slot. The queue has room for all slots, and only a device that has
  /// failed refuses.
  void post(std::uint32_t slot) noexcept {
    (void)srq_.post(
        recv_request(payload(memory_slice(memory_.addr() + std::size_t{slot} * slot_bytes_,
                                          slot_bytes_, memory_.lkey())),
                     ticket{ticket_slot, slot + 1}.wr_id()));
  }

  /// Returns the first byte of the first slot, and the records of all slots.
  std::byte* first() const noexcept { return memory_.memory().data(); }
  std::span<arrival> records() noexcept { return records_; }
  const verbs_srq& srq() const noexcept { return srq_; }

  /// Returns the limit word of a new stream, and the same for its peer. Throws if there is none.
  std::uint32_t take_word() {
    if (free_words_.empty()) throw no_room();
    const auto index = free_words_.back();
    free_words_.pop_back();
    return index;
  }
  void give_word(std::uint32_t index) noexcept { free_words_.push_back(index); }
  std::byte* word(std::uint32_t index) const noexcept {
    return words_.memory().data() + std::size_t{index} * word_bytes;
  }
  remote_region remote_word(std::uint32_t index) const {
    return words_.remote(std::size_t{index} * word_bytes, sizeof(std::uint32_t));
  }

  /// The streams by their queue pairs, because no receive belongs to a stream.
  void add(std::uint32_t qpn, std::uint32_t number) { numbers_[qpn] = number; }
  void remove(std::uint32_t qpn) noexcept { numbers_.erase(qpn); }

  /// Gives the completion of a receive to the stream of the queue pair. A receive without a message
  /// is posted again.
  void find_stream(completed& what, std::uint32_t qpn) noexcept {
    const auto found = numbers_.find(qpn);
    const bool is_known = found != numbers_.end();
    if (!is_known || what.status != wc_status::success) post(what.whose.generation - 1);
    what.whose.slot = is_known ? found->second : 0;
    if (!is_known) what.whose.generation = 0;
  }

  error no_room() const {
    return error(std::errc::no_buffer_space, "share_receives", srq_.body()->describe(),
                 "there are not " + std::to_string(least) +
                     " free slots for another stream: give shared_options more slots");
  }

 private:
  static constexpr std::size_t word_bytes = 8;

  /// Returns the slots that windows leave for streams that come.
  std::uint32_t kept() const noexcept { return std::min(4 * least, slots_ / 8); }

  std::uint32_t most_streams() const noexcept { return std::max(1u, slots_ / least); }

  verbatim::pd pd_;
  std::uint32_t slot_bytes_, slots_;
  std::uint32_t free_;  ///< slots that are promised to no stream
  verbs_srq srq_;
  mr memory_, words_;
  std::vector<arrival> records_;
  std::vector<std::uint32_t> free_words_;
  std::unordered_map<std::uint32_t, std::uint32_t> numbers_;  ///< of streams, by QP number
};

}  // namespace verbatim::stream::detail
