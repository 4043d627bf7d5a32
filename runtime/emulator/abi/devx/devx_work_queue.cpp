// The work queue inside an RMP's or an XRQ's context: the location of shared receive WQEs.
#include "abi/devx/devx_work_queue.hpp"

#include <bit>
#include <cerrno>

#include "abi/commands/capabilities.hpp"
#include "abi/devx/devx_objects.hpp"

namespace verbatim::emulator {
namespace {

// Fields of the context (mlx5_ifc.h, struct mlx5_ifc_wq_bits).
constexpr mailbox_field wq_type{0x000, 4};
constexpr mailbox_field wq_signature{0x004, 1};
constexpr mailbox_field lwm{0x030, 16};
constexpr mailbox_field pd{0x048, 24};
constexpr mailbox_field dbr_addr{0x080, 64};
constexpr mailbox_field log_wq_stride{0x10c, 4};
constexpr mailbox_field log_wq_sz{0x11b, 5};
constexpr mailbox_field dbr_umem_id{0x140, 32};
constexpr mailbox_field wq_umem_id{0x160, 32};
constexpr mailbox_field wq_umem_offset{0x180, 64};

// Values of wq_type.
constexpr std::uint32_t linked_list = 0;
constexpr std::uint32_t cyclic = 1;

constexpr std::uint32_t least_log_stride = 5;

}  // namespace

void take_work_queue(const request& to, const mailbox_input& in, std::uint32_t at,
                     const char* command, shared_receive_queue& made) {
  const std::uint32_t type = in.get32(at + wq_type);
  if (type != linked_list && type != cyclic) {
    refuse<check::devx_not_emulated>(
        EOPNOTSUPP, "{} of wq_type {}: a linked list (0) and cyclic (1)", command, type);
  }
  if (in.is_set(at + wq_signature))
    refuse<check::devx_not_emulated>(EOPNOTSUPP, "{}: no WQE signatures", command);
  if (in.get(at + log_wq_stride) < least_log_stride ||
      in.get(at + log_wq_sz) >= static_cast<unsigned>(std::bit_width(max_srq_wr + 1))) {
    refuse<check::devx_values>(EINVAL, "{} of 2^{} WQEs of 2^{} bytes: up to {} of 2^{} or more",
                               command, in.get(at + log_wq_sz), in.get(at + log_wq_stride),
                               max_srq_wr + 1, least_log_stride);
  }
  made.pd = reference(&find_protection_domain(to, in.get32(at + pd)));
  made.is_cyclic = type == cyclic;
  made.stride = 1u << in.get(at + log_wq_stride);
  made.wqe_count = 1u << in.get(at + log_wq_sz);
  made.max_wr = made.wqe_count;
  made.limit = in.get32(at + lwm);
  auto& ring = find_user_memory(to, in.get32(at + wq_umem_id), command);
  auto& record = find_user_memory(to, in.get32(at + dbr_umem_id), command);
  made.buffer = memory_at(ring, in.get(at + wq_umem_offset),
                          std::uint64_t{made.wqe_count} * made.stride, command);
  made.dbrec = memory_at(record, in.get(at + dbr_addr), sizeof(std::uint32_t), command);
  made.user_memories.push_back(reference(&ring));
  made.user_memories.push_back(reference(&record));
}

void answer_work_queue(const shared_receive_queue& from, std::uint32_t at, mailbox_output& out) {
  out.set(at + wq_type, from.is_cyclic ? cyclic : linked_list);
  out.set(at + lwm, from.limit);
  out.set(at + pd, from.pd->pdn);
  out.set(at + log_wq_stride, static_cast<unsigned>(std::bit_width(from.stride) - 1));
  out.set(at + log_wq_sz, static_cast<unsigned>(std::bit_width(from.wqe_count) - 1));
}

}  // namespace verbatim::emulator
