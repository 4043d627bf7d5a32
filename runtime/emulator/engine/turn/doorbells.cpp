// Reads doorbell registers, which are memory.
#include "engine/turn/doorbells.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/ring/send_queue_reader.hpp"
#include "engine/ring/shared_words.hpp"
#include "engine/turn/queue_pair_sides.hpp"
#include "record/recorder.hpp"
#include "report/finding.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::emulator {
namespace {

/// The size of the part of the ctrl segment that goes into the register.
constexpr std::size_t doorbell_bytes = 8;

/// This is longer than copying a WQE into a register takes, even if the thread is preempted
/// meanwhile. With 25 busy threads on 2 processors, 20 ms were too short.
constexpr auto comparison_delay = std::chrono::seconds(1);

/// The contents of a word that the program has not written since the last doorbell there, if
/// doorbells are counted. No WQE has such a word by chance.
constexpr std::uint64_t unwritten = 0x5ee9'0f1a'c3d7'b482;

/// The time after which a counted copy is complete, unless its writer was preempted: without
/// breakpoints, and with them, which stop the writer for 20 us each in a virtual machine.
constexpr engine_clock::duration copying = std::chrono::microseconds(100);
constexpr engine_clock::duration copying_with_breakpoints = std::chrono::milliseconds(1);

}  // namespace

doorbell_watch::doorbell_watch(uar_page& page, bool counts) noexcept
    : page_(page), counts_(counts) {
  for (std::size_t half = 0; counts && half < blueflame_halves; ++half) {
    for (std::size_t i = doorbell_bytes; i < blueflame_half; i += doorbell_bytes) {
      store_release64(half_at(half) + i, unwritten);
    }
  }
}

std::byte* doorbell_watch::half_at(std::size_t half) const noexcept {
  return page_.registers + blueflame_offset + half * blueflame_half;
}

rung_doorbells doorbell_watch::take(engine_room& room) {
  rung_doorbells rung;
  std::byte* const arm = page_.registers + cq_doorbell_offset;
  if (load_acquire64(arm) != 0) {
    record_doorbell(cq_doorbell_offset, exchange64(arm, 0));
    rung.arm = true;
  }
  for (std::size_t half = 0; half < blueflame_halves; ++half) {
    std::byte* const at = half_at(half);
    if (load_acquire64(at) == 0) {
      const counted_doorbell& last = counted_[half];
      if (last.waiting && room.now >= last.complete_at) count_copy(half, false);
      continue;
    }
    check(room, half, exchange64(at, 0));
    rung.send = true;
  }
  return rung;
}

void doorbell_watch::check(engine_room& room, std::size_t half, std::uint64_t value) {
  std::array<std::byte, ctrl_seg::size> written{};
  std::memcpy(written.data(), &value, sizeof value);
  const auto ctrl = ctrl_seg::read(written.data());
  copies_[half].waiting = false;
  queue_pair* const qp = room.objects.find_queue_pair(ctrl.qpn);
  if (!qp || !qp->engine) {
    tell<check::doorbell_qpn>(
        "a doorbell names QP {:#x}, which does not exist: a doorbell is the first 8 bytes of the "
        "last WQE's ctrl_seg, big-endian",
        ctrl.qpn);
    return;
  }
  if (counts_) count(half, value, *qp, room.now);
  if (qp->cross_channel.managed_sends) {
    mention<check::doorbell_of_managed>(
        "QP {:#x}: a doorbell has no effect, since its send queue is managed: a SEND_EN starts it",
        qp->qpn);
    return;
  }
  queue_pair_sides& part = sides_of(*qp);
  const bool too_early = part.rung_in == queue_pair_state::reset ||
                         part.rung_in == queue_pair_state::init ||
                         part.rung_in == queue_pair_state::rtr;
  if (too_early && !std::exchange(part.said_too_early, true)) {
    tell<check::doorbell_too_early>(
        "QP {:#x}: a doorbell for WQE {} came in the state {}. A queue pair executes sends from "
        "RTS "
        "on, and a NIC may lose what is posted before: change the state to RTS first",
        qp->qpn, ctrl.wqe_index, name(part.rung_in));
  }
  const requester& sends = part.sends;
  const auto covered = static_cast<std::uint16_t>(send_record(*qp) - sends.ring().next());
  const auto ahead = static_cast<std::uint16_t>(ctrl.wqe_index - sends.ring().next());
  // The WQE may already have been executed because of a doorbell of another queue on this page.
  constexpr std::uint16_t long_ago = 0x8000;
  if (ahead >= long_ago || qp->sq.count == 0) return;
  if (ahead >= covered) {
    if (covered == 0 && ahead == 0) {
      tell<check::doorbell_record>(
          "QP {:#x}: a doorbell for WQE {} came before the doorbell record covers it (it says "
          "{}): write the doorbell record first",
          qp->qpn, ctrl.wqe_index, send_record(*qp));
    } else {
      tell<check::doorbell_record>(
          "QP {:#x}: a doorbell for WQE {} came, but the doorbell record ends at {}", qp->qpn,
          ctrl.wqe_index, send_record(*qp));
    }
    return;
  }
  wqe_bytes bytes;
  const auto wqe = read_wqebbs(qp->sq, ctrl.wqe_index, blueflame_half / wqebb, bytes);
  if (std::memcmp(wqe.data(), &value, doorbell_bytes) != 0) {
    tell<check::doorbell_words>(
        "QP {:#x}: the doorbell for WQE {} is {:#018x}, but its ctrl_seg begins with {:#018x}",
        qp->qpn, ctrl.wqe_index, wire::load64(written.data()), wire::load64(wqe.data()));
    return;
  }
  copied_wqe& copy = copies_[half];
  copy.waiting = true;
  copy.since = room.now;
  copy.qpn = qp->qpn;
  copy.wqe_index = ctrl.wqe_index;
  copy.bytes = std::min<std::size_t>(ctrl.ds * octoword, blueflame_half);
  std::copy_n(wqe.begin(), blueflame_half, copy.in_ring.begin());
}

/// Counts a doorbell that was found. Its kind is known later, by the words after the first.
void doorbell_watch::count(std::size_t half, std::uint64_t value, const queue_pair& qp,
                           engine_clock::time_point now) {
  const auto complete_at = now + (writes_.counts(half) ? copying_with_breakpoints : copying);
  if (value == counted_[half].value) {
    // memmove(3) may store the same bytes twice.
    counted_[half].complete_at = complete_at;
    return;
  }
  if (counted_[half].waiting) count_copy(half, true);
  queue_pair_counts* const counts = counts_of(qp);
  if (counts) {
    writes_.found(half, *counts);
    ++counts->doorbells.found;
  }
  record_doorbell(blueflame_offset + half * blueflame_half, value);
  counted_[half] = {value, true, qp.qpn, counts, complete_at};
}

/// Records a value that was found in a register. It names a queue pair, or a completion queue.
void doorbell_watch::record_doorbell(std::size_t offset, std::uint64_t value) const {
  if (!recording_here()) return;
  std::array<std::byte, doorbell_bytes> bytes;
  std::memcpy(bytes.data(), &value, sizeof value);
  const std::uint32_t second = wire::load32(bytes.data() + 4);
  const std::uint32_t number = offset == cq_doorbell_offset ? second & 0xffffff : second >> 8;
  record(recording::doorbell_body{page_.index, static_cast<std::uint32_t>(offset), number, bytes});
}

void doorbell_watch::record_copy(std::size_t half, std::size_t end) const {
  if (!recording_here()) return;
  std::array<std::byte, blueflame_half> bytes;
  for (std::size_t i = doorbell_bytes; i < end; i += doorbell_bytes) {
    const std::uint64_t word = load_acquire64(half_at(half) + i);
    std::memcpy(bytes.data() + i, &word, sizeof word);
  }
  record(recording::blueflame_body{
      counted_[half].qpn, page_.index,
      static_cast<std::uint32_t>(blueflame_offset + half * blueflame_half),
      std::span(bytes).first(end).subspan(doorbell_bytes)});
}

/// Counts the copy of a WQE that came with the last doorbell in a half, if there was one, and marks
/// its words as unwritten. If the next doorbell has come already (`replaced`), the words may be
/// those of its copy, and stay.
void doorbell_watch::count_copy(std::size_t half, bool replaced) {
  counted_doorbell& last = counted_[half];
  last.waiting = false;
  const std::size_t bytes = copied_bytes(half);
  if (auto* const counts = std::exchange(last.counts, nullptr)) {
    if (bytes != 0) ++counts->doorbells.found_blueflame;
    counts->doorbells.found_blueflame_bytes += bytes;
  }
  if (bytes != 0) record_copy(half, bytes);
  if (replaced) return;
  writes_.settle();
  for (std::size_t i = doorbell_bytes; i < bytes; i += doorbell_bytes) {
    store_release64(half_at(half) + i, unwritten);
  }
}

/// Returns the end of the words in a half that were written; 0 if there is at most a doorbell.
std::size_t doorbell_watch::copied_bytes(std::size_t half) const noexcept {
  for (std::size_t end = blueflame_half; end > doorbell_bytes; end -= doorbell_bytes) {
    if (load_acquire64(half_at(half) + end - doorbell_bytes) != unwritten) return end;
  }
  return 0;
}

void doorbell_watch::finish_counts() {
  for (std::size_t half = 0; half < blueflame_halves; ++half) {
    if (counted_[half].waiting && load_acquire64(half_at(half)) == 0) count_copy(half, false);
  }
  writes_.settle();
}

void doorbell_watch::forget_doorbells() noexcept {
  for (counted_doorbell& one : counted_) one.value = 0;
}

void doorbell_watch::compare_copies(engine_room& room) {
  if (counts_) return;
  for (std::size_t half = 0; half < blueflame_halves; ++half) {
    copied_wqe& copy = copies_[half];
    if (!copy.waiting || room.now - copy.since < comparison_delay) continue;
    copy.waiting = false;
    const std::byte* const at = half_at(half);
    std::array<std::byte, blueflame_half> now;
    for (std::size_t i = 0; i < blueflame_half; i += sizeof(std::uint64_t)) {
      const std::uint64_t word = load_acquire64(at + i);
      std::memcpy(now.data() + i, &word, sizeof word);
    }
    // A newer doorbell is on its way.
    if (load_acquire64(at) != 0) continue;
    const bool only_doorbell =
        std::equal(now.begin() + doorbell_bytes, now.end(), seen_[half].begin() + doorbell_bytes);
    seen_[half] = now;
    if (only_doorbell) continue;
    const auto [in_register, in_ring] = std::mismatch(
        now.begin() + doorbell_bytes, now.begin() + static_cast<std::ptrdiff_t>(copy.bytes),
        copy.in_ring.begin() + doorbell_bytes);
    if (in_register == now.begin() + static_cast<std::ptrdiff_t>(copy.bytes)) continue;
    tell<check::doorbell_words>(
        "QP {:#x}: the BlueFlame copy of WQE {} differs from the ring at byte {}: {:#04x} "
        "instead of {:#04x}. The ring's was executed; a NIC might take either",
        copy.qpn, copy.wqe_index, in_register - now.begin(), static_cast<unsigned>(*in_register),
        static_cast<unsigned>(*in_ring));
  }
}

}  // namespace verbatim::emulator
