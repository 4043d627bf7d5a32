// A queue pair of any type: its address, its groups and its handles.
#include "verbatim/verbs/queue_pair/queue_pair.hpp"

#include <infiniband/verbs.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/queue_pair/along.hpp"

namespace verbatim {
namespace verbs {
namespace {

constexpr int everything_that_verbs_know = (IBV_QP_DEST_QPN << 1) - 1;

ibv_gid native_gid(const gid& from) noexcept {
  ibv_gid to;
  std::memcpy(to.raw, from.bytes.data(), sizeof to.raw);
  return to;
}

std::string hex(std::uint32_t value) {
  constexpr auto digits = "0123456789abcdef";
  std::string text;
  do text.insert(text.begin(), digits[value % 16]);
  while ((value /= 16) != 0);
  return "0x" + text;
}

}  // namespace

qp_body::qp_body(context_body& context, verbs::transport transport, std::uint8_t port,
                 std::optional<std::uint16_t> gid_index)
    : body(rank::queue_pair),
      context_(context),
      transport_(transport),
      port_(port),
      gid_index_(gid_index) {
  context_.require_port(port_);
  if (gid_index_) (void)context_.gid(context_.port(port_), *gid_index_);
  if (transport_ == transport::raw_packet &&
      context_.port(port_).link_layer != link_layer::ethernet) {
    throw error(
        std::errc::not_supported, "create_qp", context_.describe(),
        "raw packets are Ethernet frames, and port " + std::to_string(port_) + " is InfiniBand");
  }
  draw_psn();
}

void qp_body::adopt(native_ptr<ibv_qp> native) noexcept {
  native_ = std::move(native);
  qpn_ = native_->qp_num;
}

std::string qp_body::describe() const {
  return std::string(name(transport_)) + " " + hex(qpn_) + " of " + context_.name();
}

int qp_body::ask(ibv_qp_attr& said) const noexcept {
  ibv_qp_init_attr made{};
  return ibv_query_qp(native(), &said, everything_that_verbs_know, &made);
}

void qp_body::attach(const multicast_group& group) {
  if (std::find(groups_.begin(), groups_.end(), group) != groups_.end()) return;
  if (!group.mgid.is_multicast()) {
    throw error(std::errc::invalid_argument, "attach", describe(),
                to_string(group.mgid) + " is no multicast address");
  }
  groups_.reserve(groups_.size() + 1);
  auto mgid = native_gid(group.mgid);
  check(ibv_attach_mcast(native_.get(), &mgid, group.mlid.value()), "ibv_attach_mcast", describe(),
        "to " + to_string(group));
  groups_.push_back(group);
}

void qp_body::detach(const multicast_group& group) {
  const auto found = std::find(groups_.begin(), groups_.end(), group);
  if (found == groups_.end()) {
    throw error(std::errc::invalid_argument, "detach", describe(),
                "it is not attached to " + to_string(group));
  }
  auto mgid = native_gid(group.mgid);
  check(ibv_detach_mcast(native_.get(), &mgid, group.mlid.value()), "ibv_detach_mcast", describe(),
        "from " + to_string(group));
  groups_.erase(found);
}

int qp_body::destroy() noexcept {
  // The kernel does not destroy a queue pair that is attached to a group.
  std::erase_if(groups_, [&](const multicast_group& group) {
    auto mgid = native_gid(group.mgid);
    return ibv_detach_mcast(native_.get(), &mgid, group.mlid.value()) == 0;
  });
  return verbs::destroy(native_);
}

queried_qp qp_body::query() {
  ibv_qp_attr said{};
  check(ask(said), "ibv_query_qp", describe());
  state_ = static_cast<qp_state>(said.qp_state);
  return as_queried(transport_, said);
}

std::optional<std::uint32_t> qp_body::take_async_event(const void* native,
                                                       async_event_type) noexcept {
  if (native != native_.get() && native != devx()) return std::nullopt;
  // The state is queried, because the queue pair may have been reset since the event.
  ibv_qp_attr said{};
  if (ask(said) == 0 && said.qp_state == IBV_QPS_ERR) state_ = qp_state::error;
  return qpn_;
}

local_end qp_body::local_end() const {
  auto end = context_.local_end(port_);
  end.qp = {.transport = transport_,
            .qpn = qpn_,
            .gid_index = gid_index(end.port),
            .path_mtu = path_mtu_,
            .qkey = qkey_};
  return end;
}

std::uint16_t qp_body::gid_index(const port& port) const {
  return gid_index_ ? *gid_index_ : context_.best_gid_index(port);
}

qp_address qp_body::address() const {
  const auto port = context_.port(port_);
  return {
      .qpn = qpn_,
      .psn = psn_,
      .lid = port.lid,
      .mtu = port.active_mtu,
      .rd_atomic = context_.limits().max_qp_rd_atom,
      .gid = context_.gid(port, gid_index(port)),
  };
}

void qp_body::refuse_iwarp(std::string_view call) const {
  if (context_.native()->device->transport_type != IBV_TRANSPORT_IWARP) return;
  throw error(std::errc::operation_not_supported, call, describe(),
              "only rdma_cm connects queue pairs of iWARP devices: make it with rdma_create_qp()");
}

void qp_body::require_active_port(std::string_view call) const {
  if (context_.native()->device->transport_type == IBV_TRANSPORT_IWARP) return;  // refused anyway
  const auto port = context_.port(port_);
  std::string_view remedy;
  if (port.state == port_state::down) {
    remedy =
        port.link_layer == link_layer::ethernet
            ? "set its network interface up (ip link set dev INTERFACE up), and look at the cable"
            : "look at the cable and its other end";
  } else if (port.state == port_state::init || port.state == port_state::armed) {
    remedy = "it waits for a subnet manager, such as opensm";
  } else {
    return;
  }
  std::string reason = "port " + std::to_string(port_) + " is ";
  reason.append(name(port.state)).append(" (").append(name(port.link));
  throw error(std::errc::network_down, call, describe(),
              reason.append("), and nothing that is sent would arrive: ").append(remedy));
}

std::optional<ece> qp_body::query_ece() const {
  if (native() == nullptr) return std::nullopt;
  ibv_ece found{};
  const int failed = error_number(ibv_query_ece(native(), &found));
  if (failed == EOPNOTSUPP || failed == ENOSYS) return std::nullopt;
  check(failed, "ibv_query_ece", describe());
  return ece{found.vendor_id, found.options, found.comp_mask};
}

bool qp_body::set_ece(const ece& ece) {
  if (native() == nullptr) return false;
  ibv_ece wanted{.vendor_id = ece.vendor_id, .options = ece.options, .comp_mask = ece.comp_mask};
  const int failed = error_number(ibv_set_ece(native(), &wanted));
  if (failed == EOPNOTSUPP || failed == ENOSYS) return false;
  check(failed, "ibv_set_ece", describe(), "it is set in RESET");
  return true;
}

void check_limit(const pd_body& pd, std::string_view what, std::uint32_t asked,
                 std::string_view limit, std::uint32_t value) {
  if (asked <= value) return;
  std::string reason(what);
  reason.append(" is ").append(std::to_string(asked)).append(", and the device's ").append(limit);
  throw error(std::errc::invalid_argument, "create_qp", pd.describe(),
              reason.append(" is ").append(std::to_string(value)));
}

}  // namespace verbs

local_end any_qp::local_end() const {
  const auto lock = body_->while_open("local_end");
  return body_->local_end();
}

queried_qp any_qp::query() {
  const auto lock = body_->while_open("query");
  return body_->query();
}

qp_address any_qp::address() const {
  const auto lock = body_->while_open("address");
  return body_->address();
}

void connected_qp::connect(const qp_address& peer, const connect_attributes& attributes) {
  const auto lock = body_->while_open("connect");
  body_->require_active_port("connect");
  if (body_->state() == qp_state::reset) body_->to_init(attributes.init);
  body_->to_rtr(peer, attributes.rtr);
  body_->to_rts(attributes.rts);
}

void connected_qp::connect(const path& way, std::optional<access> qp_access_flags) {
  const auto end = local_end();
  const connect_attributes attributes{.init = init_along(way, end, qp_access_flags),
                                      .rtr = rtr_along(way, end),
                                      .rts = rts_along(way, end)};
  connect(peer_along(way), attributes);
}

std::optional<ece> connected_qp::query_ece() const {
  const auto lock = body_->while_open("query_ece");
  return body_->query_ece();
}

bool connected_qp::set_ece(const ece& of_peer) {
  const auto lock = body_->while_open("set_ece");
  return body_->set_ece(of_peer);
}

void connected_qp::to_init(const init_attributes& attributes) {
  const auto lock = body_->while_open("to_init");
  body_->to_init(attributes);
}

void connected_qp::to_rtr(const qp_address& peer, const rtr_attributes& attributes) {
  const auto lock = body_->while_open("to_rtr");
  body_->to_rtr(peer, attributes);
}

void connected_qp::to_rts(const rts_attributes& attributes) {
  const auto lock = body_->while_open("to_rts");
  body_->to_rts(attributes);
}

void connected_qp::to_init(const path& way, std::optional<access> qp_access_flags) {
  to_init(init_along(way, local_end(), qp_access_flags));
}

void connected_qp::to_rtr(const path& way) {
  {
    const auto lock = body_->while_open("to_rtr");
    body_->require_active_port("to_rtr");
  }
  to_rtr(peer_along(way), rtr_along(way, local_end()));
}

void connected_qp::to_rts(const path& way) { to_rts(rts_along(way, local_end())); }

void unconnected_qp::activate(const activate_attributes& attributes) {
  const auto lock = body_->while_open("activate");
  body_->require_active_port("activate");
  body_->activate(attributes);
}

void unconnected_qp::activate(const path& way) { activate(activate_along(way, local_end())); }

void datagram_qp::attach(const multicast_group& group) {
  const auto lock = body_->while_open("attach");
  body_->attach(group);
}

void datagram_qp::detach(const multicast_group& group) {
  const auto lock = body_->while_open("detach");
  body_->detach(group);
}

void any_qp::to_error() {
  const auto lock = body_->while_open("to_error");
  body_->to_error();
}

void any_qp::reset() {
  {
    const auto lock = body_->while_open("reset");
    body_->to_reset();
  }
  body_->reset_queues();  // not under the lock: it drops the entries, which may own handles
}

std::string to_string(const multicast_group& group) {
  auto text = to_string(group.mgid);
  if (group.mlid.value() != 0) text.append(", LID ").append(to_string(group.mlid));
  return text;
}

}  // namespace verbatim
