// A datagram socket without its engine: its queue pair, its memory, and the datagrams that have arrived.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "verbatim/connect/path/reply.hpp"
#include "verbatim/generated/transport_tags/ud.hpp"
#include "verbatim/stream/base/coroutine.hpp"
#include "verbatim/stream/base/datagram_destination.hpp"
#include "verbatim/stream/base/operations.hpp"
#include "verbatim/stream/base/piece.hpp"
#include "verbatim/stream/bytes/registry.hpp"
#include "verbatim/stream/bytes/wqe_counts.hpp"
#include "verbatim/stream/datagrams/reply_cache.hpp"
#include "verbatim/stream/datagrams/values.hpp"
#include "verbatim/stream/protocol/message.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim::stream::detail {

template <class Source>
class datagram_core;

/// The sockets of an engine. One more bit of their tickets distinguishes receives from sends.
template <class Source>
using datagram_registry = stream_registry<datagram_core<Source>, 0x40000000, 0x1fffffff>;
inline constexpr std::uint32_t ticket_of_receive = 0x20000000;

/// A datagram that has arrived in a slot.
struct arrived_datagram {
  std::uint32_t slot = 0;
  std::uint32_t bytes = 0;  ///< of the payload
  std::uint32_t imm = 0;
  bool has_imm = false;
  datagram_origin from = {};  ///< its header is in the slot
};

/// A socket without its engine: it posts, handles completions, and returns the coroutines to resume.
template <class Source>
class datagram_core {
  using end_type = typename Source::template end<ud>;

 public:
  datagram_core(Source& source, datagram_registry<Source>& all, const pd& pd,
                const datagram_options& how)
      : side(source.template make<ud>(pd, attributes_of(how))),
        source_(source),
        all_(all),
        pd_(pd),
        options_(how),
        longest_(side.qp.address().mtu),
        stride_((static_cast<std::uint32_t>(grh_bytes) + longest_ + 63) / 64 * 64),
        receives_(how.receives),
        most_inline_(std::min(side.most_inline_datagram(), longest_)),
        memory_(mr::allocate(pd, std::size_t{stride_} * (how.receives + how.sends),
                             {.access = access::local_write})),
        wqes_(how.sends),
        kept_(how.sends),
        arrived_(how.receives),
        replies_(pd, activated(), how.peers) {
    number_ = all_.add(*this);
    statistics.fewest_free = receives_;
    for (std::uint32_t i = 0; i < receives_; ++i) repost(i);
    ring_receives();
  }
  datagram_core(const datagram_core&) = delete;
  datagram_core& operator=(const datagram_core&) = delete;
  ~datagram_core() {
    assert(!read_waiter && !write_waiter && "a coroutine still waits for the socket");
    all_.remove(number_, *this);
  }

  std::uint32_t longest() const noexcept { return longest_; }
  const datagram_options& options() const noexcept { return options_; }
  const pd& domain() const noexcept { return pd_; }

  /// Sends the bytes, which are copied. Returns would_block if there is no room.
  datagram_result try_send(std::span<const std::byte> bytes, const datagram_destination& to,
                           const send_options& how) noexcept {
    if (const auto why = refusal(bytes.size()); why != datagram_status::ok) {
      return result_of(why, bytes.size());
    }
    const auto slot = keep(to);
    const auto whose = next_ticket(bytes.size(), false);
    if (bytes.size() <= most_inline_) {
      return posted(side.post_datagram(bytes, to, how, whose), bytes.size());
    }
    std::memcpy(memory_.memory().data() + offset_of_send(slot), bytes.data(), bytes.size());
    const memory_slice copy(memory_.addr() + offset_of_send(slot),
                            static_cast<std::uint32_t>(bytes.size()), memory_.lkey());
    return posted(side.post_datagram(copy, to, how, whose), bytes.size());
  }

  /// Begins to send a piece in place. It is under way until take_placed() or abandon_placed().
  void begin_placed(piece&& what, const datagram_destination& to,
                    const send_options& how) noexcept {
    placed_.what = std::move(what);
    placed_.to.emplace(to);
    placed_.how = how;
    placed_.is_under_way = true;
    placed_.is_posted = false;
  }

  /// Returns true if the piece was sent, or cannot be.
  bool step_placed() noexcept {
    const auto bytes = placed_.what.slice().length();
    const auto finish = [&](datagram_status how) {
      placed_.result = result_of(how, bytes);
      return true;
    };
    if (!placed_.is_posted) {
      if (placed_.what.is_missing()) return finish(datagram_status::no_slot);
      const auto why = refusal(bytes);
      if (why == datagram_status::would_block) return false;
      if (why != datagram_status::ok) return finish(why);
      const auto slot = keep(*placed_.to);
      ++statistics.in_place;
      kept_[slot].lease = std::move(placed_.what.lease());
      placed_.is_posted = true;
      const auto whose = next_ticket(bytes, true);
      placed_.wqe = wqes_.posted();
      if (!posted(side.post_datagram(placed_.what.slice(), *placed_.to, placed_.how, whose), bytes))
        return finish(status());
    }
    if (wqes_.is_done(placed_.wqe)) {
      const bool has_failed = failed_from_ && !protocol::after(*failed_from_, placed_.wqe);
      return finish(has_failed ? datagram_status::failed : datagram_status::ok);
    }
    return status() != datagram_status::ok && finish(status());
  }

  /// Returns true if the piece is not posted. Then abandon_placed() takes the send back.
  bool is_untouched() const noexcept { return !placed_.is_posted; }

  datagram_result take_placed() noexcept {
    abandon_placed();
    return placed_.result;
  }
  void abandon_placed() noexcept {
    placed_.is_under_way = false;
    placed_.what = piece();
    placed_.to.reset();
  }

  bool is_writing() const noexcept { return write_waiter || placed_.is_under_way; }
  bool is_writable() noexcept {
    return placed_.is_under_way ? step_placed() : refusal(0) != datagram_status::would_block;
  }
  bool is_readable() const noexcept { return count_ != 0 || status() != datagram_status::ok; }

  /// Returns true if a datagram has arrived; then take() takes the oldest.
  bool has_arrived() const noexcept { return count_ != 0; }
  arrived_datagram take() noexcept {
    const auto one = arrived_[first_];
    if (++first_ == receives_) first_ = 0;
    --count_;
    statistics.bytes_received += one.bytes;
    return one;
  }
  std::span<const std::byte> bytes(const arrived_datagram& one) const noexcept {
    return buffer(one.slot).subspan(grh_bytes, one.bytes);
  }

  /// Posts the slot of a datagram again.
  void release(const arrived_datagram& one) noexcept {
    repost(one.slot);
    all_.mark(*this);
  }

  /// Returns the destination of replies. Throws if a new handle cannot be made.
  datagram_destination reply_to(const arrived_datagram& one) {
    const auto& way = replies_.find(one.from);
    statistics.handles = replies_.made();
    return {way, one.from.qpn, options_.qkey};
  }
  void renew() { replies_.renew(side.qp.local_end()); }

  /// Records a completion. Returns true: serve() does the rest.
  bool complete(const completed& what) noexcept {
    if ((what.whose.slot & ticket_of_receive) == 0) {
      if (what.status != wc_status::success) {
        if (!failed_from_) failed_from_ = what.whose.generation;
        break_for(what.status);
      }
      retire(what.whose.generation);
      return true;
    }
    statistics.fewest_free = std::min(statistics.fewest_free, --free_);
    if (what.status != wc_status::success) {
      break_for(what.status);
      return true;
    }
    const auto slot = what.whose.generation - 1;
    auto at = first_ + count_++;
    if (at >= receives_) at -= receives_;
    arrived_[at] = {slot, what.byte_count - static_cast<std::uint32_t>(grh_bytes), what.imm,
                    what.has_imm, end_type::origin_of(what, buffer(slot))};
    keep_header(arrived_[at]);
    ++statistics.received;
    return true;
  }

  void serve() noexcept {
    if (is_unrung_) ring_receives();
  }

  /// Returns the waiter that can continue, or null.
  continuation take_waiter() noexcept {
    if (read_waiter && is_readable()) return std::exchange(read_waiter, nullptr);
    if (write_waiter && is_writable()) return std::exchange(write_waiter, nullptr);
    return nullptr;
  }

  void end(datagram_status why) noexcept {
    status_ = why;
    all_.mark(*this);
  }
  datagram_status status() const noexcept {
    if (status_ != datagram_status::ok) return status_;
    return is_broken_ ? datagram_status::failed : datagram_status::ok;
  }
  datagram_result result_of(datagram_status how, std::size_t bytes = 0) const noexcept {
    return {how, reason_, longest_, bytes};
  }

  /// Posts no more receives, and rings for all that were posted, so that all come back.
  void stop_receiving() noexcept {
    ring_receives();
    receives_no_more_ = true;
  }
  /// Returns true if every posted receive and signaled send has come back.
  bool is_idle() const noexcept { return free_ == 0 && wqes_.is_done(last_signaled_); }

  end_type side;
  datagram_statistics statistics;
  continuation read_waiter, write_waiter;
  datagram_core* next_busy = nullptr;  ///< the next socket in the registry's list
  bool is_busy = false;
  bool is_woken = false;  ///< the registry asks for it; a socket has no writers without a waiter

 private:
  /// The things that a posted send needs until it is done.
  struct kept {
    std::optional<address_handle> way;
    slot_pool::slot lease;
  };
  struct placed {
    piece what;
    std::optional<datagram_destination> to;
    send_options how;
    std::uint32_t wqe = 0;
    bool is_under_way = false;
    bool is_posted = false;
    datagram_result result;
  };

  static auto attributes_of(const datagram_options& how) noexcept {
    auto made = end_type::attributes_for(how.sends, how.receives);
    made.port = how.port;
    made.gid_index = how.gid_index;
    return made;
  }
  local_end activated() {
    side.qp.activate({.qkey = options_.qkey});
    return side.qp.local_end();
  }

  std::size_t offset_of_send(std::uint32_t slot) const noexcept {
    return std::size_t{stride_} * (receives_ + slot);
  }
  std::span<std::byte> buffer(std::uint32_t slot) const noexcept {
    return memory_.memory().subspan(std::size_t{stride_} * slot, stride_);
  }

  /// Returns the reason why a datagram cannot be posted now.
  datagram_status refusal(std::size_t bytes) const noexcept {
    if (bytes > longest_) return datagram_status::too_long;
    if (status() != datagram_status::ok) return status();
    return wqes_.has_room(1) ? datagram_status::ok : datagram_status::would_block;
  }

  /// Keeps the handle until the next send is done, if its device looks at it. Returns its slot.
  std::uint32_t keep(const datagram_destination& to) noexcept {
    const auto slot = (wqes_.posted() + 1) % static_cast<std::uint32_t>(kept_.size());
    if constexpr (end_type::sends_by_handle) kept_[slot].way = to.way();
    return slot;
  }
  ticket next_ticket(std::size_t bytes, bool signals) noexcept {
    ++statistics.sent;
    statistics.bytes_sent += bytes;
    const auto whose = wqes_.next(number_, signals, statistics);
    if (whose) last_signaled_ = whose.generation;
    return whose;
  }
  datagram_result posted(int why, std::size_t bytes) noexcept {
    if (why != 0) [[unlikely]] {
      break_for(wc_status::general_err);
      return result_of(status(), bytes);
    }
    source_.posted(side);
    return result_of(datagram_status::ok, bytes);
  }

  void retire(std::uint32_t wqe) noexcept {
    wqes_.retire(wqe);
    while (protocol::after(wqe, released_)) {
      kept_[++released_ % static_cast<std::uint32_t>(kept_.size())].lease = {};
    }
  }
  void break_for(wc_status why) noexcept {
    // A flushed completion has no reason; it comes in one of the other completions, before or after.
    if (!is_broken_ || reason_ == wc_status::wr_flush_err) reason_ = why;
    is_broken_ = true;
  }

  /// Copies a header that came in the CQE, which is gone after the poll.
  void keep_header(arrived_datagram& one) noexcept {
    const auto& from = one.from.header;
    const auto here = buffer(one.slot).first(grh_bytes);
    if (from.empty() || from.data() == here.data()) return;
    std::memcpy(here.data(), from.data(), grh_bytes);
    one.from.header = here;
  }

  void repost(std::uint32_t slot) noexcept {
    if (receives_no_more_ || status() != datagram_status::ok) return;
    const memory_slice into(memory_.addr() + std::size_t{stride_} * slot,
                            static_cast<std::uint32_t>(grh_bytes) + longest_, memory_.lkey());
    if (side.post_recv(into, ticket{number_ | ticket_of_receive, slot + 1}) != 0) return;
    ++free_;
    is_unrung_ = true;
  }
  void ring_receives() noexcept {
    is_unrung_ = false;
    side.ring_receives();
  }

  Source& source_;
  datagram_registry<Source>& all_;
  pd pd_;
  datagram_options options_;
  std::uint32_t longest_;
  std::uint32_t stride_;  ///< bytes from slot to slot
  std::uint32_t receives_;
  std::uint32_t most_inline_;
  std::uint32_t number_ = 0;  ///< the slot number in tickets
  mr memory_;                 ///< slots of receives, and then those of sends
  wqe_counts wqes_;
  std::vector<kept> kept_;                 ///< by the number of the WQE
  std::vector<arrived_datagram> arrived_;  ///< a ring
  std::uint32_t first_ = 0, count_ = 0;    ///< of that ring
  std::uint32_t free_ = 0;                 ///< receives that are posted
  std::uint32_t last_signaled_ = 0, released_ = 0;
  std::optional<std::uint32_t> failed_from_;  ///< the first send that failed
  placed placed_;
  reply_cache replies_;
  datagram_status status_ = datagram_status::ok;
  wc_status reason_ = wc_status::success;
  bool is_unrung_ = false, is_broken_ = false, receives_no_more_ = false;
};

}  // namespace verbatim::stream::detail
