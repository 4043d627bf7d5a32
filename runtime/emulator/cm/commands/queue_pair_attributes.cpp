// INIT_QP_ATTR: the attributes of a queue pair for the states of its connection.
#include <algorithm>

#include "cm/arrivals.hpp"
#include "cm/commands/call.hpp"

namespace verbatim::emulator::cm {
namespace {

// Values of ibv_qp_attr_mask, of ibv_qp_state and of ibv_access_flags.
namespace qp_attr {
constexpr std::uint32_t state = 1;
constexpr std::uint32_t access_flags = 1 << 3;
constexpr std::uint32_t pkey_index = 1 << 4;
constexpr std::uint32_t port = 1 << 5;
constexpr std::uint32_t qkey = 1 << 6;
constexpr std::uint32_t av = 1 << 7;
constexpr std::uint32_t path_mtu = 1 << 8;
constexpr std::uint32_t timeout = 1 << 9;
constexpr std::uint32_t retry_cnt = 1 << 10;
constexpr std::uint32_t rnr_retry = 1 << 11;
constexpr std::uint32_t rq_psn = 1 << 12;
constexpr std::uint32_t max_qp_rd_atomic = 1 << 13;
constexpr std::uint32_t min_rnr_timer = 1 << 15;
constexpr std::uint32_t sq_psn = 1 << 16;
constexpr std::uint32_t max_dest_rd_atomic = 1 << 17;
constexpr std::uint32_t dest_qpn = 1 << 20;
}  // namespace qp_attr

enum class qp_state : std::uint32_t { reset, init, rtr, rts, sqd, sqe, err };

constexpr std::uint32_t remote_write = 1 << 1;
constexpr std::uint32_t remote_read = 1 << 2;
constexpr std::uint32_t remote_atomic = 1 << 3;

/// The time that a NIC needs for an acknowledgement (local_ca_ack_delay of ibv_device_attr).
constexpr unsigned ack_delay = 16;

/// Returns the exponent of a queue pair's timeout (Linux cm.c, cm_ack_timeout).
std::uint8_t timeout_of(const id& of) noexcept {
  if (of.ack_timeout) return *of.ack_timeout;
  unsigned timeout = of.way.packet_life_time + 1u;
  if (timeout >= ack_delay) {
    timeout += ack_delay >= timeout - 1 ? 1 : 0;
  } else {
    timeout = ack_delay + (timeout >= ack_delay - 1 ? 1 : 0);
  }
  return static_cast<std::uint8_t>(std::min(timeout, 31u));
}

/// Without a connection, each state gets the attributes of INIT.
void fill_unconnected(const id& of, ib_uverbs_qp_attr& to) noexcept {
  to.qp_attr_mask = qp_attr::state | qp_attr::pkey_index | qp_attr::port;
  if (of.datagram()) {
    to.qp_attr_mask |= qp_attr::qkey;
    to.qkey = of.datagram_qkey();
  } else {
    to.qp_attr_mask |= qp_attr::access_flags;
  }
}

void fill_init(const id& of, ib_uverbs_qp_attr& to) noexcept {
  to.qp_attr_mask = qp_attr::state | qp_attr::access_flags | qp_attr::pkey_index | qp_attr::port;
  to.qp_access_flags = remote_write;
  if (of.link.responder_resources != 0) to.qp_access_flags |= remote_read | remote_atomic;
}

void fill_rtr(const id& of, ib_uverbs_qp_attr& to) noexcept {
  to.qp_attr_mask =
      qp_attr::state | qp_attr::av | qp_attr::path_mtu | qp_attr::dest_qpn | qp_attr::rq_psn;
  fill_address(of, to.ah_attr);
  to.path_mtu = of.way.mtu;
  to.dest_qp_num = of.link.peer_qpn;
  to.rq_psn = of.link.psn;
  if (of.qp_type != qp_kind::rc && of.qp_type != qp_kind::xrc_recv) return;
  to.qp_attr_mask |= qp_attr::max_dest_rd_atomic | qp_attr::min_rnr_timer;
  to.max_dest_rd_atomic = of.link.responder_resources;
}

void fill_rts(const id& of, ib_uverbs_qp_attr& to) noexcept {
  to.qp_attr_mask = qp_attr::state | qp_attr::sq_psn;
  to.sq_psn = of.link.peer_psn;
  if (of.qp_type == qp_kind::uc) return;
  to.qp_attr_mask |= qp_attr::timeout;
  to.timeout = timeout_of(of);
  if (of.qp_type == qp_kind::xrc_recv) return;
  to.qp_attr_mask |= qp_attr::retry_cnt | qp_attr::rnr_retry | qp_attr::max_qp_rd_atomic;
  to.retry_cnt = of.link.retry_count;
  to.rnr_retry = of.link.rnr_retry_count;
  to.max_rd_atomic = of.link.initiator_depth;
}

/// Returns true if the connection has the values for the state.
bool knows(const connection& link, qp_state wanted) noexcept {
  switch (link.state) {
    case connection_state::request_sent:
      return wanted == qp_state::init;
    case connection_state::request_received:
    case connection_state::reply_sent:
    case connection_state::reply_received:
    case connection_state::established:
      return wanted == qp_state::init || wanted == qp_state::rtr || wanted == qp_state::rts;
    default:
      return false;
  }
}

void fill_connected(const id& of, qp_state wanted, ib_uverbs_qp_attr& to) {
  if (!knows(of.link, wanted)) {
    refuse<check::cm_state>(EINVAL,
                            "rdma_cm: id {} has no attributes for queue pair state {}: its "
                            "connection is {}",
                            of.handle, to.qp_state, name(of.link.state));
  }
  switch (wanted) {
    case qp_state::rtr:
      return fill_rtr(of, to);
    case qp_state::rts:
      return fill_rts(of, to);
    default:
      return fill_init(of, to);
  }
}

}  // namespace

void init_qp_attr(const call& from) {
  from.require_room(sizeof(ib_uverbs_qp_attr));
  const auto in = from.read<rdma_ucm_init_qp_attr>();
  if (in.qp_state > static_cast<std::uint32_t>(qp_state::err)) {
    refuse<check::cm_values>(EINVAL, "rdma_cm: queue pair state {} does not exist", in.qp_state);
  }
  const id& of = from.bound(in.id);
  ib_uverbs_qp_attr answer{};
  answer.qp_state = in.qp_state;
  answer.port_num = of.at->port;
  if (of.datagram() || !of.link.begun) {
    fill_unconnected(of, answer);
  } else {
    fill_connected(of, static_cast<qp_state>(in.qp_state), answer);
  }
  from.write(in.response, answer);
}

}  // namespace verbatim::emulator::cm
