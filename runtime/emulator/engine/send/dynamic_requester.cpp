// The additions of a DCI's requester to that of RC: connections that follow the address vectors,
// and streams.
#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

#include "engine/base/queue_pair_part.hpp"
#include "engine/send/requester.hpp"
#include "engine/wire/packet_addresses.hpp"
#include "objects/context.hpp"
#include "report/finding.hpp"
#include "report/report.hpp"

namespace verbatim::emulator {

std::uint32_t requester::peer_of(const sending& one) const noexcept {
  return qp_.type == queue_pair_type::dci ? one.wqe.address.dqp_dct : qp_.attributes.dest_qp_num;
}

/// Connects to the WQE's peer. A stream has one connection at a time: the next is opened when
/// everything that went over the last is answered. Returns false if that is still awaited.
bool requester::connect(const operation& wqe) {
  const dc_peer wanted{wqe.address.dqp_dct, wqe.address.rlid, wqe.dc_key};
  if (connected_to_ == wanted) return true;
  if (&wqe != &pending_.front().wqe) return false;
  connected_to_ = wanted;
  ++connection_;
  return true;
}

/// Adds the fields of a DC request that RC lacks.
void requester::address(message& request, const sending& one) const {
  request.dynamic = true;
  request.access_key = one.wqe.dc_key;
  request.stream = stream_;
  request.connection = connection_;
  request.addresses = addresses_for(qp_.owner->port(qp_.attributes.port_num), one.wqe.address);
}

void requester::lose_peer(std::uint32_t slot) {
  for (const auto& [number, stream] : streams_) stream->lose_peer(slot);
  if (!pending_.empty() && slot_of(peer_of(pending_.front())) == slot) {
    retry(unreachable_reason::no_process);
  }
}

requester& requester::stream_of(const operation& wqe) {
  if (!qp_.streams.enabled) return *this;
  auto& stream = streams_[wqe.stream];
  if (!stream) {
    stream = std::make_unique<requester>(*this, wqe.stream);
    stream->start();
  }
  return *stream;
}

std::size_t requester::unfinished() const noexcept {
  std::size_t count = pending_.size();
  for (const auto& [number, stream] : streams_) count += stream->pending_.size();
  return count;
}

std::optional<engine_clock::time_point> requester::deadline() const noexcept {
  std::optional<engine_clock::time_point> soonest = collect_until_ ? collect_until_ : resume_at_;
  const auto consider = [&soonest](const std::optional<engine_clock::time_point>& at) {
    if (at) soonest = soonest ? std::min(*soonest, *at) : at;
  };
  consider(look_again_at_);
  for (const auto& [number, stream] : streams_) {
    consider(stream->resume_at_);
    consider(stream->look_again_at_);
  }
  return soonest;
}

/// True while the stream waits for its receiver or for a peer that is not there.
bool requester::held_up() const noexcept {
  return waiting_ && (!resume_at_ || room_.now < *resume_at_);
}

bool requester::advance_streams() {
  if (room_.of.settings().reorder_streams) return advance_reordered();
  bool moved = false;
  while (qp_.state == queue_pair_state::rts && fetch()) moved = true;
  for (const auto& [number, stream] : streams_) {
    moved = stream->advance() || moved;
    if (qp_.state == queue_pair_state::err) return true;
  }
  return retire_streams() || moved;
}

/// Completes finished WQEs in the order of the ring. A stream that waits for its receiver or for a
/// peer that is not there does not hold up others. A NIC promises less.
bool requester::retire_streams() {
  bool retired = false;
  if (room_.of.settings().reorder_streams) {
    if (chosen_ && chosen_->retire_front()) retired = true;
    if (retired) chosen_ = nullptr;
    return retired;
  }
  while (true) {
    requester* oldest = nullptr;
    for (const auto& [number, stream] : streams_) {
      if (stream->pending_.empty() || stream->held_up()) continue;
      if (!oldest || is_before(stream->pending_.front(), oldest->pending_.front())) {
        oldest = stream.get();
      }
    }
    if (!oldest || !oldest->retire_front()) return retired;
    retired = true;
  }
}

/// Executes one WQE after another, each of a stream chosen at random.
bool requester::advance_reordered() {
  constexpr auto collecting = std::chrono::microseconds(100);
  const bool was_idle = unfinished() == 0;
  bool moved = false;
  while (qp_.state == queue_pair_state::rts && fetch()) moved = true;
  if (was_idle && moved) collect_until_ = room_.now + collecting;
  if (collect_until_ && room_.now < *collect_until_) return moved;
  collect_until_.reset();
  while (qp_.state != queue_pair_state::err) {
    if (!chosen_ || chosen_->pending_.empty()) chosen_ = choose_stream();
    if (!chosen_) break;
    moved = chosen_->advance() || moved;
    if (chosen_ && chosen_->held_up()) {
      chosen_ = nullptr;
    } else if (!retire_streams()) {
      break;
    } else {
      moved = true;
    }
  }
  return moved;
}

requester* requester::choose_stream() {
  std::vector<requester*> ready;
  for (const auto& [number, stream] : streams_) {
    if (!stream->pending_.empty() && !stream->held_up()) ready.push_back(stream.get());
  }
  return ready.empty() ? nullptr : ready[dice_() % ready.size()];
}

/// True if the WQE may go. If streams are reordered, only the first WQE of the stream whose turn it
/// is may go.
bool requester::has_turn(const sending& one) const noexcept {
  if (!reader_ || !room_.of.settings().reorder_streams) return true;
  return reader_->chosen_ == this && &one == &pending_.front();
}

bool requester::is_before(const sending& a, const sending& b) const noexcept {
  return static_cast<std::uint16_t>(ci_ - a.wqe.wqe_index) >
         static_cast<std::uint16_t>(ci_ - b.wqe.wqe_index);
}

/// Fails the stream: its WQEs are flushed until the program resets it. Other streams go on, unless
/// too many streams have failed.
void requester::fail_stream() {
  stream_failed_ = true;
  flush_pending(give_up_pending());
  ++connection_;
  const auto failed = std::count_if(reader_->streams_.begin(), reader_->streams_.end(),
                                    [](const auto& entry) { return entry.second->stream_failed_; });
  if (failed < 1 << qp_.streams.log_errored) {
    note("QP {:#x}: stream {} is in error, {} of {} that may be", qp_.qpn, stream_, failed,
         (1 << qp_.streams.log_errored) - 1);
    return;
  }
  tell<check::dci_streams_in_error>(
      "QP {:#x}: {} streams are in error, as many as log_num_errored allows, so the DCI is too",
      qp_.qpn, failed);
  stop(qp_);
}

bool requester::reset_stream(std::uint16_t stream) noexcept {
  const auto found = streams_.find(stream);
  if (found == streams_.end() || !found->second->stream_failed_) return false;
  found->second->stream_failed_ = false;
  return true;
}

/// Adds the WQEs that the streams had begun, in the order of the ring.
void requester::give_up_streams(std::vector<sending>& given_up) {
  chosen_ = nullptr;
  collect_until_.reset();
  for (const auto& [number, stream] : streams_) {
    for (sending& one : stream->give_up_pending()) given_up.push_back(std::move(one));
  }
  std::sort(given_up.begin(), given_up.end(),
            [this](const sending& a, const sending& b) { return is_before(a, b); });
}

}  // namespace verbatim::emulator
