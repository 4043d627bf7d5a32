// CREATE_CQ: a completion queue in user memory.
#include <cerrno>

#include "abi/capabilities.hpp"
#include "abi/devx_objects.hpp"
#include "abi/named.hpp"

namespace verbatim::emulator {
namespace {

// Fields of the command, and of the CQ's context (mlx5_ifc.h, struct mlx5_ifc_create_cq_in_bits and
// mlx5_ifc_cqc_bits).
constexpr mailbox_field umem_offset{0x280, 64};
constexpr mailbox_field umem_id{0x2c0, 32};
constexpr std::uint32_t context_at = 0x80;
constexpr mailbox_field cqe_sz = context_at + mailbox_field{0x008, 3};
constexpr mailbox_field overrun_ignore = context_at + mailbox_field{0x00e, 1};
constexpr mailbox_field cqe_compression_en = context_at + mailbox_field{0x011, 1};
constexpr mailbox_field dbr_umem_id = context_at + mailbox_field{0x020, 32};
constexpr mailbox_field log_cq_size = context_at + mailbox_field{0x063, 5};
constexpr mailbox_field uar_page_index = context_at + mailbox_field{0x068, 24};
constexpr mailbox_field dbr_addr = context_at + mailbox_field{0x1c0, 64};
constexpr mailbox_field made_cqn{0x048, 24};

constexpr std::uint32_t log_most_cqes = 22;

}  // namespace

object& create_devx_cq(const request& to, const mailbox_input& in, mailbox_output& out) {
  if (in.is_set(cqe_compression_en)) {
    refuse(EOPNOTSUPP, "CREATE_CQ asks for compressed CQEs, which this device does not make");
  }
  if (in.get(log_cq_size) > log_most_cqes || in.get(cqe_sz) > 1) {
    refuse(EINVAL, "CREATE_CQ with log_cq_size {} and cqe_sz {}: up to {}, and 0 or 1",
           in.get(log_cq_size), in.get(cqe_sz), log_most_cqes);
  }
  auto made = std::make_unique<completion_queue>(to.of);
  made->cqe_count = 1u << in.get(log_cq_size);
  made->cqe_size = in.get(cqe_sz) == 0 ? 64 : 128;
  auto& ring = find_user_memory(to, in.get32(umem_id), "CREATE_CQ");
  auto& record = find_user_memory(to, in.get32(dbr_umem_id), "CREATE_CQ");
  made->buffer = memory_at(ring, in.get(umem_offset),
                           std::uint64_t{made->cqe_count} * made->cqe_size, "CREATE_CQ");
  made->dbrec = memory_at(record, in.get(dbr_addr), 2 * sizeof(std::uint32_t), "CREATE_CQ");
  made->user_memories.push_back(reference(&ring));
  made->user_memories.push_back(reference(&record));
  made->uar = &register_page(to, in.get32(uar_page_index));
  made->overrun_ignore = in.is_set(overrun_ignore);
  to.on.enlist(*made);
  note("CQ {:#x} created by DevX: {} CQEs of {} bytes", made->cqn, made->cqe_count, made->cqe_size);
  out.set(made_cqn, made->cqn);
  return to.of.add(std::move(made));
}

}  // namespace verbatim::emulator
