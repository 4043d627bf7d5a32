// Commands of a connection.
#include "cm/addressing.hpp"
#include "cm/commands/call.hpp"
#include "cm/connecting.hpp"

namespace verbatim::emulator::cm {
namespace {

constexpr std::uint32_t qpn_mask = 0xffffff;

connection_parameters parameters_of(const id& of, const rdma_ucm_conn_param& from,
                                    const rdma_ucm_ece& ece) {
  connection_parameters result;
  result.qpn = from.qp_num & qpn_mask;
  result.qkey = of.source.family == family_infiniband ? from.qkey : 0;
  result.srq = from.srq != 0;
  result.responder_resources = from.responder_resources;
  result.initiator_depth = from.initiator_depth;
  result.flow_control = from.flow_control;
  result.retry_count = from.retry_count;
  result.rnr_retry_count = from.rnr_retry_count;
  result.ece_vendor = ece.vendor_id;
  result.ece_options = ece.attr_mod;
  result.private_data = {from.private_data, from.private_data_len};
  return result;
}

/// Refuses a command that is shorter than the version before ECE.
void require_length(const call& from, std::size_t bytes, const char* name) {
  if (from.in_bytes < bytes) {
    refuse<check::cm_command>(EINVAL, "rdma_cm: {} has {} bytes instead of at least {}", name,
                              from.in_bytes, bytes);
  }
}

}  // namespace

void connect_id(const call& from) {
  require_length(from, offsetof(rdma_ucm_connect, ece), "CONNECT");
  const auto in = from.read<rdma_ucm_connect>(from.in_bytes);
  if (!in.conn_param.valid) {
    refuse<check::cm_values>(EINVAL, "rdma_cm: the parameters of CONNECT are not marked as valid");
  }
  id& of = from.bound(in.id);
  connect(from.on, of, parameters_of(of, in.conn_param, in.ece));
}

void accept_id(const call& from) {
  require_length(from, offsetof(rdma_ucm_accept, ece), "ACCEPT");
  const auto in = from.read<rdma_ucm_accept>(from.in_bytes);
  id& of = from.bound(in.id);
  if (!in.conn_param.valid) return establish(from.on, of);
  accept(from.on, of, parameters_of(of, in.conn_param, in.ece));
  of.uid = in.uid;
}

void reject_id(const call& from) {
  const auto in = from.read<rdma_ucm_reject>();
  const std::uint8_t reason = in.reason == 0 ? reject_reason::by_consumer : in.reason;
  if (reason != reject_reason::by_consumer && reason != reject_reason::vendor_option) {
    refuse<check::cm_values>(EINVAL, "rdma_cm: a program may reject with reason {} or {}, not {}",
                             reject_reason::by_consumer, reject_reason::vendor_option, reason);
  }
  reject(from.on, from.bound(in.id), reason, {in.private_data, in.private_data_len});
}

void disconnect_id(const call& from) {
  const auto in = from.read<rdma_ucm_disconnect>();
  disconnect(from.on, from.bound(in.id));
}

void notify(const call& from) {
  // Values of ibv_event_type.
  constexpr std::uint32_t communication_established_event = 4;
  constexpr std::uint32_t path_migrated_event = 6;
  const auto in = from.read<rdma_ucm_notify>();
  id& of = from.bound(in.id);
  if (!of.link.begun) {
    refuse<check::cm_state>(EINVAL, "rdma_cm: id {} never connected", of.handle);
  }
  if (in.event == communication_established_event) return communication_established(from.on, of);
  if (in.event == path_migrated_event && of.link.state == connection_state::established) return;
  refuse<check::cm_values>(EINVAL,
                           "rdma_cm: event {} of a queue pair changes no connection that is {}",
                           in.event, name(of.link.state));
}

}  // namespace verbatim::emulator::cm
