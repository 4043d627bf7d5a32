// Source of the rings' layout: mlx5dv.h and rdma/mlx5-abi.h of rdma-core.
#include "watch/watched_queues.hpp"

#include <signal.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>

#include "system/user_memory.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::emulator::watch {
namespace {

constexpr std::size_t wqebb_bytes = 64, octoword_bytes = 16, record_bytes = 4;
constexpr std::size_t most_wqe_bytes = 64 * octoword_bytes;
constexpr long usual_interval = 50;
constexpr std::uint32_t index_bits = 0xffffff;

void tell(const std::string& words) {
  if (watch_file* const to = watch_file::here()) to->add(recording::finding_body{words});
}

/// Reads the doorbell record number `which` at an address.
bool read_record(std::uint64_t records, unsigned which, std::uint32_t& value) noexcept {
  std::array<std::byte, record_bytes> bytes{};
  if (!copy_from_program(bytes.data(), records + which * record_bytes, bytes.size())) return false;
  value = wire::load32(bytes.data());
  return true;
}

/// Copies bytes of a ring from a WQEBB on; they may go on at its begin.
bool copy_wqe(const watched_queue_pair& of, std::uint16_t index, std::byte* to, std::size_t bytes) {
  const std::size_t ring_bytes = of.count * wqebb_bytes;
  const std::size_t at = (index & (of.count - 1)) * wqebb_bytes;
  const std::size_t first = std::min(bytes, ring_bytes - at);
  return copy_from_program(to, of.ring + at, first) &&
         copy_from_program(to + first, of.ring, bytes - first);
}

std::chrono::microseconds interval() {
  const char* const given = std::getenv("VERBATIM_WATCH_MICROSECONDS");
  const long value = given ? std::strtol(given, nullptr, 10) : usual_interval;
  return std::chrono::microseconds(value > 0 ? value : usual_interval);
}

}  // namespace

watched_queues& watched_queues::here() {
  static auto* const made = new watched_queues;
  return *made;
}

void watched_queues::begin() {
  if (std::exchange(begun_, true)) return;
  sigset_t all, before;
  sigfillset(&all);
  // The program's signals are for its own threads.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread([this] {
    const auto time = interval();
    for (;;) {
      std::this_thread::sleep_for(time);
      look();
    }
  }).detach();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void watched_queues::add(object_key key, const watched_queue_pair& queue) {
  const std::lock_guard guard(mutex_);
  if (queue.count != 0 && !std::has_single_bit(queue.count)) return;
  queue_pairs_[key] = queue;
  begin();
}

void watched_queues::add(object_key key, const watched_completion_queue& queue) {
  const std::lock_guard guard(mutex_);
  if (!std::has_single_bit(queue.count)) return;
  completion_queues_[key] = queue;
  begin();
}

std::uint32_t watched_queues::completion_queue(object_key key) {
  const std::lock_guard guard(mutex_);
  const auto at = completion_queues_.find(key);
  return at == completion_queues_.end() ? 0 : at->second.cqn;
}

std::uint32_t watched_queues::remove_queue_pair(object_key key) {
  look();
  const std::lock_guard guard(mutex_);
  const auto found = queue_pairs_.extract(key);
  return found ? found.mapped().qpn : 0;
}

std::uint32_t watched_queues::remove_completion_queue(object_key key) {
  look();
  const std::lock_guard guard(mutex_);
  const auto found = completion_queues_.extract(key);
  return found ? found.mapped().cqn : 0;
}

void watched_queues::reset(object_key key) {
  const std::lock_guard guard(mutex_);
  const auto at = queue_pairs_.find(key);
  if (at != queue_pairs_.end()) at->second.next = 0;
}

void watched_queues::resized(object_key key) {
  const std::lock_guard guard(mutex_);
  const auto at = completion_queues_.find(key);
  if (at == completion_queues_.end()) return;
  at->second.followed = false;
  tell("CQ " + std::to_string(at->second.cqn) + " is resized: its CQEs are not seen from now on");
}

void watched_queues::look() {
  watch_file* const to = watch_file::here();
  if (!to) return;
  {
    const std::lock_guard guard(mutex_);
    // A completed WQE was posted before.
    for (auto& entry : queue_pairs_) look(entry.second);
    for (auto& entry : completion_queues_) look(entry.second);
  }
  to->flush();
}

void watched_queues::look(watched_queue_pair& queue) {
  constexpr unsigned sends = 1;
  std::uint32_t posted = 0;
  if (queue.count == 0 || !read_record(queue.records, sends, posted)) return;
  const auto end = static_cast<std::uint16_t>(posted);
  const auto lost = [&] {
    tell("QP " + std::to_string(queue.qpn) + ": send WQEs up to index " + std::to_string(end) +
         " were posted over before they were seen");
    queue.next = end;
  };
  const auto ahead = [&](std::uint32_t record) {
    return static_cast<std::uint16_t>(record - queue.next);
  };
  if (ahead(posted) > queue.count) return lost();
  while (queue.next != end) {
    std::array<std::byte, most_wqe_bytes> wqe{};
    if (!copy_wqe(queue, queue.next, wqe.data(), octoword_bytes)) return;
    const ctrl_seg control = ctrl_seg::read(wqe.data());
    const std::size_t bytes = std::max<std::size_t>(control.ds, 1) * octoword_bytes;
    if (!copy_wqe(queue, queue.next, wqe.data(), bytes)) return;
    std::uint32_t now = 0;
    if (control.wqe_index != queue.next || !read_record(queue.records, sends, now) ||
        ahead(now) > queue.count) {
      return lost();
    }
    if (watch_file* const to = watch_file::here()) {
      to->add(recording::send_wqe_body{
          queue.qpn, queue.next, 0, std::span<const std::byte>(wqe).first(bytes), {}});
    }
    queue.next = static_cast<std::uint16_t>(queue.next + (bytes + wqebb_bytes - 1) / wqebb_bytes);
  }
}

void watched_queues::look(watched_completion_queue& queue) {
  constexpr unsigned consumed = 0;
  constexpr std::uint32_t half = (index_bits + 1) / 2;
  while (queue.followed) {
    std::uint32_t consumer = 0;
    if (!read_record(queue.records, consumed, consumer)) return;
    const std::uint32_t behind = (consumer - queue.next) & index_bits;
    if (behind != 0 && behind < half && behind > queue.count) {
      tell("CQ " + std::to_string(queue.cqn) + ": " + std::to_string(behind) +
           " CQEs were consumed before they were seen");
      queue.next += behind;
    }
    std::array<std::byte, 128> slot{};
    const std::uint64_t at =
        queue.ring + std::uint64_t{queue.next & (queue.count - 1)} * queue.cqe_bytes;
    if (!copy_from_program(slot.data(), at, queue.cqe_bytes)) return;
    const cqe64 cqe(slot.data() + queue.cqe_bytes - cqe64::size);
    const bool lap = (queue.next & queue.count) != 0;
    if (cqe.opcode() == cqe_opcode::invalid || (cqe.owner() != 0) != lap) return;
    if (cqe.format() == cqe_format::compressed) {
      queue.followed = false;
      return tell("CQ " + std::to_string(queue.cqn) +
                  " has compressed CQEs: they are not seen from now on");
    }
    if (watch_file* const to = watch_file::here()) {
      to->add(recording::cqe_body{queue.cqn, queue.next, queue.next + 1, consumer & index_bits, 0,
                                  std::span<const std::byte>(slot).first(queue.cqe_bytes)});
    }
    ++queue.next;
  }
}

}  // namespace verbatim::emulator::watch
