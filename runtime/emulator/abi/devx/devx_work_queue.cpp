// The work queue inside an RMP's or an XRQ's context: the location of shared receive WQEs.
#include "abi/devx/devx_work_queue.hpp"

#include <bit>
#include <cerrno>

#include "abi/commands/capabilities.hpp"
#include "abi/devx/devx_objects.hpp"

namespace verbatim::emulator {
namespace {

using firmware::wq;

// Values of wq_type.
constexpr std::uint32_t linked_list = 0;
constexpr std::uint32_t cyclic = 1;

constexpr std::uint32_t least_log_stride = 5;

}  // namespace

void take_work_queue(const request& to, const mailbox_part_input<wq>& from, const char* command,
                     shared_receive_queue& made) {
  const std::uint32_t type = from.get(wq::wq_type);
  if (type != linked_list && type != cyclic) {
    refuse<check::devx_not_emulated>(
        EOPNOTSUPP, "{} of wq_type {}: a linked list (0) and cyclic (1)", command, type);
  }
  if (from.is_set(wq::wq_signature))
    refuse<check::devx_not_emulated>(EOPNOTSUPP, "{}: no WQE signatures", command);
  if (from.get(wq::log_wq_stride) < least_log_stride ||
      from.get(wq::log_wq_sz) >= static_cast<unsigned>(std::bit_width(max_srq_wr + 1))) {
    refuse<check::devx_values>(EINVAL, "{} of 2^{} WQEs of 2^{} bytes: up to {} of 2^{} or more",
                               command, from.get(wq::log_wq_sz), from.get(wq::log_wq_stride),
                               max_srq_wr + 1, least_log_stride);
  }
  made.pd = reference(&find_protection_domain(to, from.get(wq::pd)));
  made.is_cyclic = type == cyclic;
  made.stride = 1u << from.get(wq::log_wq_stride);
  made.wqe_count = 1u << from.get(wq::log_wq_sz);
  made.max_wr = made.wqe_count;
  made.limit = from.get(wq::lwm);
  auto& ring = find_user_memory(to, from.get(wq::wq_umem_id), command);
  auto& record = find_user_memory(to, from.get(wq::dbr_umem_id), command);
  made.buffer = memory_at(ring, from.get(wq::wq_umem_offset),
                          std::uint64_t{made.wqe_count} * made.stride, command);
  made.dbrec = memory_at(record, from.get(wq::dbr_addr), sizeof(std::uint32_t), command);
  made.user_memories.push_back(reference(&ring));
  made.user_memories.push_back(reference(&record));
}

void answer_work_queue(const shared_receive_queue& from, const wire::mailbox_view<wq>& to) {
  to.set_low(wq::wq_type, from.is_cyclic ? cyclic : linked_list);
  to.set_low(wq::lwm, from.limit);
  to.set_low(wq::pd, from.pd->pdn);
  to.set_low(wq::log_wq_stride, static_cast<unsigned>(std::bit_width(from.stride) - 1));
  to.set_low(wq::log_wq_sz, static_cast<unsigned>(std::bit_width(from.wqe_count) - 1));
}

}  // namespace verbatim::emulator
