// QUERY_QP.
#include <bit>
#include <cerrno>
#include <span>

#include "abi/devx/devx_objects.hpp"
#include "verbatim/generated/commands/query_qp.hpp"

namespace verbatim::emulator {
namespace {

using firmware::ads;
using firmware::qpc;
using firmware::query_qp;

std::uint32_t service_type_of(queue_pair_type type) noexcept {
  if (type == queue_pair_type::dci) return service_type::initiator;
  return type == queue_pair_type::rc ? service_type::reliable_connected
                                     : service_type::unreliable_connected;
}

void put_path(const path& from, const wire::mailbox_view<ads>& route) {
  route.set(ads::rgid_rip, std::as_bytes(std::span(from.dgid)));
  route.set_low(ads::flow_label, from.flow_label);
  route.set_low(ads::rlid, from.dlid);
  route.set_low(ads::src_addr_index, from.sgid_index);
  route.set_low(ads::hop_limit, from.hop_limit);
  route.set_low(ads::tclass, from.traffic_class);
  route.set_low(ads::sl, from.sl);
  route.set_low(ads::mlid, from.src_path_bits);
  route.set_low(ads::grh, from.is_global);
}

/// Returns the exponent of the largest power of two that is not larger than `value`.
std::uint32_t log2_down(std::uint32_t value) noexcept {
  return static_cast<std::uint32_t>(std::bit_width(value | 1)) - 1;
}

/// Returns the firmware's number of a state. The firmware swaps two numbers of libibverbs.
std::uint64_t firmware_state(queue_pair_state state) noexcept {
  if (state == queue_pair_state::sqd) return 5;
  if (state == queue_pair_state::sqe) return 4;
  return static_cast<std::uint64_t>(state);
}

}  // namespace

void query_devx_qp(const request& to, queue_pair& qp, const mailbox_output& out) {
  if (qp.type == queue_pair_type::dct)
    refuse<check::devx_object>(EINVAL, "QUERY_QP: {:#x} is a DCT (QUERY_DCT)", qp.qpn);
  const queue_pair_attributes& from = qp.attributes;
  const auto queue = out.as<query_qp::out>().part(query_qp::out::qpc);
  const auto route = queue.part(qpc::primary_address_path);
  queue.set_low(qpc::state, firmware_state(qp.state));
  queue.set_low(qpc::lag_tx_port_affinity, qp.bond_link);
  queue.set_low(qpc::drain_sigerr, qp.drains_on_signature_error);
  queue.set_low(qpc::hw_sq_wqebb_counter, to.on.engine().next_send_wqe(qp));
  queue.set_low(qpc::st, service_type_of(qp.type));
  queue.set_low(qpc::pd, qp.pd ? qp.pd->pdn : 0);
  queue.set_low(qpc::mtu, from.path_mtu);
  queue.set_low(qpc::user_index, qp.uidx);
  queue.set_low(qpc::remote_qpn, from.dest_qp_num);
  queue.set_low(qpc::retry_count, from.retry_cnt);
  queue.set_low(qpc::rnr_retry, from.rnr_retry);
  queue.set_low(qpc::next_send_psn, from.sq_psn);
  queue.set_low(qpc::next_rcv_psn, from.rq_psn);
  queue.set_low(qpc::rre, (from.qp_access_flags & access::remote_read) != 0);
  queue.set_low(qpc::rwe, (from.qp_access_flags & access::remote_write) != 0);
  queue.set_low(qpc::rae, (from.qp_access_flags & access::remote_atomic) != 0);
  queue.set_low(qpc::cd_master, qp.cross_channel.master);
  queue.set_low(qpc::cd_slave_send, qp.cross_channel.managed_sends);
  queue.set_low(qpc::cd_slave_receive, qp.cross_channel.managed_receives);
  queue.set_low(qpc::atomic_mode, qp.atomic_mode);
  queue.set_low(qpc::min_rnr_nak, from.min_rnr_timer);
  queue.set_low(qpc::log_rra_max, log2_down(from.max_dest_rd_atomic));
  queue.set_low(qpc::log_sra_max, log2_down(from.max_rd_atomic));
  route.set_low(ads::ack_timeout, from.timeout);
  route.set_low(ads::pkey_index, from.pkey_index);
  route.set_low(ads::vhca_port_num, from.port_num);
  put_path(from.ah, route);
}

}  // namespace verbatim::emulator
