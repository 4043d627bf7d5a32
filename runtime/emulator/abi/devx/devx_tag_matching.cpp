// CREATE_XRQ, QUERY_XRQ and ARM_XRQ: a shared receive queue with a list of tags, in user memory.
// Its command queue pair is any RC queue pair that receives from it.
#include <bit>
#include <cerrno>

#include "abi/commands/capabilities.hpp"
#include "abi/devx/devx_objects.hpp"
#include "abi/devx/devx_work_queue.hpp"
#include "report/report.hpp"
#include "verbatim/generated/commands/arm_xrq.hpp"
#include "verbatim/generated/commands/create_xrq.hpp"
#include "verbatim/generated/commands/query_xrq.hpp"

namespace verbatim::emulator {
namespace {

using firmware::arm_xrq;
using firmware::create_xrq;
using firmware::query_xrq;
using firmware::xrqc;
using tags = firmware::tag_matching_topology_context;

// Values of topology and offload.
constexpr std::uint32_t tag_matching = 1;
constexpr std::uint32_t no_offload = 0;
constexpr std::uint32_t rendezvous = 1;

constexpr auto log_most_tags = static_cast<std::uint32_t>(std::bit_width(max_tags));

void check_context(const mailbox_part_input<xrqc>& context) {
  const auto matching = context.part(xrqc::tag_matching_topology_context);
  if (context.get(xrqc::topology) != tag_matching) {
    refuse<check::devx_not_emulated>(EOPNOTSUPP,
                                     "CREATE_XRQ with topology {}: only tag matching (1)",
                                     context.get(xrqc::topology));
  }
  if (context.get(xrqc::offload) != no_offload && context.get(xrqc::offload) != rendezvous) {
    refuse<check::devx_not_emulated>(EOPNOTSUPP,
                                     "CREATE_XRQ with offload {}: none (0), or rendezvous (1)",
                                     context.get(xrqc::offload));
  }
  if (context.is_set(xrqc::dc)) {
    refuse<check::devx_not_emulated>(
        EOPNOTSUPP, "CREATE_XRQ for DC: tags are matched on RC only (IBV_TM_CAP_RC)");
  }
  if (const auto log_size = matching.get(tags::log_matching_list_sz);
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

object& create_devx_xrq(const request& to, const mailbox_input& in, const mailbox_output& out) {
  const auto context = in.as<create_xrq::in>().part(create_xrq::in::xrq_context);
  check_context(context);
  auto made = std::make_unique<shared_receive_queue>(to.of);
  take_work_queue(to, context.part(xrqc::wq), "CREATE_XRQ", *made);
  auto* const completions = to.on.find_completion_queue(context.get(xrqc::cqn));
  if (!completions)
    refuse<check::devx_object>(EINVAL, "CREATE_XRQ names CQ {:#x}, which does not exist",
                               context.get(xrqc::cqn));
  made->cq = reference(completions);
  made->uidx = context.get(xrqc::user_index);
  made->tags = std::make_unique<tag_list>();
  // An append contains the entry of the next append, so one entry is always kept back.
  made->tags->most_entries = (std::size_t{1} << context.part(xrqc::tag_matching_topology_context)
                                                    .get(tags::log_matching_list_sz)) -
                             1;
  to.on.enlist(*made);
  note("{} XRQ {:#x} created by DevX: {} tags, {} WQEs of {} bytes",
       made->is_cyclic ? "cyclic" : "listed", made->srqn, made->tags->most_entries, made->wqe_count,
       made->stride);
  if (context.get(xrqc::offload) == rendezvous) {
    note(
        "XRQ {:#x} asks for rendezvous in hardware, which this device does not do "
        "(rndv_offload_rc): requests for it are unexpected messages",
        made->srqn);
  }
  out.as<create_xrq::out>().set(create_xrq::out::xrqn, made->srqn);
  return to.of.add(std::move(made));
}

void query_devx_xrq(shared_receive_queue& xrq, const mailbox_output& out) {
  const tag_list& list = *with_tags(xrq, "QUERY_XRQ").tags;
  const auto context = out.as<query_xrq::out>().part(query_xrq::out::xrq_context);
  const auto matching = context.part(xrqc::tag_matching_topology_context);
  context.set_low(xrqc::topology, tag_matching);
  context.set_low(xrqc::user_index, xrq.uidx);
  context.set_low(xrqc::cqn, xrq.cq->cqn);
  matching.set_low(tags::log_matching_list_sz,
                   static_cast<unsigned>(std::bit_width(list.most_entries)));
  matching.set_low(tags::append_next_index, list.next_index);
  matching.set_low(tags::sw_phase_cnt, list.taken);
  matching.set_low(tags::hw_phase_cnt, list.unexpected);
  answer_work_queue(xrq, context.part(xrqc::wq));
}

void arm_devx_xrq(const request& to, shared_receive_queue& xrq, const mailbox_input& in) {
  with_tags(xrq, "ARM_XRQ");
  const auto limit = in.as<arm_xrq::in>().get(arm_xrq::in::lwm);
  if (limit >= xrq.wqe_count) {
    refuse<check::devx_values>(EINVAL, "ARM_XRQ: XRQ {:#x} holds {} WQEs, its limit cannot be {}",
                               xrq.srqn, xrq.wqe_count, limit);
  }
  xrq.limit = limit;
  to.on.engine().shared_receive_queue_modified(xrq);
}

}  // namespace verbatim::emulator
