// CREATE_CQ and MODIFY_CQ: a completion queue in user memory.
#include <cerrno>

#include "abi/commands/capabilities.hpp"
#include "abi/devx/devx_objects.hpp"
#include "abi/named.hpp"
#include "verbatim/generated/commands/create_cq.hpp"
#include "verbatim/generated/commands/modify_cq.hpp"

namespace verbatim::emulator {
namespace {

using firmware::cqc;
using firmware::create_cq;
using firmware::modify_cq;

constexpr std::uint32_t log_most_cqes = 22;

// Values of op_mod of MODIFY_CQ, and bits of modify_field_select in the first case.
constexpr std::uint32_t op_mod_modify = 0;
constexpr std::uint32_t op_mod_resize = 1;
constexpr std::uint32_t modify_period = 1 << 0;
constexpr std::uint32_t modify_count = 1 << 1;
constexpr std::uint32_t modify_overrun = 1 << 2;

void take_compression(completion_queue& cq, const mailbox_part_input<cqc>& queue) {
  if (!queue.is_set(cqc::cqe_comp_en)) return;
  const std::uint64_t layout = queue.get(cqc::cqe_compression_layout);
  const std::uint64_t format =
      queue.get(cqc::mini_cqe_res_format_ext) << 2 | queue.get(cqc::mini_cqe_res_format);
  if (layout > 1 || format > static_cast<std::uint64_t>(mini_format::header_types)) {
    refuse<check::devx_values>(
        EINVAL,
        "CREATE_CQ with cqe_compression_layout {} and response format {}: 0 or 1, and up to 4",
        layout, format);
  }
  cq.layout = layout == 0 ? compression_layout::basic : compression_layout::enhanced;
  cq.minis = static_cast<mini_format>(format);
}

void require_size(const mailbox_part_input<cqc>& queue, const char* what) {
  if (queue.get(cqc::log_cq_size) <= log_most_cqes && queue.get(cqc::cqe_sz) <= 1) return;
  refuse<check::devx_values>(EINVAL, "{} with log_cq_size {} and cqe_sz {}: up to {}, and 0 or 1",
                             what, queue.get(cqc::log_cq_size), queue.get(cqc::cqe_sz),
                             log_most_cqes);
}

std::uint32_t cqe_bytes_of(const mailbox_part_input<cqc>& queue) noexcept {
  return queue.get(cqc::cqe_sz) == 0 ? 64 : 128;
}

void resize(const request& to, completion_queue& cq,
            const mailbox_part_input<modify_cq::in>& command) {
  const auto queue = command.part(modify_cq::in::cq_context);
  to.require_working_device("the resize of a CQ");
  require_size(queue, "MODIFY_CQ");
  const std::uint32_t count = 1u << queue.get(cqc::log_cq_size);
  auto& ring = find_user_memory(to, command.get(modify_cq::in::cq_umem_id), "MODIFY_CQ");
  std::byte* const buffer = memory_at(ring, command.get(modify_cq::in::cq_umem_offset),
                                      std::uint64_t{count} * cqe_bytes_of(queue), "MODIFY_CQ");
  if (const int error =
          to.on.engine().completion_queue_resized(cq, buffer, count, cqe_bytes_of(queue))) {
    refuse<check::cq_resize>(error, "CQ {:#x} cannot be resized to {} CQEs: more are not consumed",
                             cq.cqn, count);
  }
  if (cq.user_memories.empty()) cq.user_memories.emplace_back();
  cq.user_memories.front() = reference(&ring);
}

}  // namespace

object& create_devx_cq(const request& to, const mailbox_input& in, const mailbox_output& out) {
  const auto command = in.as<create_cq::in>();
  const auto queue = command.part(create_cq::in::cq_context);
  require_size(queue, "CREATE_CQ");
  if (queue.get(cqc::c_eqn_or_apu_element) != event_queue_number) {
    refuse<check::devx_values>(EINVAL, "CREATE_CQ names event queue {}: ask mlx5dv_devx_query_eqn",
                               queue.get(cqc::c_eqn_or_apu_element));
  }
  auto made = std::make_unique<completion_queue>(to.of);
  made->cqe_count = 1u << queue.get(cqc::log_cq_size);
  made->cqe_size = cqe_bytes_of(queue);
  take_compression(*made, queue);
  made->moderation_count = static_cast<std::uint16_t>(queue.get(cqc::cq_max_count));
  made->moderation_period = static_cast<std::uint16_t>(queue.get(cqc::cq_period));
  auto& ring = find_user_memory(to, command.get(create_cq::in::cq_umem_id), "CREATE_CQ");
  auto& record = find_user_memory(to, queue.get(cqc::dbr_umem_id), "CREATE_CQ");
  made->buffer = memory_at(ring, command.get(create_cq::in::cq_umem_offset),
                           std::uint64_t{made->cqe_count} * made->cqe_size, "CREATE_CQ");
  made->dbrec = memory_at(record, queue.get(cqc::dbr_addr), 2 * sizeof(std::uint32_t), "CREATE_CQ");
  made->user_memories.push_back(reference(&ring));
  made->user_memories.push_back(reference(&record));
  made->uar = &register_page(to, queue.get(cqc::uar_page));
  made->overrun_ignore = queue.is_set(cqc::oi);
  to.on.enlist(*made);
  note("CQ {:#x} created by DevX: {} CQEs of {} bytes", made->cqn, made->cqe_count, made->cqe_size);
  out.as<create_cq::out>().set(create_cq::out::cqn, made->cqn);
  return to.of.add(std::move(made));
}

void modify_devx_cq(const request& to, completion_queue& cq, const mailbox_input& in) {
  const auto command = in.as<modify_cq::in>();
  const auto queue = command.part(modify_cq::in::cq_context);
  const std::uint32_t op_mod = command.get(modify_cq::in::op_mod);
  if (op_mod == op_mod_resize) {
    resize(to, cq, command);
    return;
  }
  const std::uint32_t fields = command.get(modify_cq::in::modify_field_select);
  constexpr std::uint32_t known = modify_period | modify_count | modify_overrun;
  if (op_mod != op_mod_modify || fields & ~known) {
    refuse<check::devx_values>(
        EINVAL,
        "MODIFY_CQ with op_mod {} and fields {:#x}: period (1), count (2) and overrun (4) can be "
        "changed, and with op_mod 1 the ring",
        op_mod, fields);
  }
  if (fields & modify_period) {
    cq.moderation_period = static_cast<std::uint16_t>(queue.get(cqc::cq_period));
  }
  if (fields & modify_count) {
    cq.moderation_count = static_cast<std::uint16_t>(queue.get(cqc::cq_max_count));
  }
  if (fields & modify_overrun) cq.overrun_ignore = queue.is_set(cqc::oi);
  to.on.engine().wake();
}

}  // namespace verbatim::emulator
