// Ownership, arming and overrun of completion queues.
#include "engine/completion_writer.hpp"

#include <array>
#include <cerrno>
#include <cstring>

#include "engine/device_clock.hpp"
#include "engine/shared_words.hpp"
#include "options.hpp"
#include "report.hpp"
#include "verbatim/generated/doorbells/cq_dbrec.hpp"

namespace verbatim::emulator {
namespace {

/// All reserved bits set.
constexpr std::uint32_t not_armed = 0xffffffff;
constexpr std::size_t arm_offset = 4;

/// Consumer indexes are 24 bits wide.
constexpr std::uint32_t index_mask = 0xffffff;

completion_queue_part& part_of(completion_queue& cq) {
  return static_cast<completion_queue_part&>(*cq.engine);
}

/// True if free-running index `a` is before `b`.
bool before(std::uint32_t a, std::uint32_t b) noexcept {
  return static_cast<std::int32_t>(a - b) < 0;
}

std::uint32_t later(std::uint32_t a, std::uint32_t b) noexcept { return before(a, b) ? b : a; }

/// How many CQEs the program has not consumed, by its doorbell record.
std::uint32_t unread(const completion_queue& cq, std::uint32_t pi) noexcept {
  return (pi - load_acquire32(cq.dbrec)) & index_mask;
}

/// Where the CQE proper is: of 128 bytes, the second half.
std::byte* proper(std::byte* slot, std::uint32_t cqe_size) noexcept {
  return slot + (cqe_size - cqe64::size);
}

void raise_if_due(completion_queue& cq) {
  completion_queue_part& part = part_of(cq);
  if (!part.armed) return;
  const std::uint32_t known = later(part.notified, part.armed_at);
  const std::uint32_t newest = part.mode == arm_mode::solicited_only ? part.solicited : part.pi;
  if (!before(known, newest)) return;
  part.armed = false;
  part.notified = part.pi;
  cq.notify();
}

/// True if there is room for one more.
bool has_room(completion_queue& cq) {
  completion_queue_part& part = part_of(cq);
  if (part.overrun) return false;
  if (cq.overrun_ignore || unread(cq, part.pi) < cq.cqe_count) return true;
  part.overrun = true;
  report(
      "CQ {:#x} is full: {} completions are not consumed and one more came. Poll more often or "
      "make the CQ as long as all queues that complete into it; a poll must end with writing the "
      "consumer index to the doorbell record. The CQ takes no more completions",
      cq.cqn, cq.cqe_count);
  cq.raise(async_event::cq_err);
  return false;
}

/// The last byte of a CQE.
constexpr std::byte owner_bit{1};

void place(completion_queue& cq, std::array<std::byte, cqe64::size> bytes, bool solicited) {
  if (!has_room(cq)) return;
  completion_queue_part& part = part_of(cq);
  if ((part.pi & cq.cqe_count) != 0) bytes.back() |= owner_bit;
  std::byte* const at = proper(cq.slot(part.pi), cq.cqe_size);
  // The program owns the CQE once it sees the owner bit, in the last byte.
  constexpr std::size_t body = cqe64::size - sizeof(std::uint64_t);
  std::memcpy(at, bytes.data(), body);
  std::uint64_t last;
  std::memcpy(&last, bytes.data() + body, sizeof last);
  store_release64(at + body, last);
  ++part.pi;
  if (solicited) part.solicited = part.pi;
  raise_if_due(cq);
}

template <class Values>
void put(completion_queue& cq, const Values& cqe, bool solicited) {
  if (!cq.engine) return;
  std::array<std::byte, cqe64::size> bytes;
  cqe.write(bytes.data());
  const auto delay = current_options().completion_delay;
  if (delay.count() == 0) {
    place(cq, bytes, solicited);
  } else {
    part_of(cq).delayed.push_back({std::chrono::steady_clock::now() + delay, bytes, solicited});
  }
}

}  // namespace

void begin_completions(completion_queue& cq) {
  cq.engine = std::make_unique<completion_queue_part>();
  exchange32(cq.dbrec + arm_offset, not_armed);
}

std::uint32_t produced(completion_queue& cq) noexcept { return part_of(cq).pi; }

void write_cqe(completion_queue& cq, cqe64::values cqe) {
  cqe.timestamp = device_clock();
  put(cq, cqe, cqe.se != 0);
}

void write_cqe(completion_queue& cq, err_cqe::values cqe) { put(cq, cqe, true); }

void write_cqe(completion_queue& cq, tm_list_cqe::values cqe) {
  cqe.timestamp = device_clock();
  put(cq, cqe, false);
}

void write_cqe(completion_queue& cq, tm_receive_cqe::values cqe) {
  cqe.timestamp = device_clock();
  put(cq, cqe, cqe.se != 0);
}

std::optional<std::chrono::steady_clock::time_point> release_delayed(
    completion_queue& cq, std::chrono::steady_clock::time_point now) {
  if (!cq.engine) return std::nullopt;
  auto& delayed = part_of(cq).delayed;
  for (; !delayed.empty() && delayed.front().due <= now; delayed.pop_front()) {
    place(cq, delayed.front().bytes, delayed.front().solicited);
  }
  return delayed.empty() ? std::nullopt : std::optional(delayed.front().due);
}

void take_arm(completion_queue& cq) {
  if (!cq.engine || load_acquire32(cq.dbrec + arm_offset) == not_armed) return;
  const std::uint32_t taken = exchange32(cq.dbrec + arm_offset, not_armed);
  std::array<std::byte, cq_dbrec::size> record{};
  std::memcpy(record.data() + arm_offset, &taken, sizeof taken);
  const auto arm = cq_dbrec::read(record.data());
  completion_queue_part& part = part_of(cq);
  part.armed = true;
  part.mode = arm.cmd;
  part.armed_at = part.pi - ((part.pi - arm.arm_ci) & index_mask);
  raise_if_due(cq);
}

int resize(completion_queue& cq, std::byte* buffer, std::uint32_t cqe_count,
           std::uint32_t cqe_size) {
  completion_queue_part& part = part_of(cq);
  release_delayed(cq, std::chrono::steady_clock::time_point::max());
  const std::uint32_t waiting = unread(cq, part.pi);
  // The CQE that ends the old ring needs a slot there, and its place in the count.
  if (waiting >= cq.cqe_count || waiting >= cqe_count) return EINVAL;
  cqe64::values end;
  end.opcode = cqe_opcode::resize_cq;
  const bool was_armed = std::exchange(part.armed, false);
  std::array<std::byte, cqe64::size> bytes;
  end.write(bytes.data());
  place(cq, bytes, false);
  part.armed = was_armed;
  cq.buffer = buffer;
  cq.cqe_count = cqe_count;
  cq.cqe_size = cqe_size;
  return 0;
}

}  // namespace verbatim::emulator
