// CREATE_CQ and MODIFY_CQ: a completion queue in user memory.
#include <cerrno>

#include "abi/commands/capabilities.hpp"
#include "abi/devx/devx_objects.hpp"
#include "abi/named.hpp"

namespace verbatim::emulator {
namespace {

// Fields of the commands, and of the CQ's context (mlx5_ifc.h, struct mlx5_ifc_create_cq_in_bits,
// mlx5_ifc_modify_cq_in_bits and mlx5_ifc_cqc_bits; DPDK's mlx5_prm.h has the positions of the two
// extensions).
constexpr mailbox_field modify_field_select{0x060, 32};
constexpr mailbox_field umem_offset{0x280, 64};
constexpr mailbox_field umem_id{0x2c0, 32};
constexpr std::uint32_t context_at = 0x80;
constexpr mailbox_field cqe_sz = context_at + mailbox_field{0x008, 3};
constexpr mailbox_field overrun_ignore = context_at + mailbox_field{0x00e, 1};
constexpr mailbox_field cqe_comp_en = context_at + mailbox_field{0x011, 1};
constexpr mailbox_field mini_cqe_res_format = context_at + mailbox_field{0x012, 2};
constexpr mailbox_field cqe_compression_layout = context_at + mailbox_field{0x01e, 2};
constexpr mailbox_field mini_cqe_res_format_ext = context_at + mailbox_field{0x05c, 2};
constexpr mailbox_field cq_period = context_at + mailbox_field{0x084, 12};
constexpr mailbox_field cq_max_count = context_at + mailbox_field{0x090, 16};
constexpr mailbox_field c_eqn = context_at + mailbox_field{0x0a0, 32};
constexpr mailbox_field dbr_umem_id = context_at + mailbox_field{0x020, 32};
constexpr mailbox_field log_cq_size = context_at + mailbox_field{0x063, 5};
constexpr mailbox_field uar_page_index = context_at + mailbox_field{0x068, 24};
constexpr mailbox_field dbr_addr = context_at + mailbox_field{0x1c0, 64};
constexpr mailbox_field made_cqn{0x048, 24};

constexpr std::uint32_t log_most_cqes = 22;

// Values of op_mod of MODIFY_CQ, and bits of modify_field_select in the first case.
constexpr std::uint32_t op_mod_modify = 0;
constexpr std::uint32_t op_mod_resize = 1;
constexpr std::uint32_t modify_period = 1 << 0;
constexpr std::uint32_t modify_count = 1 << 1;
constexpr std::uint32_t modify_overrun = 1 << 2;

void take_compression(completion_queue& cq, const mailbox_input& in) {
  if (!in.is_set(cqe_comp_en)) return;
  const std::uint64_t layout = in.get(cqe_compression_layout);
  const std::uint64_t format = in.get(mini_cqe_res_format_ext) << 2 | in.get(mini_cqe_res_format);
  if (layout > 1 || format > static_cast<std::uint64_t>(mini_format::header_types)) {
    refuse<check::devx_values>(
        EINVAL,
        "CREATE_CQ with cqe_compression_layout {} and response format {}: 0 or 1, and up to 4",
        layout, format);
  }
  cq.layout = layout == 0 ? compression_layout::basic : compression_layout::enhanced;
  cq.minis = static_cast<mini_format>(format);
}

void require_size(const mailbox_input& in, const char* what) {
  if (in.get(log_cq_size) <= log_most_cqes && in.get(cqe_sz) <= 1) return;
  refuse<check::devx_values>(EINVAL, "{} with log_cq_size {} and cqe_sz {}: up to {}, and 0 or 1",
                             what, in.get(log_cq_size), in.get(cqe_sz), log_most_cqes);
}

std::uint32_t cqe_bytes_of(const mailbox_input& in) noexcept {
  return in.get(cqe_sz) == 0 ? 64 : 128;
}

void resize(const request& to, completion_queue& cq, const mailbox_input& in) {
  to.require_working_device("the resize of a CQ");
  require_size(in, "MODIFY_CQ");
  const std::uint32_t count = 1u << in.get(log_cq_size);
  auto& ring = find_user_memory(to, in.get32(umem_id), "MODIFY_CQ");
  std::byte* const buffer =
      memory_at(ring, in.get(umem_offset), std::uint64_t{count} * cqe_bytes_of(in), "MODIFY_CQ");
  if (const int error =
          to.on.engine().completion_queue_resized(cq, buffer, count, cqe_bytes_of(in))) {
    refuse<check::cq_resize>(error, "CQ {:#x} cannot be resized to {} CQEs: more are not consumed",
                             cq.cqn, count);
  }
  if (cq.user_memories.empty()) cq.user_memories.emplace_back();
  cq.user_memories.front() = reference(&ring);
}

}  // namespace

object& create_devx_cq(const request& to, const mailbox_input& in, mailbox_output& out) {
  require_size(in, "CREATE_CQ");
  if (in.get(c_eqn) != event_queue_number) {
    refuse<check::devx_values>(EINVAL, "CREATE_CQ names event queue {}: ask mlx5dv_devx_query_eqn",
                               in.get(c_eqn));
  }
  auto made = std::make_unique<completion_queue>(to.of);
  made->cqe_count = 1u << in.get(log_cq_size);
  made->cqe_size = cqe_bytes_of(in);
  take_compression(*made, in);
  made->moderation_count = static_cast<std::uint16_t>(in.get(cq_max_count));
  made->moderation_period = static_cast<std::uint16_t>(in.get(cq_period));
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

void modify_devx_cq(const request& to, completion_queue& cq, const mailbox_input& in) {
  const std::uint32_t op_mod = in.get32(mailbox_header::op_mod);
  if (op_mod == op_mod_resize) {
    resize(to, cq, in);
    return;
  }
  const std::uint32_t fields = in.get32(modify_field_select);
  constexpr std::uint32_t known = modify_period | modify_count | modify_overrun;
  if (op_mod != op_mod_modify || fields & ~known) {
    refuse<check::devx_values>(
        EINVAL,
        "MODIFY_CQ with op_mod {} and fields {:#x}: period (1), count (2) and overrun (4) can be "
        "changed, and with op_mod 1 the ring",
        op_mod, fields);
  }
  if (fields & modify_period) {
    cq.moderation_period = static_cast<std::uint16_t>(in.get(cq_period));
  }
  if (fields & modify_count) {
    cq.moderation_count = static_cast<std::uint16_t>(in.get(cq_max_count));
  }
  if (fields & modify_overrun) cq.overrun_ignore = in.is_set(overrun_ignore);
  to.on.engine().wake();
}

}  // namespace verbatim::emulator
