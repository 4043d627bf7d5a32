// Goes through the records with one position.
#include "replay/script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/ring/send_queue_reader.hpp"
#include "engine/ring/shared_words.hpp"
#include "replay/comparison.hpp"
#include "report/report.hpp"
#include "verbatim/generated/segments/srq_next_seg.hpp"

namespace verbatim::emulator {
namespace {

using recording::record_kind;

/// Returns true if a doorbell record covers more than the first `index` entries.
bool covers(std::uint16_t record, std::uint16_t index, unsigned count) noexcept {
  const auto ahead = static_cast<std::uint16_t>(record - index);
  return ahead >= count && ahead < 0x8000;
}

std::uint16_t entries_posted(const std::byte* dbrec) noexcept {
  return static_cast<std::uint16_t>(load_acquire32(dbrec));
}

std::uint16_t wqebbs_of(std::span<const std::byte> wqe) noexcept {
  return static_cast<std::uint16_t>(std::max<std::size_t>((wqe.size() + wqebb - 1) / wqebb, 1));
}

}  // namespace

std::string script::place() const {
  const auto& records = from_.records();
  if (at_end()) return fmt::format("behind the {} records", records.size());
  const double seconds = static_cast<double>(records[at_].time - from_.begin()) * 1e-9;
  return fmt::format("record {} of {}, at {:.6f} s, {}", at_ + 1, records.size(), seconds,
                     in_words(records[at_]));
}

std::string script::due() const {
  if (!at_end()) return place();
  return from_.problem().empty() ? "the end of the recording"
                                 : "the place at which the recording is cut off";
}

void script::differs(std::string_view what) {
  if (stopped_ || std::exchange(differed_, true)) return;
  report("--replay: {}: {}. This is the first difference from the recording; the replay goes on",
         place(), what);
}

void script::stop(std::string_view why) {
  if (std::exchange(stopped_, true)) return;
  differed_ = true;
  report("--replay: {}. The replay ends here: the device flushes what is posted", why);
  for (const auto& one : on_.contexts) {
    one.second->failed = true;
    for (const auto& file : one.second->async_events) file->post(async_event::device_fatal, 0);
  }
  flushing_.flush(on_);
}

/// Goes to the next record. A step of the program is the start for the times of what follows.
void script::pass(bool by_program) {
  if (by_program) {
    step_ = clock::now();
    recorded_step_ = from_.records()[at_].time;
  }
  ++at_;
}

bool script::early(const recording::record& one, clock::time_point now) {
  const auto after = std::chrono::nanoseconds(
      one.time > recorded_step_ ? static_cast<std::int64_t>(one.time - recorded_step_) : 0);
  if (step_ + after <= now) return false;
  next_ = step_ + after;
  return true;
}

bool script::play(clock::time_point now, bool hurry) {
  next_ = clock::time_point::max();
  bool played = false;
  while (!stopped_ && !at_end() && !in_command_ && play_one(now, hurry)) played = true;
  return played;
}

bool script::play_one(clock::time_point now, bool hurry) {
  const auto& one = from_.records()[at_];
  if (is_effect(one)) {
    const auto cqe = one.as<recording::cqe_body>();
    if (cqe && !has_room_for(on_, *cqe, hurry)) return false;
    if (!hurry && early(one, now)) return false;
    do_again(one);
    pass(false);
    return true;
  }
  if (one.kind == record_kind::command) return false;
  if (const auto said = one.as<recording::finding_body>()) report_line(said->text);
  const bool by_program = one.kind == record_kind::send_wqe || one.kind == record_kind::receive_wqe;
  if (!matched(one)) return false;
  pass(by_program);
  return true;
}

/// Repeats what the device did.
void script::do_again(const recording::record& one) {
  if (const auto problem = apply(on_, one); !problem.empty()) differs(problem);
  if (const auto cqe = one.as<recording::cqe_body>()) flushing_.completed(on_, *cqe);
}

/// Returns true if the program has done this, or need not do anything.
bool script::matched(const recording::record& one) {
  if (const auto wqe = one.as<recording::send_wqe_body>()) return match(*wqe);
  if (const auto wqe = one.as<recording::receive_wqe_body>()) return match(*wqe);
  return true;
}

bool script::match(const recording::send_wqe_body& then) {
  queue_pair* const qp = on_.find_queue_pair(then.qpn);
  if (qp == nullptr || qp->sq.count == 0) {
    stop(fmt::format("{}: there is no such queue pair", place()));
    return false;
  }
  const std::uint16_t count = wqebbs_of(then.bytes);
  if (!covers(send_record(*qp), then.index, count)) return false;
  wqe_bytes bytes;
  const auto now = read_wqebbs(qp->sq, then.index, count, bytes);
  const auto what = difference(on_, *qp, then, now.first(std::min(now.size(), then.bytes.size())));
  if (!what.empty()) differs(what);
  sends_[then.qpn] = static_cast<std::uint16_t>(then.index + count);
  return true;
}

bool script::match(const recording::receive_wqe_body& then) {
  const std::byte* at = nullptr;
  std::size_t room = 0;
  if (then.srqn != 0) {
    const auto* const srq = on_.find_shared_receive_queue(then.srqn);
    if (srq == nullptr) {
      stop(fmt::format("{}: there is no such queue", place()));
      return false;
    }
    std::uint16_t& taken = shared_receives_[then.srqn];
    if (!covers(entries_posted(srq->dbrec), taken, 1)) return false;
    ++taken;
    at = srq->wqe(then.index) + srq_next_seg::size;
    room = srq->stride - srq_next_seg::size;
  } else {
    const auto* const qp = on_.find_queue_pair(then.qpn);
    if (qp == nullptr || qp->rq.count == 0) {
      stop(fmt::format("{}: there is no such queue", place()));
      return false;
    }
    if (!covers(entries_posted(qp->dbrec), then.index, 1)) return false;
    receives_[then.qpn] = static_cast<std::uint16_t>(then.index + 1);
    at = qp->rq.at(then.index);
    room = qp->rq.stride;
  }
  const auto what = difference(then.bytes, then.addresses, {at, std::min(room, then.bytes.size())});
  if (!what.empty()) differs(what);
  return true;
}

bool script::begin_command(std::string_view name, recorded_command& into) {
  if (stopped_ || at_end() || in_command_) return false;
  const auto& records = from_.records();
  const auto asked = records[at_].as<recording::command_body>();
  if (!asked || asked->name != name) return false;
  into.asked = *asked;
  into.answered = {};
  const auto answer =
      std::find_if(records.begin() + static_cast<std::ptrdiff_t>(at_), records.end(),
                   [&](const recording::record& one) {
                     return one.kind == record_kind::answer && one.thread == records[at_].thread;
                   });
  if (answer != records.end()) {
    if (const auto body = answer->as<recording::answer_body>()) into.answered = *body;
  }
  pass(true);
  in_command_ = true;
  failed_ = into.answered.error != 0;
  return true;
}

void script::play_command(bool resized) {
  if (stopped_ || !in_command_) return;
  const auto& records = from_.records();
  for (; !at_end(); pass(true)) {
    const auto& one = records[at_];
    if (one.kind == record_kind::answer) break;
    if (resized && one.kind == record_kind::completion_queue_resized) return;
    if (is_effect(one)) {
      do_again(one);
    } else if (const auto said = one.as<recording::finding_body>()) {
      // A command that is executed again says by itself what is wrong.
      if (failed_) report_line(said->text);
    } else if (!matched(one)) {
      return stop(fmt::format("{}: the program has not posted it", place()));
    }
  }
  if (resized) return;
  in_command_ = false;
  if (!at_end()) pass(true);
}

std::uint16_t script::played_sends(std::uint32_t qpn) const {
  const auto found = sends_.find(qpn);
  return found == sends_.end() ? std::uint16_t{0} : found->second;
}

void script::reset(std::uint32_t qpn) {
  sends_.erase(qpn);
  receives_.erase(qpn);
  flushing_.reset(qpn);
}

std::string script::posted() const {
  std::string text;
  on_.each_queue_pair([&](const queue_pair& qp) {
    // Before RTS the doorbell record may still be that of before a reset.
    if (!text.empty() || qp.sq.count == 0 || qp.state != queue_pair_state::rts) return;
    const std::uint16_t played = played_sends(qp.qpn);
    if (covers(send_record(qp), played, 1)) {
      text = fmt::format("send WQE {} of QP {:#x}", played, qp.qpn);
    }
  });
  return text;
}

}  // namespace verbatim::emulator
