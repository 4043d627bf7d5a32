// Executes the streams in turn.
#include "engine/send/stream_scheduler.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace verbatim::emulator {
namespace {

/// A stream reads nothing itself.
bool read_nothing() noexcept { return false; }

}  // namespace

stream_scheduler::stream_scheduler(engine_room& room, queue_pair& qp, const send_ring& ring)
    : room_(room),
      qp_(qp),
      ring_(ring),
      dice_(static_cast<std::uint32_t>(room.objects.settings().reorder_streams.value_or(1))) {}

void stream_scheduler::reset() noexcept {
  streams_.clear();
  failed_streams_ = 0;
  chosen_ = nullptr;
  collect_until_.reset();
}

send_stream& stream_scheduler::of(std::uint16_t number) {
  auto& stream = streams_[number];
  if (!stream) {
    stream = std::make_unique<send_stream>(room_, qp_, stream_place{number, &failed_streams_});
    stream->start();
  }
  return *stream;
}

std::size_t stream_scheduler::unfinished() const noexcept {
  std::size_t count = 0;
  for (const auto& [number, stream] : streams_) count += stream->pending().size();
  return count;
}

bool stream_scheduler::advance(bool was_idle, bool some_read) {
  bool moved = some_read;
  if (room_.objects.settings().reorder_streams)
    return advance_reordered(was_idle && some_read, moved);
  for (const auto& [number, stream] : streams_) {
    moved = stream->advance(read_nothing) || moved;
    if (qp_.state == queue_pair_state::err) return true;
  }
  return retire() || moved;
}

/// Executes one WQE after another, each from a randomly chosen stream.
bool stream_scheduler::advance_reordered(bool begins_collecting, bool moved) {
  constexpr auto collecting = std::chrono::microseconds(100);
  if (begins_collecting) collect_until_ = room_.now + collecting;
  if (collect_until_ && room_.now < *collect_until_) return moved;
  collect_until_.reset();
  while (qp_.state != queue_pair_state::err) {
    if (!chosen_ || chosen_->pending().empty()) chosen_ = choose();
    if (!chosen_) break;
    moved = chosen_->advance(read_nothing) || moved;
    if (chosen_ && chosen_->held_up()) {
      chosen_ = nullptr;
    } else if (!retire()) {
      break;
    } else {
      moved = true;
    }
  }
  return moved;
}

send_stream* stream_scheduler::choose() {
  std::vector<send_stream*> ready;
  for (const auto& [number, stream] : streams_) {
    if (!stream->pending().empty() && !stream->held_up()) ready.push_back(stream.get());
  }
  return ready.empty() ? nullptr : ready[dice_() % ready.size()];
}

bool stream_scheduler::retire() {
  bool retired = false;
  if (room_.objects.settings().reorder_streams) {
    if (chosen_ && chosen_->retire_front()) retired = true;
    if (retired) chosen_ = nullptr;
    return retired;
  }
  while (true) {
    send_stream* oldest = nullptr;
    for (const auto& [number, stream] : streams_) {
      if (stream->pending().empty() || stream->held_up()) continue;
      if (!oldest || ring_.is_before(stream->pending().front().wqe.wqe_index,
                                     oldest->pending().front().wqe.wqe_index)) {
        oldest = stream.get();
      }
    }
    if (!oldest || !oldest->retire_front()) return retired;
    retired = true;
  }
}

bool stream_scheduler::handle_answer(const message& answer) {
  const auto found = streams_.find(answer.stream);
  if (found == streams_.end()) return false;
  if (found->second->handle_answer(answer)) retire();
  return true;
}

void stream_scheduler::lose_peer(std::uint32_t slot) {
  for (const auto& [number, stream] : streams_) stream->lose_peer(slot);
}

bool stream_scheduler::restart(std::uint16_t number) noexcept {
  const auto found = streams_.find(number);
  return found != streams_.end() && found->second->restart();
}

void stream_scheduler::give_up(std::vector<pending_wqe>& given_up) {
  chosen_ = nullptr;
  collect_until_.reset();
  for (const auto& [number, stream] : streams_) {
    for (pending_wqe& one : stream->give_up()) given_up.push_back(std::move(one));
  }
}

std::optional<engine_clock::time_point> stream_scheduler::deadline() const noexcept {
  std::optional<engine_clock::time_point> soonest = collect_until_;
  for (const auto& [number, stream] : streams_) {
    for (const auto& at : {stream->next_attempt(), stream->next_look()}) {
      if (at) soonest = soonest ? std::min(*soonest, *at) : at;
    }
  }
  return soonest;
}

}  // namespace verbatim::emulator
