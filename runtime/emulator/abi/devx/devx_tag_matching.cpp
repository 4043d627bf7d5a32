// CREATE_XRQ, QUERY_XRQ and ARM_XRQ: a shared receive queue with a list of tags, in user memory.
// Its command queue pair is any RC queue pair that receives from it.
#include <bit>
#include <cerrno>

#include "abi/commands/capabilities.hpp"
#include "abi/devx/devx_objects.hpp"
#include "abi/devx/devx_work_queue.hpp"
#include "report/report.hpp"

namespace verbatim::emulator {
namespace {

// Fields of the commands, of the XRQ's context and of its part for tags (mlx5_ifc.h, struct
// mlx5_ifc_create_xrq_in_bits, mlx5_ifc_query_xrq_out_bits, mlx5_ifc_arm_xrq_in_bits,
// mlx5_ifc_xrqc_bits and mlx5_ifc_tag_matching_topology_context_bits).
constexpr std::uint32_t context_at = 0x080;
constexpr mailbox_field topology = context_at + mailbox_field{0x014, 4};
constexpr mailbox_field offload = context_at + mailbox_field{0x01c, 4};
constexpr mailbox_field user_index = context_at + mailbox_field{0x028, 24};
constexpr mailbox_field cqn = context_at + mailbox_field{0x048, 24};
constexpr mailbox_field dc = context_at + mailbox_field{0x07f, 1};
constexpr mailbox_field log_matching_list_sz = context_at + mailbox_field{0x100, 4};
constexpr mailbox_field append_next_index = context_at + mailbox_field{0x110, 16};
constexpr mailbox_field sw_phase_cnt = context_at + mailbox_field{0x120, 16};
constexpr mailbox_field hw_phase_cnt = context_at + mailbox_field{0x130, 16};
constexpr std::uint32_t queue_at = context_at + 0x400;
constexpr mailbox_field made_xrqn{0x048, 24};
constexpr mailbox_field armed_lwm{0x070, 16};

// Values of topology and offload.
constexpr std::uint32_t tag_matching = 1;
constexpr std::uint32_t no_offload = 0;
constexpr std::uint32_t rendezvous = 1;

constexpr auto log_most_tags = static_cast<std::uint32_t>(std::bit_width(max_tags));

void check_context(const mailbox_input& in) {
  if (in.get(topology) != tag_matching) {
    refuse<check::devx_not_emulated>(
        EOPNOTSUPP, "CREATE_XRQ with topology {}: only tag matching (1)", in.get(topology));
  }
  if (in.get(offload) != no_offload && in.get(offload) != rendezvous) {
    refuse<check::devx_not_emulated>(
        EOPNOTSUPP, "CREATE_XRQ with offload {}: none (0), or rendezvous (1)", in.get(offload));
  }
  if (in.is_set(dc)) {
    refuse<check::devx_not_emulated>(
        EOPNOTSUPP, "CREATE_XRQ for DC: tags are matched on RC only (IBV_TM_CAP_RC)");
  }
  if (const auto log_size = in.get(log_matching_list_sz);
      log_size == 0 || log_size > log_most_tags) {
    refuse<check::devx_values>(
        EINVAL, "CREATE_XRQ with log_matching_list_sz {}: 1 to {} (log_tag_matching_list_sz)",
        log_size, log_most_tags);
  }
}

shared_receive_queue& with_tags(shared_receive_queue& srq, const char* command) {
  if (!srq.tags) refuse<check::devx_object>(EINVAL, "{}: SRQ {:#x} is no XRQ", command, srq.srqn);
  return srq;
}

}  // namespace

object& create_devx_xrq(const request& to, const mailbox_input& in, mailbox_output& out) {
  check_context(in);
  auto made = std::make_unique<shared_receive_queue>(to.of);
  take_work_queue(to, in, queue_at, "CREATE_XRQ", *made);
  auto* const completions = to.on.find_completion_queue(in.get32(cqn));
  if (!completions)
    refuse<check::devx_object>(EINVAL, "CREATE_XRQ names CQ {:#x}, which does not exist",
                               in.get(cqn));
  made->cq = reference(completions);
  made->uidx = in.get32(user_index);
  made->tags = std::make_unique<tag_list>();
  // An append contains the entry of the next append, so one entry is always kept back.
  made->tags->most_entries = (std::size_t{1} << in.get(log_matching_list_sz)) - 1;
  to.on.enlist(*made);
  note("{} XRQ {:#x} created by DevX: {} tags, {} WQEs of {} bytes",
       made->is_cyclic ? "cyclic" : "listed", made->srqn, made->tags->most_entries, made->wqe_count,
       made->stride);
  if (in.get(offload) == rendezvous) {
    note(
        "XRQ {:#x} asks for rendezvous in hardware, which this device does not do "
        "(rndv_offload_rc): requests for it are unexpected messages",
        made->srqn);
  }
  out.set(made_xrqn, made->srqn);
  return to.of.add(std::move(made));
}

void query_devx_xrq(shared_receive_queue& xrq, mailbox_output& out) {
  const tag_list& list = *with_tags(xrq, "QUERY_XRQ").tags;
  out.set(topology, tag_matching);
  out.set(user_index, xrq.uidx);
  out.set(cqn, xrq.cq->cqn);
  out.set(log_matching_list_sz, static_cast<unsigned>(std::bit_width(list.most_entries)));
  out.set(append_next_index, list.next_index);
  out.set(sw_phase_cnt, list.taken);
  out.set(hw_phase_cnt, list.unexpected);
  answer_work_queue(xrq, queue_at, out);
}

void arm_devx_xrq(const request& to, shared_receive_queue& xrq, const mailbox_input& in) {
  with_tags(xrq, "ARM_XRQ");
  if (in.get32(armed_lwm) >= xrq.wqe_count) {
    refuse<check::devx_values>(EINVAL, "ARM_XRQ: XRQ {:#x} holds {} WQEs, its limit cannot be {}",
                               xrq.srqn, xrq.wqe_count, in.get(armed_lwm));
  }
  xrq.limit = in.get32(armed_lwm);
  to.on.engine().shared_receive_queue_modified(xrq);
}

}  // namespace verbatim::emulator
