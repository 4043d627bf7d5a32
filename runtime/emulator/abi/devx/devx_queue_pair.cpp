// CREATE_QP, the state changes of a queue pair, and QUERY_QP.
#include <rdma/ib_user_verbs.h>

#include <algorithm>
#include <bit>
#include <cerrno>

#include "abi/commands/capabilities.hpp"
#include "abi/commands/queue_pair_attributes.hpp"
#include "abi/commands/queue_pair_state.hpp"
#include "abi/devx/devx_objects.hpp"
#include "abi/named.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::emulator {
namespace {

// Fields of the commands and of the queue pair's context (mlx5_ifc.h, struct
// mlx5_ifc_create_qp_in_bits, mlx5_ifc_qpc_bits and mlx5_ifc_ads_bits).
constexpr mailbox_field made_qpn{0x048, 24};
constexpr mailbox_field opt_param_mask{0x080, 32};
constexpr mailbox_field qpc_ext{0x040, 1};
constexpr mailbox_field opt_param_mask_95_32{0x840, 64};
constexpr mailbox_field dci_stream_channel_id{0x890, 16};
constexpr mailbox_field umem_offset{0x800, 64};
constexpr mailbox_field umem_id{0x840, 32};
constexpr std::uint32_t context_at = 0xc0;
constexpr mailbox_field state = context_at + mailbox_field{0x000, 4};
constexpr mailbox_field lag_tx_port_affinity = context_at + mailbox_field{0x004, 4};
constexpr mailbox_field service_type = context_at + mailbox_field{0x008, 8};
constexpr mailbox_field drain_sigerr = context_at + mailbox_field{0x025, 1};
constexpr mailbox_field pd = context_at + mailbox_field{0x028, 24};
constexpr mailbox_field mtu = context_at + mailbox_field{0x040, 3};
constexpr mailbox_field log_rq_size = context_at + mailbox_field{0x049, 4};
constexpr mailbox_field log_rq_stride = context_at + mailbox_field{0x04d, 3};
constexpr mailbox_field no_sq = context_at + mailbox_field{0x050, 1};
constexpr mailbox_field log_sq_size = context_at + mailbox_field{0x051, 4};
constexpr mailbox_field uar_page_index = context_at + mailbox_field{0x068, 24};
constexpr mailbox_field user_index = context_at + mailbox_field{0x088, 24};
constexpr mailbox_field remote_qpn = context_at + mailbox_field{0x0a8, 24};
constexpr mailbox_field log_sra_max = context_at + mailbox_field{0x388, 3};
constexpr mailbox_field retry_count = context_at + mailbox_field{0x38d, 3};
constexpr mailbox_field rnr_retry = context_at + mailbox_field{0x390, 3};
constexpr mailbox_field next_send_psn = context_at + mailbox_field{0x3c8, 24};
constexpr mailbox_field cqn_snd = context_at + mailbox_field{0x3e8, 24};
constexpr mailbox_field log_rra_max = context_at + mailbox_field{0x488, 3};
constexpr mailbox_field atomic_mode = context_at + mailbox_field{0x48c, 4};
constexpr mailbox_field rre = context_at + mailbox_field{0x490, 1};
constexpr mailbox_field rwe = context_at + mailbox_field{0x491, 1};
constexpr mailbox_field rae = context_at + mailbox_field{0x492, 1};
constexpr mailbox_field cd_slave_receive = context_at + mailbox_field{0x49d, 1};
constexpr mailbox_field cd_slave_send = context_at + mailbox_field{0x49e, 1};
constexpr mailbox_field cd_master = context_at + mailbox_field{0x49f, 1};
constexpr mailbox_field min_rnr_nak = context_at + mailbox_field{0x4a3, 5};
constexpr mailbox_field next_rcv_psn = context_at + mailbox_field{0x4a8, 24};
constexpr mailbox_field cqn_rcv = context_at + mailbox_field{0x4e8, 24};
constexpr mailbox_field dbr_addr = context_at + mailbox_field{0x500, 64};
constexpr mailbox_field rq_type = context_at + mailbox_field{0x565, 3};
constexpr mailbox_field srqn = context_at + mailbox_field{0x568, 24};
constexpr mailbox_field cs_req = context_at + mailbox_field{0x630, 8};
constexpr mailbox_field cs_res = context_at + mailbox_field{0x638, 8};
constexpr mailbox_field dbr_umem_id = context_at + mailbox_field{0x720, 32};
constexpr mailbox_field hw_sq_wqebb_counter = context_at + mailbox_field{0x5a0, 16};

// The extension after the context in INIT2INIT (struct mlx5_ifc_qpc_ext_bits).
constexpr mailbox_field has_extension{0x040, 1};
constexpr mailbox_field mmo{0x882, 1};

constexpr std::uint32_t path_at = context_at + 0xc0;
constexpr mailbox_field pkey_index = path_at + mailbox_field{0x010, 16};
constexpr mailbox_field grh = path_at + mailbox_field{0x028, 1};
constexpr mailbox_field mlid = path_at + mailbox_field{0x029, 7};
constexpr mailbox_field rlid = path_at + mailbox_field{0x030, 16};
constexpr mailbox_field ack_timeout = path_at + mailbox_field{0x040, 5};
constexpr mailbox_field src_addr_index = path_at + mailbox_field{0x048, 8};
constexpr mailbox_field hop_limit = path_at + mailbox_field{0x058, 8};
constexpr mailbox_field tclass = path_at + mailbox_field{0x064, 8};
constexpr mailbox_field flow_label = path_at + mailbox_field{0x06c, 20};
constexpr std::uint32_t rgid_at = path_at + 0x080;
constexpr mailbox_field service_level = path_at + mailbox_field{0x124, 4};
constexpr mailbox_field port = path_at + mailbox_field{0x128, 8};

// Values of st and rq_type.
constexpr std::uint32_t reliable_connected = 0;
constexpr std::uint32_t unreliable_connected = 1;
constexpr std::uint32_t own_ring = 0;
constexpr std::uint32_t shared_ring = 1;
constexpr std::uint32_t no_ring = 3;

/// Bits of opt_param_mask: optional fields that a command may carry.
constexpr std::uint32_t may_rre = 1 << 1;
constexpr std::uint32_t may_rae = 1 << 2;
constexpr std::uint32_t may_rwe = 1 << 3;
constexpr std::uint32_t may_access = may_rre | may_rae | may_rwe;
constexpr std::uint32_t may_pkey_index = 1 << 4;
constexpr std::uint32_t may_rnr_timeout = 1 << 6;
constexpr std::uint32_t may_drain_sigerr = 1 << 11;
constexpr std::uint32_t may_port = 1 << 16;

/// Bits of opt_param_mask_95_32.
constexpr std::uint64_t may_dci_stream_channel_id = 1 << 0;

queue_pair_type type_of(const mailbox_input& in) {
  switch (in.get32(service_type)) {
    case reliable_connected:
      return queue_pair_type::rc;
    case unreliable_connected:
      return queue_pair_type::uc;
    default:
      refuse<check::devx_not_emulated>(
          EOPNOTSUPP, "CREATE_QP with service type {}: RC (0) and UC (1) can be made by DevX",
          in.get(service_type));
  }
}

completion_queue& completion_queue_of(const request& to, std::uint32_t cqn) {
  auto* const found = to.on.find_completion_queue(cqn);
  if (!found)
    refuse<check::devx_object>(EINVAL, "CREATE_QP names CQ {:#x}, which does not exist", cqn);
  return *found;
}

/// Returns true if short payloads go into CQEs: `scatter` is 0 for no, 1 for 32 bytes and 2 for 64.
/// In cs_req, the other half has the same value.
bool goes_into_cqe(std::uint64_t scatter, const completion_queue& cq) {
  if (scatter > 2 || (scatter == 2 && cq.cqe_size != 128)) {
    refuse<check::devx_values>(
        EINVAL,
        "CREATE_QP with cs_req or cs_res {} and CQEs of {} bytes: 1 (0x11 in cs_req) for up to "
        "32 bytes of payload, or 2 (0x22) for up to 64 where CQEs have 128",
        scatter, cq.cqe_size);
  }
  return scatter != 0;
}

/// Places the rings in user memory: first the receive queue, then the send queue.
void place_rings(const request& to, queue_pair& qp, const mailbox_input& in) {
  std::uint64_t receive_bytes = 0;
  switch (in.get32(rq_type)) {
    case own_ring:
      qp.rq.count = 1u << in.get(log_rq_size);
      qp.rq.stride = 16u << in.get(log_rq_stride);
      receive_bytes = std::uint64_t{qp.rq.count} * qp.rq.stride;
      break;
    case shared_ring: {
      auto* const srq = to.on.find_shared_receive_queue(in.get32(srqn));
      if (!srq)
        refuse<check::devx_object>(EINVAL, "CREATE_QP names SRQ {:#x}, which does not exist",
                                   in.get(srqn));
      qp.srq = reference(srq);
      break;
    }
    case no_ring:
      break;
    default:
      refuse<check::devx_values>(EINVAL, "CREATE_QP with rq_type {}", in.get(rq_type));
  }
  if (!in.is_set(no_sq)) {
    qp.sq.count = 1u << in.get(log_sq_size);
    qp.sq.stride = wqebb;
  }
  const std::uint64_t bytes = receive_bytes + std::uint64_t{qp.sq.count} * wqebb;
  auto& rings = find_user_memory(to, in.get32(umem_id), "CREATE_QP");
  std::byte* const base = memory_at(rings, in.get(umem_offset), bytes, "CREATE_QP");
  qp.rq.base = qp.rq.count != 0 ? base : nullptr;
  qp.sq.base = qp.sq.count != 0 ? base + receive_bytes : nullptr;
  qp.user_memories.push_back(reference(&rings));
  auto& record = find_user_memory(to, in.get32(dbr_umem_id), "CREATE_QP");
  qp.dbrec = memory_at(record, in.get(dbr_addr), 2 * sizeof(std::uint32_t), "CREATE_QP");
  qp.user_memories.push_back(reference(&record));
}

/// Returns the access flags after a command, which changes only those in its mask.
std::uint8_t access_of(const mailbox_input& in, std::uint32_t before, std::uint32_t about) {
  const auto take = [&](std::uint32_t bit, mailbox_field field, std::uint32_t right) {
    if (about & bit) before = in.is_set(field) ? before | right : before & ~right;
  };
  take(may_rre, rre, access::remote_read);
  take(may_rwe, rwe, access::remote_write);
  take(may_rae, rae, access::remote_atomic);
  return static_cast<std::uint8_t>(before);
}

void take_path(const mailbox_input& in, ib_uverbs_qp_dest& path, bool ethernet) {
  for (std::uint32_t i = 0; i < sizeof path.dgid; ++i) {
    path.dgid[i] = static_cast<std::uint8_t>(in.get(rgid_at + mailbox_field{8 * i, 8}));
  }
  path.flow_label = in.get32(flow_label);
  path.dlid = static_cast<std::uint16_t>(in.get(rlid));
  path.sgid_index = static_cast<std::uint8_t>(in.get(src_addr_index));
  path.hop_limit = static_cast<std::uint8_t>(in.get(hop_limit));
  path.traffic_class = static_cast<std::uint8_t>(in.get(tclass));
  path.sl = static_cast<std::uint8_t>(in.get(service_level));
  path.src_path_bits = static_cast<std::uint8_t>(in.get(mlid));
  path.is_global = ethernet || in.is_set(grh);
  path.port_num = static_cast<std::uint8_t>(std::max<std::uint64_t>(in.get(port), 1));
}

void put_path(const path& from, mailbox_output& out) {
  for (std::uint32_t i = 0; i < from.dgid.size(); ++i) {
    out.set(rgid_at + mailbox_field{8 * i, 8}, from.dgid[i]);
  }
  out.set(flow_label, from.flow_label);
  out.set(rlid, from.dlid);
  out.set(src_addr_index, from.sgid_index);
  out.set(hop_limit, from.hop_limit);
  out.set(tclass, from.traffic_class);
  out.set(service_level, from.sl);
  out.set(mlid, from.src_path_bits);
  out.set(grh, from.is_global);
}

/// Returns the exponent of the largest power of two that is not larger than `value`.
std::uint32_t log2_down(std::uint32_t value) noexcept {
  return static_cast<std::uint32_t>(std::bit_width(value | 1)) - 1;
}

/// Translates a command that changes the state into a MODIFY_QP of the uverbs ABI.
ib_uverbs_modify_qp modification(const request& to, const queue_pair& qp, const mailbox_input& in) {
  const std::uint32_t options = in.get32(opt_param_mask);
  ib_uverbs_modify_qp out{};
  out.qp_handle = qp.handle;
  out.attr_mask = qp_attr::state;
  const auto go_to = [&out](queue_pair_state wanted) {
    out.qp_state = static_cast<std::uint8_t>(wanted);
  };
  std::uint32_t about = options & may_access;
  switch (in.get32(mailbox_header::opcode)) {
    case firmware_command::rst2init_qp:
      go_to(queue_pair_state::init);
      about = may_access;
      out.attr_mask |= qp_attr::pkey_index | qp_attr::port;
      out.port_num = static_cast<std::uint8_t>(std::max<std::uint64_t>(in.get(port), 1));
      out.pkey_index = static_cast<std::uint16_t>(in.get(pkey_index));
      break;
    case firmware_command::init2init_qp:
      go_to(queue_pair_state::init);
      if (options & may_port) {
        out.attr_mask |= qp_attr::port;
        out.port_num = static_cast<std::uint8_t>(std::max<std::uint64_t>(in.get(port), 1));
      }
      break;
    case firmware_command::init2rtr_qp:
      go_to(queue_pair_state::rtr);
      out.attr_mask |= qp_attr::av | qp_attr::path_mtu | qp_attr::dest_qpn | qp_attr::rq_psn;
      out.path_mtu = static_cast<std::uint8_t>(in.get(mtu));
      out.dest_qp_num = in.get32(remote_qpn);
      out.rq_psn = in.get32(next_rcv_psn);
      take_path(in, out.dest, to.of.ports().front().ethernet());
      if (qp.type == queue_pair_type::rc) {
        out.attr_mask |= qp_attr::max_dest_rd_atomic | qp_attr::min_rnr_timer;
        out.min_rnr_timer = static_cast<std::uint8_t>(in.get(min_rnr_nak));
        out.max_dest_rd_atomic = static_cast<std::uint8_t>(
            std::min<std::uint32_t>(1u << in.get(log_rra_max), max_rd_atomic));
      }
      break;
    case firmware_command::rtr2rts_qp:
      go_to(queue_pair_state::rts);
      out.attr_mask |= qp_attr::sq_psn;
      out.sq_psn = in.get32(next_send_psn);
      if (qp.type == queue_pair_type::rc) {
        out.attr_mask |=
            qp_attr::timeout | qp_attr::retry_cnt | qp_attr::rnr_retry | qp_attr::max_qp_rd_atomic;
        out.timeout = static_cast<std::uint8_t>(in.get(ack_timeout));
        out.retry_cnt = static_cast<std::uint8_t>(in.get(retry_count));
        out.rnr_retry = static_cast<std::uint8_t>(in.get(rnr_retry));
        out.max_rd_atomic = static_cast<std::uint8_t>(
            std::min<std::uint32_t>(1u << in.get(log_sra_max), max_rd_atomic));
      }
      break;
    case firmware_command::rts2rts_qp:
      go_to(queue_pair_state::rts);
      break;
    case firmware_command::to_error_qp:
      go_to(queue_pair_state::err);
      return out;
    case firmware_command::to_reset_qp:
      go_to(queue_pair_state::reset);
      return out;
    default:
      refuse<check::firmware_command>(
          EINVAL, "firmware command {:#x} does not change a queue pair of this device",
          in.get32(mailbox_header::opcode));
  }
  if (about != 0) {
    out.attr_mask |= qp_attr::access_flags;
    out.qp_access_flags = access_of(in, qp.attributes.qp_access_flags, about);
  }
  if (options & may_pkey_index && !(out.attr_mask & qp_attr::pkey_index)) {
    out.attr_mask |= qp_attr::pkey_index;
    out.pkey_index = static_cast<std::uint16_t>(in.get(pkey_index));
  }
  if (options & may_rnr_timeout && !(out.attr_mask & qp_attr::min_rnr_timer)) {
    out.attr_mask |= qp_attr::min_rnr_timer;
    out.min_rnr_timer = static_cast<std::uint8_t>(in.get(min_rnr_nak));
  }
  return out;
}

/// Returns the firmware's number of a state. The firmware swaps two numbers of libibverbs.
std::uint64_t firmware_state(queue_pair_state state) noexcept {
  if (state == queue_pair_state::sqd) return 5;
  if (state == queue_pair_state::sqe) return 4;
  return static_cast<std::uint64_t>(state);
}

}  // namespace

object& create_devx_qp(const request& to, const mailbox_input& in, mailbox_output& out) {
  // Some programs do not set the bits that make the numbers of user memory valid. These bits are
  // not checked, because there is no other memory.
  auto made = std::make_unique<queue_pair>(to.of);
  made->type = type_of(in);
  made->pd = reference(&find_protection_domain(to, in.get32(pd)));
  made->send_cq = reference(&completion_queue_of(to, in.get32(cqn_snd)));
  made->recv_cq = reference(&completion_queue_of(to, in.get32(cqn_rcv)));
  place_rings(to, *made, in);
  made->results_in_cqe = goes_into_cqe(in.get(cs_req) & 0xf, *made->send_cq);
  made->receives_in_cqe = goes_into_cqe(in.get(cs_res), *made->recv_cq);
  made->uar = &register_page(to, in.get32(uar_page_index));
  made->uidx = in.get32(user_index);
  made->atomic_mode = static_cast<std::uint8_t>(in.get(atomic_mode));
  made->cross_channel = {in.is_set(cd_master), in.is_set(cd_slave_send),
                         in.is_set(cd_slave_receive)};
  made->capacity.max_send_wr = made->sq.count;
  made->capacity.max_recv_wr = made->rq.count;
  to.on.enlist(*made);
  note("{} queue pair {:#x} created by DevX: {} send WQEBBs, {} receive WQEs of {} bytes",
       name(made->type), made->qpn, made->sq.count, made->rq.count, made->rq.stride);
  out.set(made_qpn, made->qpn);
  return to.of.add(std::move(made));
}

/// Returns true for mlx5dv_dci_stream_id_reset: a change from RTS to RTS with a stream in the
/// extension of the context.
bool resets_stream(const mailbox_input& in) {
  return in.get32(mailbox_header::opcode) == firmware_command::rts2rts_qp && in.is_set(qpc_ext) &&
         (in.get(opt_param_mask_95_32) & may_dci_stream_channel_id) != 0;
}

void modify_devx_qp(const request& to, queue_pair& qp, const mailbox_input& in) {
  if (resets_stream(in)) {
    to.require_working_device("the restart of a stream");
    const auto stream = static_cast<std::uint16_t>(in.get(dci_stream_channel_id));
    if (!to.on.engine().stream_reset(qp, stream)) {
      refuse<check::devx_values>(
          EINVAL, "stream {} of queue pair {:#x} is not in error, so there is nothing to reset",
          stream, qp.qpn);
    }
    note("stream {} of queue pair {:#x} was reset", stream, qp.qpn);
    return;
  }
  choose_transmission(to, qp, in);
  const ib_uverbs_modify_qp change = modification(to, qp, in);
  modify_queue_pair(to, change);
  if (in.is_set(atomic_mode)) qp.atomic_mode = static_cast<std::uint8_t>(in.get(atomic_mode));
  if (in.get32(mailbox_header::opcode) != firmware_command::init2init_qp) return;
  if (in.is_set(has_extension)) qp.copies_memory = in.is_set(mmo);
  if (in.get(opt_param_mask) & may_drain_sigerr) {
    qp.drains_on_signature_error = in.is_set(drain_sigerr);
  }
}

void query_devx_qp(const request& to, queue_pair& qp, mailbox_output& out) {
  const queue_pair_attributes& from = qp.attributes;
  out.set(state, firmware_state(qp.state));
  out.set(lag_tx_port_affinity, qp.bond_link);
  out.set(drain_sigerr, qp.drains_on_signature_error);
  out.set(hw_sq_wqebb_counter, to.on.engine().next_send_wqe(qp));
  out.set(service_type, qp.type == queue_pair_type::rc ? reliable_connected : unreliable_connected);
  out.set(pd, qp.pd ? qp.pd->pdn : 0);
  out.set(mtu, from.path_mtu);
  out.set(user_index, qp.uidx);
  out.set(remote_qpn, from.dest_qp_num);
  out.set(retry_count, from.retry_cnt);
  out.set(rnr_retry, from.rnr_retry);
  out.set(next_send_psn, from.sq_psn);
  out.set(next_rcv_psn, from.rq_psn);
  out.set(rre, (from.qp_access_flags & access::remote_read) != 0);
  out.set(rwe, (from.qp_access_flags & access::remote_write) != 0);
  out.set(rae, (from.qp_access_flags & access::remote_atomic) != 0);
  out.set(cd_master, qp.cross_channel.master);
  out.set(cd_slave_send, qp.cross_channel.managed_sends);
  out.set(cd_slave_receive, qp.cross_channel.managed_receives);
  out.set(atomic_mode, qp.atomic_mode);
  out.set(min_rnr_nak, from.min_rnr_timer);
  out.set(log_rra_max, log2_down(from.max_dest_rd_atomic));
  out.set(log_sra_max, log2_down(from.max_rd_atomic));
  out.set(ack_timeout, from.timeout);
  out.set(pkey_index, from.pkey_index);
  out.set(port, from.port_num);
  put_path(from.ah, out);
}

}  // namespace verbatim::emulator
