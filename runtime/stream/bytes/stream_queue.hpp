// The queue pair of a stream, and the messages that are posted to it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <system_error>

#include "verbatim/generated/transport_tags/rc.hpp"
#include "verbatim/stream/base/operations.hpp"
#include "verbatim/stream/bytes/shared_receives.hpp"
#include "verbatim/stream/bytes/stream_memory.hpp"
#include "verbatim/stream/bytes/values.hpp"
#include "verbatim/stream/bytes/wqe_counts.hpp"
#include "verbatim/stream/protocol/side.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim::stream::detail {

/// The part of a stream that posts. The functions that post return false if the stream is broken.
template <class Source>
class stream_queue {
  using end_type = typename Source::template end<rc>;

  static constexpr std::uint32_t kept_for_control = protocol::control_receives + 2;

 public:
  stream_queue(Source& source, const pd& pd, const stream_options& how)
      : side(make_end(source, pd, how)),
        source_(source),
        memory_(pd, receives_of(how), how, shared_of(source, how), source.head_bytes(),
                heads_for(depth_of(how))),
        wqes_(depth_of(how)) {}
  stream_queue(const stream_queue&) = delete;
  stream_queue& operator=(const stream_queue&) = delete;

  /// Posts no more receives: they would not complete while the queue pair is drained, because
  /// nothing rings their doorbell then.
  void stop_receiving() noexcept {
    if (recv_unrung_) ring_receives();
    receives_no_more_ = true;
  }

  /// True if streams of this source can share their receives.
  static constexpr bool can_share = requires(Source & source) { source.shared; };

  /// Returns the most outstanding WQEs of a stream that shares its receives.
  static constexpr std::uint32_t sends_of_sharing(std::uint32_t slot_bytes) noexcept {
    return end_type::sends_of_sharing(slot_bytes, kept_for_control);
  }

  /// Returns the places for written headers of so many WQEs: a power of two, so that the number of a WQE
  /// finds its place also where the numbers wrap around.
  static constexpr std::uint32_t heads_for(std::uint32_t wqes) noexcept {
    return std::bit_ceil(wqes);
  }

  /// Returns true if the stream shares its receives. Then its messages are sent inline, and it has
  /// no slots to send from.
  bool is_sharing() const noexcept { return can_share && memory_.shared() != nullptr; }

  /// Returns true if messages have their headers in front of their bytes, because the device has no
  /// immediate data.
  bool has_written_headers() const noexcept { return source_.head_bytes() != 0; }

  end_type side;
  protocol::side state;
  stream_statistics statistics;

 protected:
  ~stream_queue() = default;

  /// Goes back to the beginning, with a queue pair that was reset.
  void restart() noexcept {
    wqes_.restart();
    end_at_ = 0;
    broken_ = recv_unrung_ = receives_no_more_ = false;
  }

  static constexpr bool is_sharing(const stream_options& how) noexcept {
    return can_share && how.receives == receive_from::shared;
  }
  static shared_slots* shared_of(Source& source, const stream_options& how) noexcept {
    if constexpr (can_share) return is_sharing(how) ? &*source.shared : nullptr;
    return nullptr;
  }

  static std::uint32_t depth_of(const stream_options& how) noexcept {
    if (is_sharing(how)) return sends_of_sharing(how.slot_bytes);
    return how.window + 4 * kept_for_control;
  }
  static std::uint32_t receives_of(const stream_options& how) noexcept {
    return how.window + protocol::control_receives;
  }

  /// Returns true if the send queue has room for so many data messages.
  bool has_wqe_room(std::uint32_t count = 1) const noexcept {
    return wqes_.has_room(kept_for_control + count);
  }

  /// Returns true if the peer has room for so many data messages, as far as is known.
  bool has_credits(std::uint32_t count) const noexcept {
    return protocol::may_send(state) && state.out.limit - state.out.sent >= count;
  }

  /// Returns true if a data message was sent in this turn.
  bool has_sent() const noexcept { return sent_in_ == source_.turn; }

  /// Sends a data message whose bytes are copied into its WQE.
  bool post_inline(std::span<const std::byte> bytes, std::uint16_t code) noexcept {
    const auto head = next_header(code);
    return posted(post_message(bytes, head, next_ticket(false)));
  }

  /// Sends a data message out of registered memory.
  bool post_from(const memory_slice& from, std::uint16_t code, bool signals) noexcept {
    const auto head = next_header(code);
    return posted(post_message(from, head, next_ticket(signals)));
  }

  /// Writes a data message into the ring of the peer.
  bool post_into_ring(const memory_slice& from, const remote_region& to, bool signals) noexcept {
    ++statistics.ring_writes;
    const auto head = next_header(0);
    return posted(side.post_ring_message(from, to, head.pack(), next_ticket(signals)));
  }

  /// Sends the place of a message that the peer can read.
  bool post_lent(const protocol::lent_body& where) noexcept {
    ++statistics.lent;
    begin_message();
    const auto head = protocol::send_lent(state);
    return posted(post_message(std::as_bytes(std::span(&where, 1)), head, next_ticket(false)));
  }

  /// Reads a lent message.
  bool post_read(const memory_slice& into, const remote_region& from) noexcept {
    return posted(side.post_read(into, from, next_ticket(true)));
  }

  bool post_control(const protocol::control& what) noexcept {
    if (recv_unrung_) ring_receives();
    std::array<std::byte, sizeof(std::uint32_t)> bytes{};
    std::memcpy(bytes.data(), &what.limit, sizeof what.limit);
    if (what.is_word) {
      ++statistics.words;
      return posted(side.post_word(bytes, peer_word_, next_ticket(false)));
    }
    statistics.blocked += what.head.what == protocol::kind::blocked ? 1 : 0;
    statistics.updates += what.head.what == protocol::kind::update ? 1 : 0;
    const bool is_last =
        what.head.what == protocol::kind::fin || what.head.what == protocol::kind::reset;
    const auto whose = next_ticket(is_last);
    if (is_last) end_at_ = wqes_.posted();
    return posted(post_message(bytes, what.head, whose));
  }

  /// Posts the receive of a slot. ring_receives() rings the doorbell.
  void repost(std::uint32_t index) noexcept {
    if constexpr (can_share) {
      if (is_sharing()) return source_.shared->post(index);
    }
    if (receives_no_more_) return;
    const auto slot = memory_.receive_slot(index, source_.head_bytes());
    if (side.post_recv(slot, ticket{number_, index + 1}) == 0) recv_unrung_ = true;
  }
  void ring_receives() noexcept {
    recv_unrung_ = false;
    side.ring_receives();
  }

  // In an order that leaves no holes, because there may be thousands of streams.
  Source& source_;
  std::uint32_t number_ = 0;  ///< the slot number in tickets
  std::uint32_t end_at_ = 0;  ///< the WQE of the FIN or the reset
  stream_memory memory_;
  wqe_counts wqes_;
  remote_region peer_word_;
  bool recv_unrung_ = false;
  bool broken_ = false;  ///< a WQE failed or was flushed
  bool receives_no_more_ = false;
  std::uint32_t sent_in_ = 0;  ///< the turn of the last data message

 private:
  static end_type make_end(Source& source, const pd& pd, const stream_options& how) {
    if constexpr (can_share) {
      if (is_sharing(how) && !source.shared->is_for(pd)) {
        throw error(std::errc::invalid_argument, "stream", pd.describe(),
                    "its engine shares receives of another protection domain");
      }
      if (is_sharing(how)) return source.template make_sharing<rc>(pd, depth_of(how));
    }
    return source.make_for_stream(pd, depth_of(how), receives_of(how));
  }

  /// Sends a message with its header as immediate data, or in front of the bytes if there is none.
  int post_message(std::span<const std::byte> bytes, protocol::header head, ticket whose) noexcept {
    if constexpr (end_type::may_lack_imm) {
      if (has_written_headers()) return side.post_message(written(head), bytes, whose);
    }
    return side.post_message(bytes, head.pack(), whose);
  }
  int post_message(const memory_slice& from, protocol::header head, ticket whose) noexcept {
    if constexpr (end_type::may_lack_imm) {
      if (has_written_headers()) {
        // No other outstanding WQE has this place.
        const auto place = wqes_.posted() % heads_for(wqes_.depth());
        return side.post_message(memory_.write_head(place, written(head)), from, whose);
      }
    }
    return side.post_message(from, head.pack(), whose);
  }
  static protocol::written_header written(protocol::header head) noexcept {
    return {.header = head.pack()};
  }

  /// Returns the header of the next data message.
  protocol::header next_header(std::uint16_t code) noexcept {
    begin_message();
    return protocol::send_data(state, code);
  }
  void begin_message() noexcept {
    if (recv_unrung_) ring_receives();  // the message may announce these receives
    ++statistics.messages_sent;
    sent_in_ = source_.turn;
  }

  /// Returns the ticket of the next WQE. If the WQE is not to be signaled, the ticket is a default
  /// one.
  ticket next_ticket(bool signals) noexcept { return wqes_.next(number_, signals, statistics); }

  bool posted(int why) noexcept {
    if (why != 0) [[unlikely]] {
      broken_ = true;
      return false;
    }
    source_.posted(side);
    return true;
  }
};

}  // namespace verbatim::stream::detail
