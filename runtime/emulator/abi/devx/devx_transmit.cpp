// Firmware commands about what leaves a port: scheduling elements, address vectors that are mapped
// to queue pairs, and the links of a bond.
#include <cerrno>
#include <memory>

#include "abi/devx/devx_objects.hpp"
#include "objects/queues/transmit_objects.hpp"

namespace verbatim::emulator {
namespace {

// Source: providers/mlx5/mlx5_ifc.h of rdma-core, struct mlx5_ifc_general_obj_in_cmd_hdr_bits, then
// at 0x80 mlx5_ifc_sched_elem_bits or mlx5_ifc_av_qp_mapping_bits.
constexpr mailbox_field obj_id{0x040, 32};
constexpr std::uint32_t object_at = 0x80;
constexpr mailbox_field modify_field_select = object_at + mailbox_field{0x000, 64};
constexpr mailbox_field scheduling_hierarchy = object_at + mailbox_field{0x040, 8};
constexpr std::uint32_t sched_context_at = object_at + 0x100;
constexpr mailbox_field element_type = sched_context_at + mailbox_field{0x000, 8};
constexpr mailbox_field tsar_type = sched_context_at + mailbox_field{0x028, 8};
constexpr mailbox_field parent_element_id = sched_context_at + mailbox_field{0x040, 32};
constexpr mailbox_field bw_share = sched_context_at + mailbox_field{0x0a0, 32};
constexpr mailbox_field max_average_bw = sched_context_at + mailbox_field{0x0c0, 32};
constexpr mailbox_field mapped_qpn = object_at + mailbox_field{0x060, 32};

// INIT2INIT and RTS2RTS: struct mlx5_ifc_qpc_bits, and mlx5_ifc_qpc_ext_bits behind it.
constexpr mailbox_field opt_param_mask{0x080, 32};
constexpr mailbox_field qp_lag_tx_port_affinity{0x0c4, 4};
constexpr mailbox_field opt_param_mask_95_32{0x840, 64};
constexpr mailbox_field qos_queue_group_id_requester{0x8a0, 32};
constexpr mailbox_field qos_queue_group_id_responder{0x8c0, 32};

constexpr std::uint32_t may_bond_link = 1 << 15;
constexpr std::uint64_t may_scheduling_leaves = 1 << 1;

// struct mlx5_ifc_modify_sq_in_bits and mlx5_ifc_sqc_bits.
constexpr mailbox_field sq_modify_bitmask{0x080, 64};
constexpr mailbox_field sq_queue_group_id{0x210, 16};
constexpr std::uint64_t may_queue_group = 1 << 2;

// struct mlx5_ifc_lagc_bits in the answer of QUERY_LAG, and mlx5_ifc_modify_tis_in_bits.
constexpr mailbox_field lag_state{0x05d, 3};
constexpr mailbox_field active_port{0x06c, 4};
constexpr mailbox_field tx_remap_affinity_2{0x074, 4};
constexpr mailbox_field tx_remap_affinity_1{0x07c, 4};
constexpr mailbox_field tis_bitmask_affinity{0x0bd, 1};
constexpr mailbox_field tis_lag_tx_port_affinity{0x104, 4};

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

void take_bandwidth(const mailbox_input& in, scheduling_element& to) {
  const std::uint64_t about = in.get(modify_field_select);
  if (in.get(scheduling_hierarchy) != hierarchy_of_nic || about & ~may_all) {
    refuse<check::devx_values>(
        EINVAL, "a scheduling element of hierarchy {} with fields {:#x}: {} (NIC), and of {:#x}",
        in.get(scheduling_hierarchy), about, hierarchy_of_nic, may_all);
  }
  if (!to.parent && about != 0)
    refuse<check::devx_values>(EINVAL, "a scheduling element without parent has no bandwidth");
  if (about & may_share) to.bandwidth_share = in.get32(bw_share);
  if (about & may_limit) to.most_bandwidth = in.get32(max_average_bw);
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

object& create_scheduling_element(const request& to, const mailbox_input& in, mailbox_output& out) {
  auto made = std::make_unique<scheduling_element>(to.of);
  made->kind = static_cast<scheduling_kind>(in.get(element_type));
  if (made->kind != scheduling_kind::tsar && made->kind != scheduling_kind::queue_group) {
    refuse<check::devx_not_emulated>(
        EINVAL, "a scheduling element of type {}: nodes (0) and leaves (4)", in.get(element_type));
  }
  if (made->kind == scheduling_kind::tsar && in.get(tsar_type) != weighted_round_robin) {
    refuse<check::devx_not_emulated>(EINVAL, "a TSAR of type {}: weighted round robin (0)",
                                     in.get(tsar_type));
  }
  if (const auto parent = in.get32(parent_element_id)) {
    auto& node = find_element(to, parent);
    if (node.kind != scheduling_kind::tsar)
      refuse<check::devx_object>(EINVAL, "scheduling element {} is a leaf, and no parent", parent);
    made->parent = reference(&node);
  } else if (made->kind == scheduling_kind::queue_group) {
    refuse<check::devx_values>(EINVAL, "a leaf of the scheduler needs a parent");
  }
  take_bandwidth(in, *made);
  scheduling_element& element = to.of.add(std::move(made));
  out.set(obj_id, element.number());
  return element;
}

void modify_scheduling_element(object& changed, const mailbox_input& in) {
  auto* const element = dynamic_cast<scheduling_element*>(&changed);
  if (!element || in.get32(obj_id) != element->number()) {
    refuse<check::devx_object>(EINVAL, "general object {} is no scheduling element of that handle",
                               in.get32(obj_id));
  }
  take_bandwidth(in, *element);
}

void choose_transmission(const request& to, queue_pair& qp, const mailbox_input& in) {
  const std::uint32_t opcode = in.get32(mailbox_header::opcode);
  if (opcode != firmware_command::init2init_qp && opcode != firmware_command::rts2rts_qp) return;
  if (in.get(opt_param_mask_95_32) & may_scheduling_leaves) {
    require_leaf(to, in.get32(qos_queue_group_id_requester));
    require_leaf(to, in.get32(qos_queue_group_id_responder));
  }
  if (in.get(opt_param_mask) & may_bond_link) {
    choose_bond_link(to, qp, in.get(qp_lag_tx_port_affinity));
  }
}

void modify_send_queue(const request& to, const mailbox_input& in) {
  if (in.get(sq_modify_bitmask) != may_queue_group) {
    refuse<check::devx_not_emulated>(EINVAL, "MODIFY_SQ with fields {:#x}: the queue group ({:#x})",
                                     in.get(sq_modify_bitmask), may_queue_group);
  }
  require_leaf(to, in.get32(sq_queue_group_id));
}

object& create_address_mapping(const request& to, const mailbox_input& in, mailbox_output& out) {
  auto made = std::make_unique<address_mapping>(to.of);
  made->qpn = in.get32(mapped_qpn);
  address_mapping& mapping = to.of.add(std::move(made));
  note("an address vector is mapped to queue pair {:#x}", mapping.qpn);
  out.set(obj_id, mapping.number());
  return mapping;
}

void query_bond(mailbox_output& out) {
  constexpr std::uint64_t by_queue_affinity = 1;
  constexpr std::uint64_t both_links = 0b11;
  out.set(lag_state, by_queue_affinity);
  out.set(active_port, both_links);
  out.set(tx_remap_affinity_1, 1);
  out.set(tx_remap_affinity_2, 2);
}

void modify_tis_of_queue_pair(const request& to, queue_pair& qp, const mailbox_input& in) {
  if (!in.is_set(tis_bitmask_affinity)) {
    refuse<check::devx_not_emulated>(EINVAL, "MODIFY_TIS changes lag_tx_port_affinity only");
  }
  choose_bond_link(to, qp, in.get(tis_lag_tx_port_affinity));
}

}  // namespace verbatim::emulator
