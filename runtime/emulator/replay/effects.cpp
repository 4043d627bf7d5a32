// Writes CQEs and memory, raises events, and changes states.
#include "replay/effects.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/complete/completion_events.hpp"
#include "engine/memory/program_bytes.hpp"
#include "engine/ring/shared_words.hpp"

namespace verbatim::emulator {
namespace {

using recording::record_kind;

std::uint32_t consumed(const completion_queue& cq) noexcept {
  return load_acquire32(cq.dbrec) & consumer_index_mask;
}

std::string apply(device& on, const recording::cqe_body& cqe) {
  completion_queue* const cq = on.find_completion_queue(cqe.cqn);
  if (cq == nullptr) return fmt::format("there is no CQ {:#x}", cqe.cqn);
  if (cqe.bytes.size() != cq->cqe_size) {
    return fmt::format("CQ {:#x} has CQEs of {} bytes, and had {}", cqe.cqn, cq->cqe_size,
                       cqe.bytes.size());
  }
  if (!cq->engine) return fmt::format("CQ {:#x} works no more", cqe.cqn);
  using flag = recording::cqe_body::flag;
  part_of(*cq).ring.write_again(*cq, cqe.index, cqe.end, cqe.bytes,
                                (cqe.flags & flag::minis_only) != 0,
                                (cqe.flags & flag::solicited) != 0);
  raise_if_due(*cq, completion_ring::clock::now());
  return {};
}

std::string apply(device& on, const recording::memory_body& memory) {
  const memory_region* const region = on.find_memory_region(memory.key);
  if (region == nullptr) return fmt::format("no memory region has the key {:#x}", memory.key);
  if (memory.offset > region->length || memory.length > region->length - memory.offset) {
    return fmt::format("the memory region with key {:#x} has {} bytes, and {} at {:#x} are written",
                       memory.key, region->length, memory.length, memory.offset);
  }
  std::byte* const at = region->at(region->iova + memory.offset);
  constexpr auto gone = "the memory region with key {:#x} is not mapped any more at {:#x}";
  if ((memory.flags & recording::memory_body::unchanged) == 0) {
    if (program_bytes::write(at, memory.bytes.data(), memory.bytes.size())) return {};
    return fmt::format(gone, memory.key, memory.offset);
  }
  std::string present(memory.length, '\0');
  if (!program_bytes::read(reinterpret_cast<std::byte*>(present.data()), at, present.size())) {
    return fmt::format(gone, memory.key, memory.offset);
  }
  if (recording::checksum(present) == memory.checksum) return {};
  return fmt::format(
      "the {} bytes at {:#x} of the memory region with key {:#x} are others than then, when the "
      "device wrote the same there that they held already",
      memory.length, memory.offset, memory.key);
}

std::string apply(device& on, const recording::async_event_body& raised) {
  const auto event = static_cast<async_event>(raised.code);
  using of = recording::async_event_body;
  async_source* source = nullptr;
  switch (raised.element) {
    case of::device:
    case of::port:
      announce_again(on, raised.card, event, raised.number);
      return {};
    case of::queue_pair:
      source = on.find_queue_pair(raised.number);
      break;
    case of::completion_queue:
      source = on.find_completion_queue(raised.number);
      break;
    default:
      auto* const srq = on.find_shared_receive_queue(raised.number);
      if (srq != nullptr && event == async_event::srq_limit_reached) srq->limit = 0;
      source = srq;
  }
  if (source == nullptr) {
    return fmt::format("there is no object {:#x} for the event {}", raised.number, raised.event);
  }
  source->raise(event);
  return {};
}

}  // namespace

bool is_effect(const recording::record& one) noexcept {
  switch (one.kind) {
    case record_kind::cqe:
    case record_kind::memory:
    case record_kind::async_event:
      return true;
    case record_kind::queue_pair_changed: {
      const auto body = one.as<recording::queue_pair_changed_body>();
      return body && body->by_device != 0;
    }
    default:
      return false;
  }
}

bool has_room_for(const device& on, const recording::cqe_body& cqe, bool hurry) {
  const completion_queue* const cq = on.find_completion_queue(cqe.cqn);
  if (cq == nullptr || cq->overrun_ignore) return true;
  if (hurry) return ((cqe.end - consumed(*cq)) & consumer_index_mask) <= cq->cqe_count;
  const std::uint32_t ahead = (consumed(*cq) - cqe.consumer_index) & consumer_index_mask;
  return ahead <= consumer_index_mask / 2;
}

std::string apply(device& on, const recording::record& one) {
  if (const auto cqe = one.as<recording::cqe_body>()) return apply(on, *cqe);
  if (const auto memory = one.as<recording::memory_body>()) return apply(on, *memory);
  if (const auto raised = one.as<recording::async_event_body>()) return apply(on, *raised);
  if (const auto changed = one.as<recording::queue_pair_changed_body>()) {
    queue_pair* const qp = on.find_queue_pair(changed->qpn);
    if (qp == nullptr) return fmt::format("there is no QP {:#x}", changed->qpn);
    qp->state = static_cast<queue_pair_state>(changed->state);
    return {};
  }
  return fmt::format("its {} record is damaged", name(one.kind));
}

void announce_again(const device& all, unsigned card, async_event event, unsigned port) {
  for (const auto& one : all.contexts) {
    if (one.second->card != card) continue;
    for (const auto& file : one.second->async_events) file->post(event, port);
  }
}

}  // namespace verbatim::emulator
