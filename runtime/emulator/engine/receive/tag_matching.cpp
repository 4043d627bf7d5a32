// Appends and removes tags, counts unexpected messages, and matches messages.
#include "engine/receive/tag_matching.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/complete/completion_writer.hpp"
#include "objects/queues/shared_receive_queue.hpp"
#include "report/finding.hpp"
#include "verbatim/generated/cqes/tm_list_cqe.hpp"

namespace verbatim::emulator {
namespace {

/// The number of unexpected messages by which the program's count may be behind.
constexpr std::uint16_t most_behind = 0x3fff;

tag_event event_of(tm_op operation) noexcept {
  switch (operation) {
    case tm_op::append:
      return tag_event::append;
    case tm_op::remove:
      return tag_event::remove;
    case tm_op::nop:
      break;
  }
  return tag_event::nop;
}

std::string append(tag_list& list, const tag_request& what) {
  if (list.entries.size() >= list.most_entries) {
    return fmt::format(
        "it appends a tag to a list that has {} already, as many as the SRQ was "
        "created for",
        list.entries.size());
  }
  const std::uint16_t index = list.next_index;
  const auto in_use = [&list](std::uint16_t wanted) {
    return std::any_of(list.entries.begin(), list.entries.end(),
                       [wanted](const tag_list::entry& one) { return one.index == wanted; });
  };
  if (in_use(index)) {
    return fmt::format(
        "the tag would get entry {}, which the append before it named and which is "
        "in use",
        index);
  }
  list.entries.push_back({.index = index,
                          .tag = what.operation.append_tag,
                          .mask = what.operation.append_mask,
                          .addr = what.buffer.addr,
                          .byte_count = what.buffer.byte_count,
                          .lkey = what.buffer.lkey,
                          .waits_for_sync = !list.in_sync()});
  list.next_index = what.operation.index;
  return {};
}

/// Stores the program's counter. When both counters are equal, all tags match again.
void synchronize(tag_list& list, const tm_seg& operation) {
  if (!operation.sw_cnt_valid) return;
  list.taken = operation.sw_cnt;
  if (!list.in_sync()) return;
  for (tag_list::entry& one : list.entries) one.waits_for_sync = false;
}

}  // namespace

std::string execute_tag_request(queue_pair& qp, std::uint16_t wqe_index, const tag_request& what) {
  if (!qp.srq || !qp.srq->tags) {
    return "it is a tag_matching, which only the command queue pair of a tag-matching SRQ executes";
  }
  shared_receive_queue& srq = *qp.srq;
  tag_list& list = *srq.tags;
  synchronize(list, what.operation);
  tm_list_cqe::values cqe;
  if (what.operation.opcode == tm_op::append) {
    if (auto problem = append(list, what); !problem.empty()) return problem;
    cqe.success = 1;
  } else if (what.operation.opcode == tm_op::remove) {
    cqe.success = std::erase_if(list.entries, [&what](const tag_list::entry& one) {
                    return one.index == what.operation.index;
                  }) != 0;
  }
  if (!what.operation.cqe_req) return {};
  cqe.hw_phase_cnt = list.unexpected;
  cqe.srqn_uidx = srq.uidx;
  cqe.app = app_tag_matching;
  cqe.app_op = static_cast<std::uint8_t>(event_of(what.operation.opcode));
  cqe.qpn = qp.qpn;
  cqe.wqe_counter = wqe_index;
  cqe.opcode = cqe_opcode::no_packet;
  write_cqe(*srq.cq, cqe);
  return {};
}

tag_verdict match_tag(const queue_pair& qp, const message& request) {
  tag_verdict verdict;
  if (request.payload.size() < tmh_seg::size) {
    tell<check::tag_header>(
        "QP {:#x}: a message of {} bytes came to a tag-matching SRQ, which is too short for its "
        "header of {}: it is taken for one without a tag",
        qp.qpn, request.message_bytes, tmh_seg::size);
    return verdict;
  }
  verdict.header = tmh_seg::read(request.payload.data());
  switch (verdict.header.opcode) {
    case tmh_op::eager:
      break;
    case tmh_op::rndv:
      // This device does not fetch the message itself; the program has to do so.
      verdict.event = tag_event::unexpected;
      return verdict;
    default:
      return verdict;
  }
  tag_list& list = *qp.srq->tags;
  const auto found = list.match(verdict.header.tag);
  if (found == list.entries.end()) {
    verdict.event = tag_event::unexpected;
    return verdict;
  }
  verdict.event = tag_event::matched;
  verdict.index = found->index;
  verdict.skipped_bytes = tmh_seg::size;
  verdict.buffer.pd = qp.srq->pd.get();
  if (found->byte_count != 0) {
    verdict.buffer.pieces.push_back({found->addr, found->byte_count, found->lkey});
  }
  list.entries.erase(found);
  return verdict;
}

void count_unexpected(const queue_pair& qp) {
  tag_list& list = *qp.srq->tags;
  ++list.unexpected;
  if (static_cast<std::uint16_t>(list.unexpected - list.taken) == most_behind + 1) {
    tell<check::tag_unexpected>(
        "SRQ {:#x}: {} unexpected messages have come that the program has not counted: post "
        "IBV_WR_TAG_SYNC before there are {}",
        qp.srq->srqn, list.unexpected - list.taken, most_behind);
  }
}

}  // namespace verbatim::emulator
