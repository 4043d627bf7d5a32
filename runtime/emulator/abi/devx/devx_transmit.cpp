// Firmware commands about what leaves a port: scheduling elements, address vectors that are mapped
// to queue pairs, and the links of a bond.
#include <cerrno>
#include <memory>

#include "abi/devx/devx_objects.hpp"
#include "objects/queues/transmit_objects.hpp"
#include "verbatim/generated/commands/create_av_qp_mapping_in.hpp"
#include "verbatim/generated/commands/create_sched_elem_in.hpp"
#include "verbatim/generated/commands/general_obj_out_cmd_hdr.hpp"
#include "verbatim/generated/commands/init2init_qp.hpp"
#include "verbatim/generated/commands/modify_sq.hpp"
#include "verbatim/generated/commands/modify_tis.hpp"
#include "verbatim/generated/commands/query_lag.hpp"
#include "verbatim/generated/commands/rts2rts_qp.hpp"

namespace verbatim::emulator {
namespace {

using firmware::init2init_qp;
using firmware::lagc;
using firmware::modify_sq;
using firmware::modify_tis;
using firmware::qpc_ext;
using firmware::rts2rts_qp;
using firmware::sched_context;
using firmware::sched_elem;
using firmware::sched_elem_attr_tsar;
using given_element = firmware::create_sched_elem_in;
using given_mapping = firmware::create_av_qp_mapping_in;
using answered = firmware::general_obj_out_cmd_hdr;

using element_input = mailbox_part_input<sched_elem>;

// INIT2INIT has what is read here where RTS2RTS has it.
using change = rts2rts_qp::in;
static_assert(change::opt_param_mask.bit == init2init_qp::in::opt_param_mask.bit &&
              change::qpc.bit == init2init_qp::in::qpc.bit &&
              change::opt_param_mask_95_32.bit == init2init_qp::in::opt_param_mask_95_32.bit &&
              change::qpc_data_ext.bit == init2init_qp::in::qpc_data_ext.bit);

// Bits of opt_param_mask and opt_param_mask_95_32.
constexpr std::uint32_t may_bond_link = 1 << 15;
constexpr std::uint64_t may_scheduling_leaves = 1 << 1;

// A bit of modify_bitmask.
constexpr std::uint64_t may_queue_group = 1 << 2;

constexpr std::uint64_t hierarchy_of_nic = 3;
constexpr std::uint64_t weighted_round_robin = 0;

// Bits of modify_field_select.
constexpr std::uint64_t may_share = 1 << 0;
constexpr std::uint64_t may_limit = 1 << 1;
constexpr std::uint64_t may_all = may_share | may_limit;

scheduling_element& find_element(const request& to, std::uint32_t number) {
  auto* const found = number != 0 ? to.of.find<scheduling_element>(number - 1) : nullptr;
  if (!found) refuse<check::devx_object>(EINVAL, "there is no scheduling element {}", number);
  return *found;
}

void take_bandwidth(const element_input& from, scheduling_element& to) {
  const std::uint64_t about = from.get(sched_elem::modify_field_select);
  const auto hierarchy = from.get(sched_elem::scheduling_hierarchy);
  if (hierarchy != hierarchy_of_nic || about & ~may_all) {
    refuse<check::devx_values>(
        EINVAL, "a scheduling element of hierarchy {} with fields {:#x}: {} (NIC), and of {:#x}",
        hierarchy, about, hierarchy_of_nic, may_all);
  }
  if (!to.parent && about != 0)
    refuse<check::devx_values>(EINVAL, "a scheduling element without parent has no bandwidth");
  const auto context = from.part(sched_elem::sched_context);
  if (about & may_share) to.bandwidth_share = context.get(sched_context::bw_share);
  if (about & may_limit) to.most_bandwidth = context.get(sched_context::max_average_bw);
}

void require_leaf(const request& to, std::uint32_t number) {
  if (number != 0 && find_element(to, number).kind != scheduling_kind::queue_group) {
    refuse<check::devx_object>(EINVAL, "scheduling element {} is no leaf, so it takes no queues",
                               number);
  }
}

void choose_bond_link(const request& to, queue_pair& qp, std::uint64_t link) {
  if (!to.on.settings().bond || link == 0 || link > device::bond_links) {
    refuse<check::devx_values>(EINVAL, "link {} of queue pair {:#x}: a bond (--bond) has 1 and 2",
                               link, qp.qpn);
  }
  qp.bond_link = static_cast<std::uint8_t>(link);
}

}  // namespace

object& create_scheduling_element(const request& to, const mailbox_input& in,
                                  const mailbox_output& out) {
  const auto wanted = in.as<given_element>().part(given_element::sched_elem);
  const auto context = wanted.part(sched_elem::sched_context);
  const auto type = context.get(sched_context::element_type);
  const auto tsar_type =
      context.part(sched_context::sched_elem_attr).get(sched_elem_attr_tsar::tsar_type);
  auto made = std::make_unique<scheduling_element>(to.of);
  made->kind = static_cast<scheduling_kind>(type);
  if (made->kind != scheduling_kind::tsar && made->kind != scheduling_kind::queue_group) {
    refuse<check::devx_not_emulated>(
        EINVAL, "a scheduling element of type {}: nodes (0) and leaves (4)", type);
  }
  if (made->kind == scheduling_kind::tsar && tsar_type != weighted_round_robin) {
    refuse<check::devx_not_emulated>(EINVAL, "a TSAR of type {}: weighted round robin (0)",
                                     tsar_type);
  }
  if (const auto parent = context.get(sched_context::parent_element_id)) {
    auto& node = find_element(to, parent);
    if (node.kind != scheduling_kind::tsar)
      refuse<check::devx_object>(EINVAL, "scheduling element {} is a leaf, and no parent", parent);
    made->parent = reference(&node);
  } else if (made->kind == scheduling_kind::queue_group) {
    refuse<check::devx_values>(EINVAL, "a leaf of the scheduler needs a parent");
  }
  take_bandwidth(wanted, *made);
  scheduling_element& element = to.of.add(std::move(made));
  out.as<answered>().set(answered::obj_id, element.number());
  return element;
}

void modify_scheduling_element(object& changed, const mailbox_input& in) {
  const auto command = in.as<given_element>();
  const auto number =
      command.part(given_element::hdr).get(firmware::general_obj_in_cmd_hdr::obj_id);
  auto* const element = dynamic_cast<scheduling_element*>(&changed);
  if (!element || number != element->number()) {
    refuse<check::devx_object>(EINVAL, "general object {} is no scheduling element of that handle",
                               number);
  }
  take_bandwidth(command.part(given_element::sched_elem), *element);
}

void choose_transmission(const request& to, queue_pair& qp, const mailbox_input& in) {
  const std::uint32_t opcode = in.get(firmware::mbox_in::opcode);
  if (opcode != init2init_qp::opcode && opcode != rts2rts_qp::opcode) return;
  const auto command = in.as<change>();
  if (command.get(change::opt_param_mask_95_32) & may_scheduling_leaves) {
    const auto extension = command.part(change::qpc_data_ext);
    require_leaf(to, extension.get(qpc_ext::qos_queue_group_id_requester));
    require_leaf(to, extension.get(qpc_ext::qos_queue_group_id_responder));
  }
  if (command.get(change::opt_param_mask) & may_bond_link) {
    choose_bond_link(to, qp, command.part(change::qpc).get(firmware::qpc::lag_tx_port_affinity));
  }
}

void modify_send_queue(const request& to, const mailbox_input& in) {
  const auto command = in.as<modify_sq::in>();
  const auto about = command.get(modify_sq::in::modify_bitmask);
  if (about != may_queue_group) {
    refuse<check::devx_not_emulated>(EINVAL, "MODIFY_SQ with fields {:#x}: the queue group ({:#x})",
                                     about, may_queue_group);
  }
  require_leaf(to, command.part(modify_sq::in::ctx).get(firmware::sqc::qos_queue_group_id));
}

object& create_address_mapping(const request& to, const mailbox_input& in,
                               const mailbox_output& out) {
  const auto wanted = in.as<given_mapping>().part(given_mapping::mapping);
  auto made = std::make_unique<address_mapping>(to.of);
  made->qpn = wanted.get(firmware::av_qp_mapping::qpn);
  address_mapping& mapping = to.of.add(std::move(made));
  note("an address vector is mapped to queue pair {:#x}", mapping.qpn);
  out.as<answered>().set(answered::obj_id, mapping.number());
  return mapping;
}

void query_bond(const mailbox_output& out) {
  using answer = firmware::query_lag::out;
  constexpr std::uint64_t by_queue_affinity = 1;
  constexpr std::uint64_t both_links = 0b11;
  const auto state = out.as<answer>().part(answer::ctx);
  state.set(lagc::lag_state, by_queue_affinity);
  state.set(lagc::active_port, both_links);
  state.set(lagc::tx_remap_affinity_1, 1);
  state.set(lagc::tx_remap_affinity_2, 2);
}

void modify_tis_of_queue_pair(const request& to, queue_pair& qp, const mailbox_input& in) {
  const auto command = in.as<modify_tis::in>();
  const auto about = command.part(modify_tis::in::bitmask);
  if (!about.is_set(firmware::modify_tis_bitmask::lag_tx_port_affinity)) {
    refuse<check::devx_not_emulated>(EINVAL, "MODIFY_TIS changes lag_tx_port_affinity only");
  }
  const auto context = command.part(modify_tis::in::ctx);
  choose_bond_link(to, qp, context.get(firmware::tisc::lag_tx_port_affinity));
}

}  // namespace verbatim::emulator
