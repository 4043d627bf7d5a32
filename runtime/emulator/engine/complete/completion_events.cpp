// Arming and moderation of completion events.
#include "engine/complete/completion_events.hpp"

#include <array>
#include <cstring>

#include "engine/ring/shared_words.hpp"
#include "record/recorder.hpp"
#include "settings/options.hpp"
#include "verbatim/generated/doorbells/cq_dbrec.hpp"

namespace verbatim::emulator {
namespace {

/// The value of an arm record that no program writes: all reserved bits are set.
constexpr std::uint32_t not_armed = 0xffffffff;
constexpr std::size_t arm_offset = 4;

/// Returns true if free-running index `a` is before `b`.
bool before(std::uint32_t a, std::uint32_t b) noexcept {
  return static_cast<std::int32_t>(a - b) < 0;
}

std::uint32_t later(std::uint32_t a, std::uint32_t b) noexcept { return before(a, b) ? b : a; }

/// Returns true if the event has to wait; event_due then has the latest time.
bool held_back(const completion_queue& cq, completion_queue_part& part,
               completion_queue_part::clock::time_point now) {
  const std::uint32_t since = part.ring.visible() - part.notified;
  if (cq.moderation_count == 0 && cq.moderation_period == 0) return false;
  if (cq.moderation_count != 0 && since >= cq.moderation_count) return false;
  if (cq.moderation_period == 0) return true;
  if (!part.event_due) part.event_due = now + std::chrono::microseconds(cq.moderation_period);
  return now < *part.event_due;
}

}  // namespace

void raise_if_due(completion_queue& cq, completion_queue_part::clock::time_point now) {
  completion_queue_part& part = part_of(cq);
  if (!part.armed) return;
  const std::uint32_t known = later(part.notified, part.armed_at);
  const std::uint32_t newest =
      part.mode == arm_mode::solicited_only ? part.ring.solicited() : part.ring.visible();
  if (!before(known, newest) || held_back(cq, part, now)) return;
  part.armed = false;
  part.event_due.reset();
  part.notified = part.ring.visible();
  if (part.counts) ++part.counts->events;
  record(recording::completion_event_body{cq.cqn});
  cq.notify();
}

void begin_completions(completion_queue& cq) {
  auto part = std::make_unique<completion_queue_part>();
  if (const auto seed = current_options().random_completions) {
    part->chances.emplace(static_cast<std::uint32_t>(*seed + cq.cqn));
  }
  cq.engine = std::move(part);
  exchange32(cq.dbrec + arm_offset, not_armed);
}

void take_arm(completion_queue& cq) {
  if (!cq.engine || load_acquire32(cq.dbrec + arm_offset) == not_armed) return;
  const std::uint32_t taken = exchange32(cq.dbrec + arm_offset, not_armed);
  std::array<std::byte, cq_dbrec::size> record{};
  std::memcpy(record.data() + arm_offset, &taken, sizeof taken);
  const auto arm = cq_dbrec::read(record.data());
  emulator::record(recording::arm_body{cq.cqn, arm.cmd == arm_mode::solicited_only, arm.arm_ci});
  completion_queue_part& part = part_of(cq);
  part.armed = true;
  part.mode = arm.cmd;
  if (part.counts) {
    ++(arm.cmd == arm_mode::solicited_only ? part.counts->solicited_arms : part.counts->arms);
  }
  const std::uint32_t visible = part.ring.visible();
  part.armed_at = visible - ((visible - arm.arm_ci) & consumer_index_mask);
  raise_if_due(cq, completion_queue_part::clock::now());
}

}  // namespace verbatim::emulator
