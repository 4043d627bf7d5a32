// Compares doorbell records and rings with the doorbells that were rung.
#include "engine/check/missing_doorbells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "engine/ring/send_queue_reader.hpp"
#include "engine/ring/shared_words.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::emulator {
namespace {

using namespace std::chrono_literals;

/// The time until a missing doorbell is reported: long enough for a thread that is preempted
/// between the writes on a busy machine.
constexpr auto patience_with_record = 1s;
constexpr auto patience_with_ring = 1500ms;

/// The most time that one look adds. While the process is stopped or gets no CPU, the program
/// cannot ring either, so such a pause does not count.
constexpr auto longest_look = 100ms;

/// Returns the beginning of a WQE, which the program may still be writing.
ctrl_seg beginning_at(const std::byte* at) noexcept {
  std::array<std::byte, ctrl_seg::size> bytes{};
  const std::uint64_t words = load_acquire64(at);
  std::memcpy(bytes.data(), &words, sizeof words);
  return ctrl_seg::read(bytes.data());
}

/// Returns a hash of a WQEBB, which distinguishes WQEBBs with the same beginning.
std::uint64_t digest(const std::byte* at) noexcept {
  std::uint64_t result = 0xcbf29ce484222325;
  for (std::size_t offset = 0; offset < wqebb; offset += sizeof result) {
    result = (result ^ load_acquire64(at + offset)) * 0x100000001b3;
    result ^= result >> 29;
  }
  return result;
}

}  // namespace

/// Returns the number of WQEBBs after the announced ones that hold WQEs with the next indexes.
std::uint32_t missing_doorbells::unannounced(const send_queue_view& of) const {
  const auto past = past_.find(of.qpn);
  std::uint32_t count = 0;
  while (count < of.ring.count) {
    const auto wqe_index = static_cast<std::uint16_t>(of.announced + count);
    const std::byte* const at = of.ring.at(wqe_index);
    const ctrl_seg ctrl = beginning_at(at);
    const std::uint16_t wqebbs = wqebbs_of(ctrl);
    if (ctrl.wqe_index != wqe_index || ctrl.qpn != of.qpn || wqebbs == 0 || wqebbs > most_wqebbs) {
      break;
    }
    if (past != past_.end()) {
      const auto old = past->second.find(wqe_index & (of.ring.count - 1));
      if (old != past->second.end() && old->second == digest(at)) break;
    }
    count += wqebbs;
  }
  return std::min(count, of.ring.count);
}

std::string missing_doorbells::look_at(const send_queue_view& of, clock::time_point now) {
  const position at{of.announced, of.record, unannounced(of)};
  if (of.record == of.announced && at.in_ring == 0) {
    waiting_.erase(of.qpn);
    return {};
  }
  waiting& entry = waiting_.try_emplace(of.qpn, waiting{at, now}).first->second;
  const auto elapsed = now - entry.seen;
  entry.seen = now;
  if (entry.at.announced != at.announced) entry.said = false;
  if (entry.at != at) entry.idle = {};
  entry.at = at;
  if (entry.said) return {};
  entry.idle += std::min<clock::duration>(elapsed, longest_look);
  if (of.record != of.announced) {
    if (entry.idle < patience_with_record) return {};
    entry.said = true;
    return fmt::format(
        "QP {:#x}: the doorbell record says {} send WQEBBs, but the last doorbell came at {}, and "
        "nothing after it is executed: ring the doorbell after writing the doorbell record",
        of.qpn, of.record, of.announced);
  }
  if (entry.idle < patience_with_ring) return {};
  entry.said = true;
  const auto opcode_name = name(beginning_at(of.ring.at(of.announced)).opcode);
  return fmt::format(
      "QP {:#x}: the ring holds {} send WQEBBs from WQE {} on{}, but nobody has written the "
      "doorbell "
      "record or the doorbell register for them, and the device does not execute them: ring the "
      "doorbell after the last WQE (ring_doorbell(), ibv_wr_complete()). Nothing is missing if the "
      "program gave them up (ibv_wr_abort())",
      of.qpn, at.in_ring, of.announced,
      opcode_name.empty() ? "" : fmt::format(" ({})", opcode_name));
}

void missing_doorbells::begin(std::uint32_t qpn, const work_ring& ring) {
  forget(qpn);
  for (std::uint32_t slot = 0; slot < ring.count; ++slot) {
    const std::byte* const at = ring.at(slot);
    if (beginning_at(at).qpn == qpn) past_[qpn].emplace(slot, digest(at));
  }
}

void missing_doorbells::forget(std::uint32_t qpn) {
  waiting_.erase(qpn);
  past_.erase(qpn);
}

}  // namespace verbatim::emulator
