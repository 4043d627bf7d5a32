// CREATE_DCT and QUERY_DCT, and the streams of a DCI made by CREATE_QP.
#include <rdma/ib_user_verbs.h>

#include <cerrno>

#include "abi/commands/attribute_mask.hpp"
#include "abi/commands/limits.hpp"
#include "abi/commands/queue_pair_state.hpp"
#include "abi/devx/devx_objects.hpp"
#include "verbatim/generated/commands/create_dct.hpp"
#include "verbatim/generated/commands/query_dct.hpp"

namespace verbatim::emulator {
namespace {

using firmware::create_dct;
using firmware::dctc;
using firmware::qpc;
using firmware::query_dct;

using target_input = mailbox_part_input<dctc>;

// Values of state and cs_res.
constexpr std::uint64_t active = 0;
constexpr std::uint32_t nothing_in_cqe = 0;
constexpr std::uint32_t up_to_64_bytes_in_cqe = 2;

/// Sets the references of a DCT: its protection domain, its CQ and its shared receive queue.
void refer_to_parts(const request& to, queue_pair& dct, const target_input& target) {
  dct.pd = reference(&find_protection_domain(to, target.get(dctc::pd)));
  auto* const completions = to.on.find_completion_queue(target.get(dctc::cqn));
  if (!completions) {
    refuse<check::devx_object>(EINVAL, "CREATE_DCT names CQ {:#x}, which does not exist",
                               target.get(dctc::cqn));
  }
  dct.send_cq = reference(completions);
  dct.recv_cq = reference(completions);
  auto* const receives = to.on.find_shared_receive_queue(target.get(dctc::srqn_xrqn));
  if (!receives) {
    refuse<check::devx_object>(
        EINVAL, "CREATE_DCT names SRQ {:#x}, which does not exist: a DCT receives through an SRQ",
        target.get(dctc::srqn_xrqn));
  }
  dct.srq = reference(receives);
}

/// Returns true if short payloads go into CQEs.
bool goes_into_cqe(std::uint32_t scatter, const completion_queue& cq) {
  const bool possible = scatter == up_to_64_bytes_in_cqe && cq.cqe_size == 128;
  if (scatter != nothing_in_cqe && !possible) {
    refuse<check::devx_values>(EINVAL,
                               "CREATE_DCT with cs_res {} and CQEs of {} bytes: 0, or 2 for up to "
                               "64 bytes of payload where CQEs have 128",
                               scatter, cq.cqe_size);
  }
  return possible;
}

/// Translates the context into the attributes that MODIFY_QP sets in INIT and RTR.
ib_uverbs_modify_qp attributes_of(const request& to, const target_input& target) {
  ib_uverbs_modify_qp out{};
  out.qp_access_flags =
      static_cast<std::uint8_t>((target.is_set(dctc::rre) ? access::remote_read : 0u) |
                                (target.is_set(dctc::rwe) ? access::remote_write : 0u) |
                                (target.is_set(dctc::rae) ? access::remote_atomic : 0u));
  out.port_num = static_cast<std::uint8_t>(target.get(dctc::port));
  out.pkey_index = static_cast<std::uint16_t>(target.get(dctc::pkey_index));
  out.path_mtu = static_cast<std::uint8_t>(target.get(dctc::mtu));
  out.min_rnr_timer = static_cast<std::uint8_t>(target.get(dctc::min_rnr_nak));
  out.dest.port_num = out.port_num;
  out.dest.flow_label = target.get(dctc::flow_label);
  out.dest.sgid_index = static_cast<std::uint8_t>(target.get(dctc::my_addr_index));
  out.dest.hop_limit = static_cast<std::uint8_t>(target.get(dctc::hop_limit));
  out.dest.traffic_class = static_cast<std::uint8_t>(target.get(dctc::tclass));
  out.dest.is_global = to.of.ports().front().ethernet();
  return out;
}

/// Takes a DCT to a state, with those attributes.
void enter(const request& to, queue_pair& dct, ib_uverbs_modify_qp attributes,
           queue_pair_state state, std::uint32_t mask) {
  attributes.qp_handle = dct.handle;
  attributes.qp_state = static_cast<std::uint8_t>(state);
  attributes.attr_mask = qp_attr::state | mask;
  modify_queue_pair(to, attributes);
}

}  // namespace

object& create_devx_dct(const request& to, const mailbox_input& in, const mailbox_output& out) {
  constexpr std::uint32_t of_init = qp_attr::access_flags | qp_attr::pkey_index | qp_attr::port;
  constexpr std::uint32_t of_rtr = qp_attr::min_rnr_timer | qp_attr::av | qp_attr::path_mtu;
  const auto target = in.as<create_dct::in>().part(create_dct::in::dct_context_entry);
  auto made = std::make_unique<queue_pair>(to.of);
  made->type = queue_pair_type::dct;
  refer_to_parts(to, *made, target);
  made->receives_in_cqe = goes_into_cqe(target.get(dctc::cs_res), *made->recv_cq);
  made->uidx = target.get(dctc::user_index);
  made->access_key = target.get(dctc::dc_access_key);
  made->atomic_mode = static_cast<std::uint8_t>(target.get(dctc::atomic_mode));
  ib_uverbs_modify_qp attributes = attributes_of(to, target);
  attributes.attr_mask = of_init | of_rtr;
  require_attributes(to, made->type, attributes);
  to.on.enlist(*made);
  note("DCT {:#x} created by DevX", made->qpn);
  queue_pair& dct = to.of.add(std::move(made));
  enter(to, dct, attributes, queue_pair_state::init, of_init);
  enter(to, dct, attributes, queue_pair_state::rtr, of_rtr);
  out.as<create_dct::out>().set(create_dct::out::dctn, dct.qpn);
  return dct;
}

void query_devx_dct(const queue_pair& dct, const mailbox_output& out) {
  if (dct.type != queue_pair_type::dct || dct.state != queue_pair_state::rtr) {
    refuse<check::devx_object>(EINVAL, "QUERY_DCT: {} queue pair {:#x} in {} is no DCT yet",
                               name(dct.type), dct.qpn, name(dct.state));
  }
  const queue_pair_attributes& from = dct.attributes;
  const auto target = out.as<query_dct::out>().part(query_dct::out::dct_context_entry);
  target.set_low(dctc::state, active);
  target.set_low(dctc::user_index, dct.uidx);
  target.set_low(dctc::cqn, dct.recv_cq->cqn);
  target.set_low(dctc::atomic_mode, dct.atomic_mode);
  target.set_low(dctc::rre, (from.qp_access_flags & access::remote_read) != 0);
  target.set_low(dctc::rwe, (from.qp_access_flags & access::remote_write) != 0);
  target.set_low(dctc::rae, (from.qp_access_flags & access::remote_atomic) != 0);
  target.set_low(dctc::cs_res, dct.receives_in_cqe ? up_to_64_bytes_in_cqe : nothing_in_cqe);
  target.set_low(dctc::min_rnr_nak, from.min_rnr_timer);
  target.set_low(dctc::srqn_xrqn, dct.srq->srqn);
  target.set_low(dctc::pd, dct.pd->pdn);
  target.set_low(dctc::tclass, from.ah.traffic_class);
  target.set_low(dctc::flow_label, from.ah.flow_label);
  target.set(dctc::dc_access_key, dct.access_key);
  target.set_low(dctc::mtu, from.path_mtu);
  target.set_low(dctc::port, from.port_num);
  target.set_low(dctc::pkey_index, from.pkey_index);
  target.set_low(dctc::my_addr_index, from.ah.sgid_index);
  target.set_low(dctc::hop_limit, from.ah.hop_limit);
}

void take_streams(queue_pair& dci, const mailbox_part_input<qpc>& queue) {
  dci.streams = {
      .enabled = queue.get(qpc::log_num_dci_stream_channels) != 0,
      .log_concurrent = static_cast<std::uint8_t>(queue.get(qpc::log_num_dci_stream_channels)),
      .log_errored = static_cast<std::uint8_t>(queue.get(qpc::log_num_dci_errored_streams))};
  if (dci.streams.log_concurrent > max_log_dci_streams ||
      dci.streams.log_errored > max_log_dci_streams) {
    refuse<check::devx_values>(EINVAL,
                               "CREATE_QP of a DCI with log_num_dci_stream_channels {} and "
                               "log_num_dci_errored_streams {}: up to {}",
                               dci.streams.log_concurrent, dci.streams.log_errored,
                               max_log_dci_streams);
  }
}

}  // namespace verbatim::emulator
