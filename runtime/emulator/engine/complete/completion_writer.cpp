// Puts completions into rings: delays them, compresses them, and stops if the ring is full.
#include "engine/complete/completion_writer.hpp"

#include <time.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "engine/complete/completion_events.hpp"
#include "engine/complete/completion_queue_part.hpp"
#include "engine/complete/cqe_compression.hpp"
#include "engine/count/traffic_counts.hpp"
#include "engine/ring/shared_words.hpp"
#include "objects/device_clock.hpp"
#include "report/finding.hpp"
#include "report/report.hpp"
#include "settings/options.hpp"

namespace verbatim::emulator {
namespace {

using clock = completion_queue_part::clock;
using duration = clock::duration;

/// Returns the number of CQEs that the program has not consumed, by its doorbell record.
std::uint32_t unread_cqes(const completion_queue& cq, std::uint32_t pi) noexcept {
  return (pi - load_acquire32(cq.dbrec)) & consumer_index_mask;
}

/// Returns `most`, or with --random-completions a random part of it.
duration chance(completion_queue_part& part, duration most) {
  if (!part.chances || most == duration{}) return most;
  return duration(std::uniform_int_distribution<duration::rep>(0, most.count())(*part.chances));
}

/// Returns the most completions for the title that begins now.
std::size_t longest_session_of(completion_queue_part& part, const completion_queue& cq) {
  const std::size_t block = current_options().compress;
  if (block == 0 || cq.layout == compression_layout::none) return 1;
  if (cq.layout == compression_layout::enhanced) return longest_session;
  if (!part.chances) return block;
  return std::uniform_int_distribution<std::size_t>(1, block)(*part.chances);
}

void end_session(completion_queue& cq) {
  completion_queue_part& part = part_of(cq);
  if (part.session.empty()) return;
  part.ring.lag(chance(part, current_options().owner_lag));
  if (part.session.size() > 1) {
    note("CQ {:#x}: {} completions are compressed", cq.cqn, part.session.size());
  }
  const std::size_t arrays = part.ring.write_compressed(
      cq, part.session, current_options().compress, part.chances ? &*part.chances : nullptr);
  if (part.counts) {
    ++part.counts->cqes;
    part.counts->mini_arrays += arrays;
    // The title of the basic layout has a mini too.
    if (arrays != 0) {
      part.counts->mini_cqes +=
          part.session.size() - (cq.layout == compression_layout::basic ? 0 : 1);
    }
  }
  part.session.clear();
  raise_if_due(cq, clock::now());
}

/// Returns true if there is room for one more completion after the delayed ones.
bool has_room(const completion_queue& cq, const completion_queue_part& part) {
  const auto held = static_cast<std::uint32_t>(part.session.size());
  return cq.overrun_ignore || unread_cqes(cq, part.ring.pi() + held) < cq.cqe_count;
}

void complain_of_overrun(const completion_queue& cq) {
  tell<check::cq_overrun>(
      "CQ {:#x} is full: {} completions are not consumed and one more came. Poll more often or "
      "make the CQ as long as all queues that complete into it; a poll must end with writing the "
      "consumer index to the doorbell record. The CQ takes no more completions",
      cq.cqn, cq.cqe_count);
}

/// Puts the completion into the ring, or keeps it with others of its kind.
void accept(completion_queue& cq, const completion& what) {
  completion_queue_part& part = part_of(cq);
  if (part.overrun) return;
  if (!part.session.empty() && !joins(part.session.back(), what, cq.minis)) end_session(cq);
  if (!has_room(cq, part)) {
    complain_of_overrun(cq);
    return overrun(cq);
  }
  if (part.session.empty()) {
    part.longest = what.compressible ? longest_session_of(part, cq) : 1;
    // A title stands for no slots behind the ring's end. DPDK relies on this (mlx5_rxtx_vec.c,
    // rxq_burst_v), and so does UCX (ib_mlx5.c, uct_ib_mlx5_iface_cqe_unzip): it gives each slot the
    // ownership that the title has.
    const std::uint32_t slots_to_end = cq.cqe_count - (part.ring.pi() & (cq.cqe_count - 1));
    part.longest = std::min<std::size_t>(part.longest, slots_to_end);
    if (part.longest > 1) part.session_ends = clock::now() + current_options().compress_wait;
  }
  if (part.counts) count_completion(*part.counts, cqe64(what.cqe.data()));
  part.session.push_back(what);
  if (part.session.size() >= part.longest) end_session(cq);
}

void put(completion_queue& cq, const completion& what) {
  completion_queue_part& part = part_of(cq);
  const duration delay = current_options().completion_delay;
  if (delay == duration{}) {
    accept(cq, what);
    return;
  }
  // A completion never overtakes another.
  const auto last = part.delayed.empty() ? clock::time_point{} : part.delayed.back().due;
  part.delayed.push_back({std::max(last, clock::now() + chance(part, delay)), what});
}

template <class Values>
void put(completion_queue& cq, const Values& cqe, bool solicited) {
  if (!cq.engine) return;
  completion what;
  cqe.write(what.cqe.data());
  what.solicited = solicited;
  put(cq, what);
}

/// Returns true if the payload goes before the CQE, in CQEs with both places.
bool goes_before(completion_queue& cq, std::size_t bytes) {
  constexpr std::size_t inside = 32;
  if (cq.cqe_size == cqe64::size) return false;
  auto& chances = part_of(cq).chances;
  return bytes > inside || (chances && std::bernoulli_distribution(0.5)(*chances));
}

}  // namespace

void write_cqe(completion_queue& cq, cqe64::values cqe, std::span<const std::byte> payload,
               std::span<const std::byte> grh) {
  if (!cq.engine) return;
  completion what;
  what.solicited = cqe.se != 0;
  what.compressible = cqe.opcode <= cqe_opcode::resp_send_inv && cqe.app == 0 && payload.empty();
  what.has_front = !payload.empty() && goes_before(cq, payload.size());
  if (!payload.empty()) {
    cqe.format = what.has_front ? cqe_format::inline_64 : cqe_format::inline_32;
  }
  // A payload inside the CQE covers the flags that would announce the GRH.
  if (!grh.empty() && payload.empty() && has_room_for_grh(cq)) {
    cqe.l3_in_cqe = 1;
    what.compressible = false;
    what.has_front = true;
    std::copy(grh.begin(), grh.end(), what.front.end() - static_cast<std::ptrdiff_t>(grh.size()));
  }
  cqe.timestamp = device_clock();
  cqe.write(what.cqe.data());
  if (cqe.format == cqe_format::inline_32) {
    // The fields of a receive's LID, QP number and the like.
    std::fill_n(what.cqe.begin(), 32, std::byte{0});
  }
  std::copy(payload.begin(), payload.end(), (what.has_front ? what.front : what.cqe).begin());
  put(cq, what);
}

void write_cqe(completion_queue& cq, eth_cqe::values cqe) {
  if (!cq.engine) return;
  completion what;
  // A CQE that stands for no frame is always a whole one.
  what.compressible = (cqe.byte_cnt & filler_strides) == 0;
  cqe.timestamp = device_clock();
  cqe.write(what.cqe.data());
  put(cq, what);
}

void write_cqe(completion_queue& cq, err_cqe::values cqe) { put(cq, cqe, true); }

void write_cqe(completion_queue& cq, sigerr_cqe::values cqe) { put(cq, cqe, true); }

void write_cqe(completion_queue& cq, tm_list_cqe::values cqe) {
  cqe.timestamp = device_clock();
  put(cq, cqe, false);
}

void write_cqe(completion_queue& cq, tm_receive_cqe::values cqe) {
  cqe.timestamp = device_clock();
  put(cq, cqe, cqe.se != 0);
}

void overrun(completion_queue& cq) {
  completion_queue_part& part = part_of(cq);
  if (part.overrun) return;
  end_session(cq);
  part.overrun = true;
  cq.raise(async_event::cq_err);
}

std::uint32_t produced(completion_queue& cq) noexcept { return part_of(cq).ring.visible(); }

std::optional<clock::time_point> release_held(completion_queue& cq, clock::time_point now) {
  if (!cq.engine) return std::nullopt;
  completion_queue_part& part = part_of(cq);
  for (; !part.delayed.empty() && part.delayed.front().due <= now; part.delayed.pop_front()) {
    accept(cq, part.delayed.front().what);
  }
  if (!part.session.empty() && part.session_ends <= now) end_session(cq);
  std::optional<clock::time_point> next = part.ring.reveal(now);
  raise_if_due(cq, now == clock::time_point::max() ? clock::now() : now);
  const auto consider = [&next](clock::time_point due) {
    if (!next || due < *next) next = due;
  };
  if (!part.delayed.empty()) consider(part.delayed.front().due);
  if (!part.session.empty()) consider(part.session_ends);
  if (part.armed && part.event_due) consider(*part.event_due);
  return next;
}

int resize(completion_queue& cq, std::byte* buffer, std::uint32_t cqe_count,
           std::uint32_t cqe_size) {
  completion_queue_part& part = part_of(cq);
  release_held(cq, clock::time_point::max());
  const std::uint32_t waiting = unread_cqes(cq, part.ring.pi());
  // The CQE that ends the old ring needs a slot there, and counts as one CQE.
  if (waiting >= cq.cqe_count || waiting >= cqe_count) return EINVAL;
  cqe64::values end;
  end.opcode = cqe_opcode::resize_cq;
  completion what;
  end.write(what.cqe.data());
  part.ring.lag(duration{});
  part.ring.write(cq, what);
  if (part.counts) ++part.counts->cqes;
  cq.buffer = buffer;
  cq.cqe_count = cqe_count;
  cq.cqe_size = cqe_size;
  return 0;
}

}  // namespace verbatim::emulator
