// The slots out of which a stream sends.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "verbatim/stream/bytes/stream_receives.hpp"
#include "verbatim/stream/bytes/values.hpp"
#include "verbatim/stream/protocol/gathered.hpp"
#include "verbatim/stream/protocol/message.hpp"
#include "verbatim/stream/protocol/side.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim::stream::detail {

/// The part of a stream that sends bytes of the program, inline or out of a slot. A slot gathers
/// small pieces.
template <class Source>
class stream_sends : public stream_receives<Source> {
  using base = stream_receives<Source>;

 public:
  stream_sends(Source& source, const pd& pd, const stream_options& how)
      : base(source, pd, how), slot_users_(base::is_sharing() ? 0 : how.window, 0) {}

 protected:
  static constexpr auto gathered_head = static_cast<std::uint32_t>(protocol::gathered_head);

  ~stream_sends() = default;

  /// Begins with the length of the peer's slots.
  void open(std::uint32_t slot_bytes) noexcept {
    most_message_ = std::min(slot_bytes, options_.slot_bytes);
    if (base::is_sharing()) most_message_ = std::min(most_message_, side.most_inline());
    most_alone_ = std::min(most_message_, side.most_inline());
    most_gathered_ = base::is_sharing() ? 0 : most_message_ / 4 - gathered_head;
  }
  void restart() noexcept {
    base::restart();
    std::fill(slot_users_.begin(), slot_users_.end(), 0);
    fill_slot_ = fill_ = 0;
  }

  /// Returns true if there are credits for so many messages, room in the send queue, and slots that
  /// the device has finished reading. Slots become free in order.
  bool has_room(std::uint32_t count) const noexcept {
    const auto last = (fill_slot_ + count - 1) % options_.window;
    return base::has_credits(count) && base::has_wqe_room(count) &&
           (base::is_sharing() || wqes_.is_done(slot_users_[last]));
  }
  [[gnu::always_inline]] bool may_send_message() const noexcept {
    return protocol::may_send(state) && base::has_wqe_room() &&
           (base::is_sharing() || wqes_.is_done(slot_users_[fill_slot_]));
  }

  /// Sends a piece of a message, which may be the last one.
  bool send_piece(std::span<const std::byte> piece, bool ends) noexcept {
    const auto code = ends ? protocol::ends_message : std::uint16_t{0};
    if (piece.size() <= side.most_inline()) return base::post_inline(piece, code);
    std::memcpy(memory_.sent_at(fill_slot_), piece.data(), piece.size());
    fill_ = static_cast<std::uint32_t>(piece.size());
    return flush(code);
  }

  /// Sends the gathered bytes or messages, if there are any. Gathering begins only with a credit, so
  /// they never wait for one here.
  bool send_gathered() noexcept { return fill_ == 0 || flush(gathers_); }
  bool flush(std::uint16_t code = 0) noexcept {
    const auto from = memory_.sent_slot(fill_slot_, std::exchange(fill_, 0));
    // A slot is free again when a signaled WQE after it is done. At most five eighths of the slots wait
    // for one. This is 40 of 64, so both ends signal less than one WQE for 32 messages.
    const bool signals = wqes_.take_slot() >= std::max(1u, options_.window * 5 / 8);
    const bool is_posted = base::post_from(from, code, signals);
    slot_users_[fill_slot_] = wqes_.posted();
    if (++fill_slot_ == options_.window) fill_slot_ = 0;
    return is_posted;
  }

  using base::options_, base::memory_, base::side, base::state, base::wqes_;

  std::uint32_t most_message_ = 0;   ///< bytes of a slot of both ends
  std::uint32_t most_alone_ = 0;     ///< bytes of a message that fits into its WQE
  std::uint32_t most_gathered_ = 0;  ///< bytes of a message of a channel that shares a slot
  std::uint32_t fill_slot_ = 0;      ///< the slot that gathers
  std::uint32_t fill_ = 0;           ///< the number of bytes gathered
  std::uint16_t gathers_ = 0;        ///< the code of a data message with what was gathered

 private:
  std::vector<std::uint32_t> slot_users_;  ///< the last WQE of each slot
};

}  // namespace verbatim::stream::detail
