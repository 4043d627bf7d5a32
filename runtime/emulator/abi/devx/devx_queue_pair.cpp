// CREATE_QP, and the state changes of a queue pair.
#include <rdma/ib_user_verbs.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <span>

#include "abi/commands/capabilities.hpp"
#include "abi/commands/queue_pair_attributes.hpp"
#include "abi/commands/queue_pair_state.hpp"
#include "abi/devx/devx_objects.hpp"
#include "abi/named.hpp"
#include "verbatim/generated/commands/create_qp.hpp"
#include "verbatim/generated/commands/init2init_qp.hpp"
#include "verbatim/generated/commands/init2rtr_qp.hpp"
#include "verbatim/generated/commands/qp_2err.hpp"
#include "verbatim/generated/commands/qp_2rst.hpp"
#include "verbatim/generated/commands/rst2init_qp.hpp"
#include "verbatim/generated/commands/rtr2rts_qp.hpp"
#include "verbatim/generated/commands/rts2rts_qp.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::emulator {
namespace {

using firmware::ads;
using firmware::create_qp;
using firmware::init2init_qp;
using firmware::qpc;
using firmware::rts2rts_qp;

/// The beginning of all commands that change the state.
using change = firmware::rst2init_qp::in;

static_assert(change::qpc.bit == firmware::init2rtr_qp::in::qpc.bit &&
              change::qpc.bit == firmware::rtr2rts_qp::in::qpc.bit &&
              change::qpc.bit == rts2rts_qp::in::qpc.bit &&
              change::qpc.bit == init2init_qp::in::qpc.bit);

using queue_input = mailbox_part_input<qpc>;
using path_input = mailbox_part_input<ads>;

// Values of rq_type.
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

queue_pair_type type_of(const queue_input& queue) {
  switch (queue.get(qpc::st)) {
    case service_type::reliable_connected:
      return queue_pair_type::rc;
    case service_type::unreliable_connected:
      return queue_pair_type::uc;
    case service_type::initiator:
      return queue_pair_type::dci;
    default:
      refuse<check::devx_not_emulated>(
          EOPNOTSUPP, "CREATE_QP with service type {}: RC (0), UC (1) and DCI (5) are possible",
          queue.get(qpc::st));
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
void place_rings(const request& to, queue_pair& qp,
                 const mailbox_part_input<create_qp::in>& command) {
  const auto queue = command.part(create_qp::in::qpc);
  std::uint64_t receive_bytes = 0;
  switch (queue.get(qpc::rq_type)) {
    case own_ring:
      qp.rq.count = 1u << queue.get(qpc::log_rq_size);
      qp.rq.stride = 16u << queue.get(qpc::log_rq_stride);
      receive_bytes = std::uint64_t{qp.rq.count} * qp.rq.stride;
      break;
    case shared_ring: {
      auto* const srq = to.on.find_shared_receive_queue(queue.get(qpc::srqn_rmpn_xrqn));
      if (!srq)
        refuse<check::devx_object>(EINVAL, "CREATE_QP names SRQ {:#x}, which does not exist",
                                   queue.get(qpc::srqn_rmpn_xrqn));
      qp.srq = reference(srq);
      break;
    }
    case no_ring:
      break;
    default:
      refuse<check::devx_values>(EINVAL, "CREATE_QP with rq_type {}", queue.get(qpc::rq_type));
  }
  if (!queue.is_set(qpc::no_sq)) {
    qp.sq.count = 1u << queue.get(qpc::log_sq_size);
    qp.sq.stride = wqebb;
  }
  const std::uint64_t bytes = receive_bytes + std::uint64_t{qp.sq.count} * wqebb;
  auto& rings = find_user_memory(to, command.get(create_qp::in::wq_umem_id), "CREATE_QP");
  std::byte* const base =
      memory_at(rings, command.get(create_qp::in::wq_umem_offset), bytes, "CREATE_QP");
  qp.rq.base = qp.rq.count != 0 ? base : nullptr;
  qp.sq.base = qp.sq.count != 0 ? base + receive_bytes : nullptr;
  qp.user_memories.push_back(reference(&rings));
  auto& record = find_user_memory(to, queue.get(qpc::dbr_umem_id), "CREATE_QP");
  qp.dbrec = memory_at(record, queue.get(qpc::dbr_addr), 2 * sizeof(std::uint32_t), "CREATE_QP");
  qp.user_memories.push_back(reference(&record));
}

/// Returns the access flags after a command, which changes only those in its mask.
std::uint8_t access_of(const queue_input& queue, std::uint32_t before, std::uint32_t about) {
  const auto take = [&](std::uint32_t bit, const auto& field, std::uint32_t right) {
    if (about & bit) before = queue.is_set(field) ? before | right : before & ~right;
  };
  take(may_rre, qpc::rre, access::remote_read);
  take(may_rwe, qpc::rwe, access::remote_write);
  take(may_rae, qpc::rae, access::remote_atomic);
  return static_cast<std::uint8_t>(before);
}

void take_path(const path_input& route, ib_uverbs_qp_dest& path, bool ethernet) {
  const auto gid = route.get(ads::rgid_rip);
  static_assert(gid.size() == sizeof path.dgid);
  std::memcpy(path.dgid, gid.data(), gid.size());
  path.flow_label = route.get(ads::flow_label);
  path.dlid = static_cast<std::uint16_t>(route.get(ads::rlid));
  path.sgid_index = static_cast<std::uint8_t>(route.get(ads::src_addr_index));
  path.hop_limit = static_cast<std::uint8_t>(route.get(ads::hop_limit));
  path.traffic_class = static_cast<std::uint8_t>(route.get(ads::tclass));
  path.sl = static_cast<std::uint8_t>(route.get(ads::sl));
  path.src_path_bits = static_cast<std::uint8_t>(route.get(ads::mlid));
  path.is_global = ethernet || route.is_set(ads::grh);
  path.port_num =
      static_cast<std::uint8_t>(std::max<std::uint64_t>(route.get(ads::vhca_port_num), 1));
}

/// Attributes of a context that a DCI ignores: each of its WQEs has the path to its DCT, and nobody
/// sends requests to it.
constexpr std::uint32_t ignored_by_dci = qp_attr::access_flags | qp_attr::av | qp_attr::dest_qpn |
                                         qp_attr::rq_psn | qp_attr::max_dest_rd_atomic |
                                         qp_attr::min_rnr_timer;

/// Translates a command that changes the state into a MODIFY_QP of the uverbs ABI. The command has
/// the whole context, also what the type of the queue pair does not have.
ib_uverbs_modify_qp modification(const request& to, const queue_pair& qp, const mailbox_input& in) {
  const auto command = in.as<change>();
  const auto queue = command.part(change::qpc);
  const auto route = queue.part(qpc::primary_address_path);
  const std::uint32_t options = command.get(change::opt_param_mask);
  ib_uverbs_modify_qp out{};
  out.qp_handle = qp.handle;
  out.attr_mask = qp_attr::state;
  const auto go_to = [&out](queue_pair_state wanted) {
    out.qp_state = static_cast<std::uint8_t>(wanted);
  };
  std::uint32_t about = options & may_access;
  switch (in.get(firmware::mbox_in::opcode)) {
    case firmware::rst2init_qp::opcode:
      go_to(queue_pair_state::init);
      about = may_access;
      out.attr_mask |= qp_attr::pkey_index | qp_attr::port;
      out.port_num =
          static_cast<std::uint8_t>(std::max<std::uint64_t>(route.get(ads::vhca_port_num), 1));
      out.pkey_index = static_cast<std::uint16_t>(route.get(ads::pkey_index));
      break;
    case firmware::init2init_qp::opcode:
      go_to(queue_pair_state::init);
      if (options & may_port) {
        out.attr_mask |= qp_attr::port;
        out.port_num =
            static_cast<std::uint8_t>(std::max<std::uint64_t>(route.get(ads::vhca_port_num), 1));
      }
      break;
    case firmware::init2rtr_qp::opcode:
      go_to(queue_pair_state::rtr);
      out.attr_mask |= qp_attr::av | qp_attr::path_mtu | qp_attr::dest_qpn | qp_attr::rq_psn;
      out.path_mtu = static_cast<std::uint8_t>(queue.get(qpc::mtu));
      out.dest_qp_num = queue.get(qpc::remote_qpn);
      out.rq_psn = queue.get(qpc::next_rcv_psn);
      take_path(route, out.dest, to.of.ports().front().ethernet());
      if (is_reliable(qp.type)) {
        out.attr_mask |= qp_attr::max_dest_rd_atomic | qp_attr::min_rnr_timer;
        out.min_rnr_timer = static_cast<std::uint8_t>(queue.get(qpc::min_rnr_nak));
        out.max_dest_rd_atomic = static_cast<std::uint8_t>(
            std::min<std::uint32_t>(1u << queue.get(qpc::log_rra_max), max_rd_atomic));
      }
      break;
    case firmware::rtr2rts_qp::opcode:
      go_to(queue_pair_state::rts);
      out.attr_mask |= qp_attr::sq_psn;
      out.sq_psn = queue.get(qpc::next_send_psn);
      if (is_reliable(qp.type)) {
        out.attr_mask |=
            qp_attr::timeout | qp_attr::retry_cnt | qp_attr::rnr_retry | qp_attr::max_qp_rd_atomic;
        out.timeout = static_cast<std::uint8_t>(route.get(ads::ack_timeout));
        out.retry_cnt = static_cast<std::uint8_t>(queue.get(qpc::retry_count));
        out.rnr_retry = static_cast<std::uint8_t>(queue.get(qpc::rnr_retry));
        out.max_rd_atomic = static_cast<std::uint8_t>(
            std::min<std::uint32_t>(1u << queue.get(qpc::log_sra_max), max_rd_atomic));
      }
      break;
    case firmware::rts2rts_qp::opcode:
      go_to(queue_pair_state::rts);
      break;
    case firmware::qp_2err::opcode:
      go_to(queue_pair_state::err);
      return out;
    case firmware::qp_2rst::opcode:
      go_to(queue_pair_state::reset);
      return out;
    default:
      refuse<check::firmware_command>(
          EINVAL, "firmware command {:#x} does not change a queue pair of this device",
          in.get(firmware::mbox_in::opcode));
  }
  if (about != 0) {
    out.attr_mask |= qp_attr::access_flags;
    out.qp_access_flags = access_of(queue, qp.attributes.qp_access_flags, about);
  }
  if (options & may_pkey_index && !(out.attr_mask & qp_attr::pkey_index)) {
    out.attr_mask |= qp_attr::pkey_index;
    out.pkey_index = static_cast<std::uint16_t>(route.get(ads::pkey_index));
  }
  if (options & may_rnr_timeout && !(out.attr_mask & qp_attr::min_rnr_timer)) {
    out.attr_mask |= qp_attr::min_rnr_timer;
    out.min_rnr_timer = static_cast<std::uint8_t>(queue.get(qpc::min_rnr_nak));
  }
  if (qp.type == queue_pair_type::dci) out.attr_mask &= ~ignored_by_dci;
  return out;
}

}  // namespace

object& create_devx_qp(const request& to, const mailbox_input& in, const mailbox_output& out) {
  // Some programs do not set the bits that make the numbers of user memory valid. These bits are
  // not checked, because there is no other memory.
  const auto command = in.as<create_qp::in>();
  const auto queue = command.part(create_qp::in::qpc);
  auto made = std::make_unique<queue_pair>(to.of);
  made->type = type_of(queue);
  if (made->type == queue_pair_type::dci) take_streams(*made, queue);
  made->pd = reference(&find_protection_domain(to, queue.get(qpc::pd)));
  made->send_cq = reference(&completion_queue_of(to, queue.get(qpc::cqn_snd)));
  made->recv_cq = reference(&completion_queue_of(to, queue.get(qpc::cqn_rcv)));
  place_rings(to, *made, command);
  made->results_in_cqe = goes_into_cqe(queue.get(qpc::cs_req) & 0xf, *made->send_cq);
  made->receives_in_cqe = goes_into_cqe(queue.get(qpc::cs_res), *made->recv_cq);
  made->uar = &register_page(to, queue.get(qpc::uar_page));
  made->uidx = queue.get(qpc::user_index);
  made->atomic_mode = static_cast<std::uint8_t>(queue.get(qpc::atomic_mode));
  made->cross_channel = {queue.is_set(qpc::cd_master), queue.is_set(qpc::cd_slave_send),
                         queue.is_set(qpc::cd_slave_receive)};
  made->capacity.max_send_wr = made->sq.count;
  made->capacity.max_recv_wr = made->rq.count;
  to.on.enlist(*made);
  note("{} queue pair {:#x} created by DevX: {} send WQEBBs, {} receive WQEs of {} bytes",
       name(made->type), made->qpn, made->sq.count, made->rq.count, made->rq.stride);
  out.as<create_qp::out>().set(create_qp::out::qpn, made->qpn);
  return to.of.add(std::move(made));
}

/// Returns true for mlx5dv_dci_stream_id_reset: a change from RTS to RTS with a stream in the
/// extension of the context.
bool resets_stream(const mailbox_input& in) {
  const auto command = in.as<rts2rts_qp::in>();
  return command.get(rts2rts_qp::in::opcode) == rts2rts_qp::opcode &&
         command.is_set(rts2rts_qp::in::qpc_ext) &&
         (command.get(rts2rts_qp::in::opt_param_mask_95_32) & may_dci_stream_channel_id) != 0;
}

void modify_devx_qp(const request& to, queue_pair& qp, const mailbox_input& in) {
  if (qp.type == queue_pair_type::dct) {
    refuse<check::devx_object>(EINVAL, "firmware command {:#x} changes queue pairs, not a DCT",
                               in.get(firmware::mbox_in::opcode));
  }
  if (resets_stream(in)) {
    to.require_working_device("the restart of a stream");
    const auto stream =
        static_cast<std::uint16_t>(in.as<rts2rts_qp::in>()
                                       .part(rts2rts_qp::in::qpc_data_ext)
                                       .get(firmware::qpc_ext::dci_stream_channel_id));
    if (!to.on.engine().stream_reset(qp, stream)) {
      refuse<check::devx_values>(
          EINVAL, "stream {} of queue pair {:#x} is not in error, so there is nothing to reset",
          stream, qp.qpn);
    }
    note("stream {} of queue pair {:#x} was reset", stream, qp.qpn);
    return;
  }
  choose_transmission(to, qp, in);
  modify_queue_pair(to, modification(to, qp, in));
  const auto queue = in.as<change>().part(change::qpc);
  if (queue.is_set(qpc::atomic_mode))
    qp.atomic_mode = static_cast<std::uint8_t>(queue.get(qpc::atomic_mode));
  if (in.get(firmware::mbox_in::opcode) != init2init_qp::opcode) return;
  const auto command = in.as<init2init_qp::in>();
  if (command.is_set(init2init_qp::in::qpc_ext)) {
    const auto extension = command.part(init2init_qp::in::qpc_data_ext);
    qp.copies_memory = extension.is_set(firmware::qpc_ext::mmo);
  }
  if (command.get(init2init_qp::in::opt_param_mask) & may_drain_sigerr) {
    qp.drains_on_signature_error = queue.is_set(qpc::drain_sigerr);
  }
}

}  // namespace verbatim::emulator
