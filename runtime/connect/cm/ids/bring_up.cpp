// Moves a queue pair through its states for a connection of rdma_cm.
#include <infiniband/verbs.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "verbatim/connect/cm/ids/connection_state.hpp"
#include "verbatim/connect/cm/ids/datagram_peer_of.hpp"
#include "verbatim/connect/cm/ids/making.hpp"

namespace verbatim::cm::detail {
namespace {

verbs::transport transport_of(ibv_qp_type type) noexcept {
  switch (type) {
    case IBV_QPT_UC:
      return verbs::transport::uc;
    case IBV_QPT_UD:
      return verbs::transport::ud;
    case IBV_QPT_XRC_SEND:
      return verbs::transport::xrc_send;
    case IBV_QPT_XRC_RECV:
      return verbs::transport::xrc_recv;
    default:
      return verbs::transport::rc;
  }
}

qp_address peer_of(const ibv_qp_attr& attributes) noexcept {
  qp_address peer{
      .qpn = attributes.dest_qp_num, .psn = attributes.rq_psn, .lid = attributes.ah_attr.dlid};
  static_assert(sizeof peer.gid.bytes == sizeof attributes.ah_attr.grh.dgid.raw);
  std::memcpy(peer.gid.bytes.data(), attributes.ah_attr.grh.dgid.raw, sizeof peer.gid.bytes);
  return peer;
}

/// On iWARP, only the kernel can move a queue pair from INIT to RTS.
void bring_up_iwarp(connected_qp& qp, const end_options& options) {
  ibv_qp_attr init{};
  init.qp_state = IBV_QPS_INIT;
  init.qp_access_flags = static_cast<unsigned>(
      options.qp_access_flags.value_or(access::remote_write | access::remote_read));
  verbs::check(ibv_modify_qp(qp.native(), &init, IBV_QP_STATE | IBV_QP_ACCESS_FLAGS),
               "ibv_modify_qp", qp.describe());
  qp.body()->follow(qp_state::init);
  if (options.post_receives) options.post_receives();
}

}  // namespace

path_attributes path_of(const ibv_ah_attr& ah) noexcept {
  return {.gid_index =
              ah.is_global != 0 ? std::optional<std::uint16_t>(ah.grh.sgid_index) : std::nullopt,
          .sl = ah.sl,
          .is_global = ah.is_global != 0,
          .hop_limit = ah.grh.hop_limit,
          .traffic_class = ah.grh.traffic_class,
          .flow_label = ah.grh.flow_label & 0xfffff,
          .src_path_bits = ah.src_path_bits,
          .static_rate = rate(ah.static_rate)};
}

void check_way(const cm_id& id, std::string_view device, std::uint8_t port,
               const std::string& object, std::string_view call) {
  const auto refuse = [&](const std::string& reason) {
    throw cm::error(std::errc::invalid_argument, call, object, reason);
  };
  id.read("device", [&](const rdma_cm_id& native) {
    const std::string_view leaves =
        native.verbs != nullptr ? ibv_get_device_name(native.verbs->device) : "";
    if (leaves != device) {
      refuse("the route leaves through " + std::string(leaves) + ": open that device, " +
             "as open_device(route.device()) does");
    }
    if (port != 0 && native.port_num != port) {
      refuse("the route leaves through port " + std::to_string(native.port_num) +
             ": make the queue pair for that port");
    }
    return 0;
  });
}

void check_fits(const cm_id& id, const any_qp& qp, ibv_qp_type type, std::string_view call) {
  const auto refuse = [&](const std::string& reason) {
    throw cm::error(std::errc::invalid_argument, call, qp.describe(), reason);
  };
  if (!qp.is_open()) refuse("it has been closed");
  if (qp.transport() != transport_of(type)) {
    refuse("the route is for an " + std::string(verbs::name(transport_of(type))) +
           ": choose the kind in the options of resolve() or of the listener");
  }
  const auto& body = *qp.body();
  check_way(id, body.device().name(), body.port_number(), qp.describe(), call);
}

void bring_up(const cm_id& id, connected_qp& qp, const end_options& options,
              const std::optional<verbatim::ece>& of_peer,
              const std::optional<rd_atomic_limits>& limits) {
  if (of_peer) (void)qp.set_ece(*of_peer);
  const auto init = id.attributes(IBV_QPS_INIT);
  qp.to_init({.qp_access_flags = options.qp_access_flags, .pkey_index = init.pkey_index});
  if (options.post_receives) options.post_receives();

  const auto rtr = id.attributes(IBV_QPS_RTR);
  const auto transport = qp.transport();
  const bool serves = transport == verbs::transport::rc || transport == verbs::transport::xrc_recv;
  const bool asks = transport == verbs::transport::rc || transport == verbs::transport::xrc_send;
  rtr_attributes to_rtr{.path_mtu = mtu::of_encoding(static_cast<std::uint8_t>(rtr.path_mtu)),
                        .path = path_of(rtr.ah_attr)};
  if (serves) {
    to_rtr.max_dest_rd_atomic = limits ? limits->served : rtr.max_dest_rd_atomic;
    to_rtr.min_rnr_timer = options.min_rnr_timer;
  }
  qp.to_rtr(peer_of(rtr), to_rtr);

  const auto rts = id.attributes(IBV_QPS_RTS);
  rts_attributes to_rts{.sq_psn = rts.sq_psn & 0xffffff};
  if (transport != verbs::transport::uc) to_rts.timeout = ack_timeout(rts.timeout);
  if (asks) {
    to_rts.retry_cnt = std::min<std::uint8_t>(options.retry_cnt, 7);
    to_rts.rnr_retry = rnr_retry_count(rts.rnr_retry);
    to_rts.max_rd_atomic = limits ? limits->initiated : rts.max_rd_atomic;
  }
  qp.to_rts(to_rts);
}

namespace {

std::uint8_t at_most(std::uint8_t wanted, std::uint32_t limit) noexcept {
  return static_cast<std::uint8_t>(std::min<std::uint32_t>(wanted, limit));
}

rdma_conn_param parameters(const connected_qp& qp, const end_options& end,
                           std::span<const std::byte> data, const rd_atomic_limits& limits) {
  rdma_conn_param param{};
  param.private_data = data.data();
  param.private_data_len = static_cast<std::uint8_t>(data.size());
  param.responder_resources = limits.served;
  param.initiator_depth = limits.initiated;
  param.flow_control = 1;
  param.retry_count = std::min<std::uint8_t>(end.retry_cnt, 7);
  param.rnr_retry_count = end.rnr_retry.encoding();
  param.qp_num = qp.qpn();
  return param;
}

void on_response(const making& made, const event& event) {
  switch (event.type) {
    case RDMA_CM_EVENT_CONNECT_RESPONSE: {
      const bool ready = made.run([&] {
        bring_up(*made.id, *made.state->qp, made.end, made.id->remote_ece(), std::nullopt);
        made.id->call("rdma_establish", [](rdma_cm_id* id) { return rdma_establish(id); });
      });
      if (ready) made.succeed(event.private_data());
      return;
    }
    case RDMA_CM_EVENT_ESTABLISHED:  // the kernel did all the steps
      made.state->qp->body()->follow(qp_state::rts);
      return made.succeed(event.private_data());
    default:
      made.fail(error_of(event, made.call, made.id->describe()));
  }
}

}  // namespace

void start_connect(const std::shared_ptr<cm_id>& id, const connected_qp& qp, ibv_qp_type type,
                   const connect_options& options, connect_handler handler) {
  const auto data = options.private_data.bytes();
  check_length(data, request_data::limit + id->room_of_ip_header(), "connect");
  check_fits(*id, qp, type, "connect");
  const making made{id, std::make_shared<connection_state>(id, qp), options.end, std::move(handler),
                    "connect"};
  made.begin([&] {
    auto own = qp;
    if (made.state->iwarp) {
      bring_up_iwarp(own, options.end);
    } else if (const auto ece = qp.query_ece()) {
      id->set_local_ece(*ece);
    }
    const auto& device = qp.body()->device().limits();
    const auto most = options.end.max_rd_atomic;
    auto param = parameters(qp, options.end, data,
                            {.served = at_most(most, device.max_qp_rd_atom),
                             .initiated = at_most(most, device.max_qp_init_rd_atom)});
    id->set_stage(stage::connecting);
    id->expect(
        [made](const event* event, const cm::error* failed) {
          return event != nullptr ? on_response(made, *event) : made.fail(*failed);
        },
        verbs::deadline_after(options.timeout));
    id->call("rdma_connect", [&](rdma_cm_id* native) { return rdma_connect(native, &param); });
  });
}

void start_accept(const std::shared_ptr<cm_id>& id, const connected_qp& qp, ibv_qp_type type,
                  const event& request, const accept_options& options, connect_handler handler) {
  const auto data = options.private_data.bytes();
  check_length(data, reply_data::limit, "accept");
  check_fits(*id, qp, type, "accept");
  const making made{id, std::make_shared<connection_state>(id, qp), options.end, std::move(handler),
                    "accept"};
  const auto& device = qp.body()->device().limits();
  const auto most = options.end.max_rd_atomic;
  const rd_atomic_limits limits{
      .served = std::min(request.responder_resources, at_most(most, device.max_qp_rd_atom)),
      .initiated = std::min(request.initiator_depth, at_most(most, device.max_qp_init_rd_atom))};
  made.begin([&] {
    id->set_stage(stage::connecting);
    if (made.state->iwarp) {
      bring_up_iwarp(*made.state->qp, options.end);
    } else {
      bring_up(*id, *made.state->qp, options.end, id->remote_ece(), limits);
      if (const auto ece = made.state->qp->query_ece()) id->set_local_ece(*ece);
    }
    auto param = parameters(qp, options.end, data, limits);
    id->expect(
        [made, data = std::vector<std::byte>(request.private_data().begin(),
                                             request.private_data().end())](
            const event* event, const cm::error* failed) {
          if (event == nullptr) return made.fail(*failed);
          if (event->type != RDMA_CM_EVENT_ESTABLISHED) {
            return made.fail(error_of(*event, made.call, made.id->describe()));
          }
          if (made.state->iwarp) made.state->qp->body()->follow(qp_state::rts);
          made.succeed(data);
        },
        verbs::deadline_after(options.timeout));
    id->call("rdma_accept", [&](rdma_cm_id* native) { return rdma_accept(native, &param); });
  });
}

}  // namespace verbatim::cm::detail
