// The receives of a stream, which are its own or those of all streams of its engine.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "verbatim/stream/base/operations.hpp"
#include "verbatim/stream/bytes/arrivals.hpp"
#include "verbatim/stream/bytes/shared_receives.hpp"
#include "verbatim/stream/bytes/stream_queue.hpp"
#include "verbatim/stream/bytes/values.hpp"
#include "verbatim/stream/protocol/message.hpp"
#include "verbatim/stream/protocol/ring.hpp"
#include "verbatim/stream/protocol/side.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim::stream::detail {

/// The part of a stream that posts receives and keeps the messages that have arrived.
template <class Source>
class stream_receives : public stream_queue<Source> {
  using base = stream_queue<Source>;

 public:
  stream_receives(Source& source, const pd& pd, const stream_options& how)
      : base(source, pd, how),
        options_(how),
        records_(base::is_sharing() ? 0 : base::receives_of(how)),
        arrived_(base::is_sharing() ? memory_.shared()->records() : std::span(records_),
                 told_window()) {}

  remote_region word() const { return memory_.word(); }
  remote_region ring() const { return memory_.ring(); }
  const stream_options& options() const noexcept { return options_; }

  /// Returns the window with which the stream begins.
  std::uint32_t told_window() const noexcept {
    return base::is_sharing() ? shared_slots::least_window : options_.window;
  }

  /// Posts the receives, or has shared ones promised. Throws if there are too few of those. Call it
  /// before the peer may send.
  void post_receives() {
    if (base::is_sharing()) {
      auto& shared = *memory_.shared();
      shared.add(side.qp.qpn(), number_);
      if (!shared.take(shared_slots::least)) throw shared.no_room();
      promised_control_ = protocol::control_receives_without_lending;
      has_left_ = has_dropped_ = false;
      state.in.window = told_window();
      return;
    }
    for (std::uint32_t i = 0; i < base::receives_of(options_); ++i) repost(i);
    ring_receives();
  }

  /// Has one more shared receive promised, for the return of a message that this end lends. Throws if
  /// there is none.
  void expect_returns() {
    if (!base::is_sharing() || promised_control_ == protocol::control_receives) return;
    auto& shared = *memory_.shared();
    if (!shared.take(1)) throw shared.no_room();
    ++promised_control_;
  }

  /// Gives the shared receives to other streams. Call it when the device fills none any more.
  /// `is_drained` is false if that is not sure; then nothing that was promised is given back. Slots
  /// of messages that the program holds follow with their release.
  void leave_shared_receives(bool is_drained) noexcept {
    if (!base::is_sharing()) return;
    auto& shared = *memory_.shared();
    shared.remove(side.qp.qpn());
    has_dropped_ = !arrived_.is_empty();
    while (!arrived_.is_empty()) {
      const auto slot = arrived_.first_slot();
      if (!arrived_.drop_first()) continue;
      repost(slot);
      protocol::release(state);
    }
    const auto control = std::exchange(promised_control_, 0);
    if (control == 0 || !is_drained) return;
    const auto held = state.in.received - state.in.released;
    shared.give(control + state.in.window - held);
    has_left_ = true;
  }

  /// Returns the completion of a message that begins with its header as if it had come with immediate data.
  /// No peer sends such data in its place, or less than a header.
  completed with_header(completed what) const noexcept {
    if (what.status != wc_status::success || !what.is_receive) return what;
    protocol::written_header head;
    what.has_imm = !what.has_imm && what.byte_count >= sizeof head;
    if (what.has_imm) {
      std::memcpy(&head, memory_.arrived_at(what.whose.generation - 1) - sizeof head, sizeof head);
      what.byte_count -= static_cast<std::uint32_t>(sizeof head);
    }
    what.imm = head.header;
    return what;
  }

 protected:
  ~stream_receives() = default;

  /// Posts a slot again, and gives the credit to the peer, or to other streams if they lack receives.
  void free_slot(std::uint32_t slot, std::uint32_t ring_bytes = 0) noexcept {
    repost(slot);
    if (base::is_sharing()) {
      auto& shared = *memory_.shared();
      if (has_left_) return shared.give(1);
      if (state.in.window > told_window() && shared.is_short()) {
        shared.give(1);
        return protocol::release_to_others(state);
      }
    }
    protocol::release(state, ring_bytes);
  }

  /// Returns the address of a message's bytes; null if no peer sends such a message.
  const std::byte* data_of(const completed& what, protocol::header head,
                           std::uint32_t slot) noexcept {
    if (!what.has_imm || what.byte_count == 0) return nullptr;
    if (head.what == protocol::kind::data && (head.code & protocol::is_lent) != 0) {
      const bool is_fit = !what.is_write && what.byte_count == sizeof(protocol::lent_body) &&
                          (head.code & protocol::ends_message) != 0 && options_.lend_from != 0;
      return is_fit ? memory_.arrived_at(slot) : nullptr;
    }
    if (!what.is_write) {
      return what.byte_count <= options_.slot_bytes ? memory_.arrived_at(slot) : nullptr;
    }
    if (head.what != protocol::kind::data) return nullptr;
    const auto at = protocol::arrive(state.in.ring, what.byte_count);
    return at ? memory_.ring_at(*at) : nullptr;
  }

  /// Lets a peer send more at a time, if it waits for that and there are receives for it.
  void grow_window() noexcept {
    const auto room = state.in.most - state.in.window;
    protocol::grow(state, memory_.shared()->take_some(std::min(state.in.window, room)));
  }

  using base::memory_, base::number_, base::repost, base::ring_receives, base::side, base::state;

  stream_options options_;
  std::vector<arrival> records_;  ///< of the stream's own slots
  arrivals arrived_;

  /// The shared receives besides those of the window; 0 if none is promised.
  std::uint32_t promised_control_ = 0;
  bool has_left_ = false;     ///< they were given back
  bool has_dropped_ = false;  ///< the stream has left before the program has read all
};

}  // namespace verbatim::stream::detail
