// CREATE_RMP: receive WQEs in user memory that several queue pairs share.
#include <bit>
#include <cerrno>

#include "abi/capabilities.hpp"
#include "abi/devx_objects.hpp"

namespace verbatim::emulator {
namespace {

// Fields of the command, of the RMP's context and of the work queue in it (mlx5_ifc.h, struct
// mlx5_ifc_create_rmp_in_bits, mlx5_ifc_rmpc_bits and mlx5_ifc_wq_bits).
constexpr std::uint32_t context_at = 0x100;
constexpr mailbox_field basic_cyclic_rcv_wqe = context_at + mailbox_field{0x020, 1};
constexpr std::uint32_t queue_at = context_at + 0x180;
constexpr mailbox_field wq_type = queue_at + mailbox_field{0x000, 4};
constexpr mailbox_field wq_signature = queue_at + mailbox_field{0x004, 1};
constexpr mailbox_field pd = queue_at + mailbox_field{0x048, 24};
constexpr mailbox_field dbr_addr = queue_at + mailbox_field{0x080, 64};
constexpr mailbox_field log_wq_stride = queue_at + mailbox_field{0x10c, 4};
constexpr mailbox_field log_wq_sz = queue_at + mailbox_field{0x11b, 5};
constexpr mailbox_field dbr_umem_id = queue_at + mailbox_field{0x140, 32};
constexpr mailbox_field wq_umem_id = queue_at + mailbox_field{0x160, 32};
constexpr mailbox_field wq_umem_offset = queue_at + mailbox_field{0x180, 64};
constexpr mailbox_field made_rmpn{0x048, 24};

// Values of wq_type.
constexpr std::uint32_t linked_list = 0;
constexpr std::uint32_t cyclic = 1;

constexpr std::uint32_t least_log_stride = 5;

}  // namespace

object& create_devx_rmp(const request& to, const mailbox_input& in, mailbox_output& out) {
  const std::uint32_t type = in.get32(wq_type);
  if (type != linked_list && type != cyclic) {
    refuse(EOPNOTSUPP, "CREATE_RMP of wq_type {}: a linked list (0) and cyclic (1)", type);
  }
  if (in.is_set(basic_cyclic_rcv_wqe) || in.is_set(wq_signature)) {
    refuse(EOPNOTSUPP, "CREATE_RMP asks for WQEs without a first segment, or with signatures");
  }
  if (in.get(log_wq_stride) < least_log_stride ||
      in.get(log_wq_sz) >= static_cast<unsigned>(std::bit_width(max_srq_wr + 1))) {
    refuse(EINVAL, "CREATE_RMP of 2^{} WQEs of 2^{} bytes: up to {} of 2^{} or more",
           in.get(log_wq_sz), in.get(log_wq_stride), max_srq_wr + 1, least_log_stride);
  }
  auto made = std::make_unique<shared_receive_queue>(to.of);
  made->pd = reference(&find_protection_domain(to, in.get32(pd)));
  made->is_cyclic = type == cyclic;
  made->stride = 1u << in.get(log_wq_stride);
  made->wqe_count = 1u << in.get(log_wq_sz);
  made->max_wr = made->wqe_count;
  auto& ring = find_user_memory(to, in.get32(wq_umem_id), "CREATE_RMP");
  auto& record = find_user_memory(to, in.get32(dbr_umem_id), "CREATE_RMP");
  made->buffer = memory_at(ring, in.get(wq_umem_offset),
                           std::uint64_t{made->wqe_count} * made->stride, "CREATE_RMP");
  made->dbrec = memory_at(record, in.get(dbr_addr), sizeof(std::uint32_t), "CREATE_RMP");
  made->user_memories.push_back(reference(&ring));
  made->user_memories.push_back(reference(&record));
  to.on.enlist(*made);
  note("{} RMP {:#x} created by DevX: {} WQEs of {} bytes", made->is_cyclic ? "cyclic" : "listed",
       made->srqn, made->wqe_count, made->stride);
  out.set(made_rmpn, made->srqn);
  return to.of.add(std::move(made));
}

}  // namespace verbatim::emulator
