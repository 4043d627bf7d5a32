// Reads receive WQEs.
#include "engine/ring/receive_queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/ring/shared_words.hpp"
#include "engine/ring/terminator.hpp"
#include "record/recorder.hpp"
#include "report/finding.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/srq_next_seg.hpp"

namespace verbatim::emulator {
namespace {

/// The length that byte_count 0 means.
constexpr std::uint32_t two_gib = std::uint32_t{1} << 31;

std::vector<receive_wqe::piece> read_list(const std::byte* at, std::size_t bytes) {
  std::vector<receive_wqe::piece> pieces;
  for (; bytes >= data_seg::size; at += data_seg::size, bytes -= data_seg::size) {
    const auto segment = data_seg::read(at);
    if (segment.byte_count == 0 && segment.lkey == terminator_lkey) break;
    pieces.push_back(
        {segment.addr, segment.byte_count == 0 ? two_gib : segment.byte_count, segment.lkey});
  }
  return pieces;
}

std::uint16_t record_at(const std::byte* dbrec) noexcept {
  return static_cast<std::uint16_t>(load_acquire32(dbrec));
}

shared_receive_part& part_of(shared_receive_queue& srq) {
  if (!srq.engine) srq.engine = std::make_unique<shared_receive_part>();
  return static_cast<shared_receive_part&>(*srq.engine);
}

std::uint16_t posted(shared_receive_queue& srq) {
  return static_cast<std::uint16_t>(record_at(srq.dbrec) - part_of(srq).taken);
}

/// Records the data segments at `at`.
void record_wqe(recording::receive_wqe_body body, const std::byte* at, std::size_t segments) {
  body.bytes = {at, segments * data_seg::size};
  const auto addresses = addresses_in(body.bytes);
  body.addresses = addresses;
  record(body);
}

}  // namespace

std::uint64_t receive_wqe::capacity() const noexcept {
  std::uint64_t sum = 0;
  for (const piece& one : pieces) sum += one.byte_count;
  return sum;
}

void receive_wqe::put_on_wire(const memory_access& memory) {
  for (piece& one : pieces) memory.put_on_wire(one.lkey, one.addr, one.byte_count);
}

std::string receive_wqe::scatter(const memory_access& memory, std::uint64_t offset,
                                 std::span<const std::byte> bytes) const {
  for (std::size_t i = 0; i < pieces.size() && !bytes.empty(); ++i) {
    const piece& one = pieces[i];
    if (offset >= one.byte_count) {
      offset -= one.byte_count;
      continue;
    }
    const std::size_t here = std::min<std::size_t>(bytes.size(), one.byte_count - offset);
    const auto range =
        memory.find("lkey", one.lkey, pd, one.addr + offset, here, access::local_write);
    if (!range.problem.empty()) return fmt::format("SGE {}: {}", i, range.problem);
    if (!range.write(bytes.data(), here)) {
      return fmt::format("SGE {}: {} bytes at {:#x} are registered, but cannot be written any more",
                         i, here, one.addr + offset);
    }
    bytes = bytes.subspan(here);
    offset = 0;
  }
  return {};
}

std::string receive_wqe::check(const memory_access& memory, std::uint64_t bytes) const {
  for (std::size_t i = 0; i < pieces.size() && bytes != 0; ++i) {
    const piece& one = pieces[i];
    const auto here = std::min<std::uint64_t>(bytes, one.byte_count);
    const auto range = memory.find("lkey", one.lkey, pd, one.addr, here, access::local_write);
    if (!range.problem.empty()) return fmt::format("SGE {}: {}", i, range.problem);
    bytes -= here;
  }
  return {};
}

std::uint32_t receive_ring::posted(const queue_pair& qp) {
  if (qp.rq.count == 0) return 0;
  auto count = static_cast<std::uint16_t>(record_at(qp.dbrec) - ci_);
  if (qp.cross_channel.managed_receives) {
    count = std::min(count, static_cast<std::uint16_t>(enabled_ - ci_));
  }
  if (count <= qp.rq.count) return count;
  if (!std::exchange(complained_, true)) {
    tell<check::receive_overrun>(
        "QP {:#x}: the doorbell record says that {} receive WQEs are posted, but the ring has "
        "room for {}: post no more than have been completed",
        qp.qpn, count, qp.rq.count);
  }
  return qp.rq.count;
}

std::string receive_ring::enable(const queue_pair& qp, std::uint16_t index) {
  const auto behind = static_cast<std::uint16_t>(enabled_ - index);
  // The WQE is enabled already.
  if (behind < 0x8000) return {};
  const auto enabled = static_cast<std::uint16_t>(index - ci_);
  if (enabled > qp.rq.count) {
    return fmt::format(
        "it enables the receive queue of QP {:#x} up to {}, which is {} WQEs after the next, but "
        "{}",
        qp.qpn, index, enabled,
        qp.rq.count == 0 ? std::string("it has no ring of its own")
                         : fmt::format("its ring has {}", qp.rq.count));
  }
  enabled_ = index;
  return {};
}

std::optional<receive_wqe> receive_ring::take(const queue_pair& qp, std::size_t list_offset) {
  if (posted(qp) == 0) return std::nullopt;
  const std::byte* const list = qp.rq.at(ci_) + list_offset;
  receive_wqe taken;
  taken.wqe_counter = ci_;
  taken.pieces = read_list(list, qp.rq.stride - list_offset);
  taken.pd = qp.pd.get();
  if (recording_here()) {
    record_wqe({.qpn = qp.qpn, .index = ci_}, list, taken.pieces.size());
  }
  ++ci_;
  ++ever_taken_;
  return taken;
}

std::optional<taken_strides> receive_ring::take_strides(const queue_pair& qp,
                                                        const receive_strides& of,
                                                        std::size_t bytes) {
  taken_strides taken;
  taken.count = static_cast<std::uint32_t>((bytes + of.shift + of.bytes - 1) / of.bytes);
  if (open_ && of.per_wqe - next_stride_ < taken.count) {
    if (posted(qp) == 0) return std::nullopt;
    taken.left = {open_->wqe_counter, next_stride_, of.per_wqe - next_stride_};
    open_.reset();
  }
  if (!open_) {
    // The WQE begins like that of a shared queue.
    open_ = take(qp, srq_next_seg::size);
    next_stride_ = 0;
  }
  if (!open_) return std::nullopt;
  taken.wqe = *open_;
  taken.first = std::exchange(next_stride_, next_stride_ + taken.count);
  if (next_stride_ == of.per_wqe) open_.reset();
  return taken;
}

std::uint16_t receive_ring::pass(const queue_pair& qp) {
  if (recording_here()) {
    record_wqe({.qpn = qp.qpn, .index = ci_, .flags = recording::send_wqe_body::flushed},
               qp.rq.at(ci_), read_list(qp.rq.at(ci_), qp.rq.stride).size());
  }
  ++ever_taken_;
  return ci_++;
}

void receive_ring::record_posted(const queue_pair& qp) {
  if (qp.rq.count == 0) return;
  const std::uint16_t value = record_at(qp.dbrec);
  if (std::exchange(recorded_, value) != value) {
    record(recording::receive_record_body{qp.qpn, 0, value});
  }
}

void record_posted(shared_receive_queue& srq) {
  if (!srq.engine) return;
  const std::uint16_t value = record_at(srq.dbrec);
  if (std::exchange(part_of(srq).recorded, value) != value) {
    record(recording::receive_record_body{0, srq.srqn, value});
  }
}

void look_at_record(receive_record_counts& counts, const std::byte* dbrec) noexcept {
  counts.look(record_at(dbrec));
}

std::optional<receive_wqe> take_shared(shared_receive_queue& srq) {
  if (posted(srq) == 0) return std::nullopt;
  shared_receive_part& part = part_of(srq);
  if (part.counts) look_at_record(part.counts->receive_record, srq.dbrec);
  if (srq.is_cyclic) part.head = part.taken;
  const std::byte* const wqe = srq.wqe(part.head);
  receive_wqe taken;
  taken.wqe_counter = part.head;
  taken.pieces = read_list(wqe + srq_next_seg::size, srq.stride - srq_next_seg::size);
  taken.pd = srq.pd.get();
  if (recording_here()) {
    record_wqe({.srqn = srq.srqn, .index = part.head}, wqe + srq_next_seg::size,
               taken.pieces.size());
  }
  // next_wqe_index is the second half of the first word.
  part.head = wire::get<15, 0>(wire::load32(wqe));
  ++part.taken;
  ++part.ever_taken;
  check_limit(srq);
  return taken;
}

void check_limit(shared_receive_queue& srq) {
  if (srq.limit == 0 || posted(srq) >= srq.limit) return;
  srq.limit = 0;
  srq.raise(async_event::srq_limit_reached);
}

}  // namespace verbatim::emulator
