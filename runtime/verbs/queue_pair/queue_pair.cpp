// A queue pair of any type: its states, its address and its connection.
#include "verbatim/verbs/queue_pair/queue_pair.hpp"

#include <infiniband/verbs.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/queue_pair/address_vector.hpp"
#include "verbatim/verbs/queue_pair/qp_transition.hpp"

namespace verbatim {
namespace verbs {
namespace {

constexpr std::uint32_t max_24_bits = 0xffffff;
constexpr int everything_that_verbs_know = (IBV_QP_DEST_QPN << 1) - 1;

constexpr access default_access(transport transport) noexcept {
  if (transport == transport::xrc_send) return access::none;  // its peer asks for nothing
  return transport != transport::uc
             ? access::remote_write | access::remote_read | access::remote_atomic
             : access::remote_write;
}

/// Returns the encoding of a typed value, or nothing if the value was left out.
template <class Value>
std::optional<std::uint8_t> encoding(const std::optional<Value>& value) noexcept {
  return value ? std::optional(value->encoding()) : std::nullopt;
}

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
  const auto found = context_.port(port_);
  if (gid_index_) (void)context_.gid(found, *gid_index_);
  if (transport_ == transport::raw_packet && found.link_layer != link_layer::ethernet) {
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
  // The kernel destroys no queue pair that is attached to a group.
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
  // The device is asked, because the queue pair may have been reset since the event.
  ibv_qp_attr said{};
  if (ask(said) == 0 && said.qp_state == IBV_QPS_ERR) state_ = qp_state::error;
  return qpn_;
}

void qp_body::apply(qp_transition& transition, std::string_view remedy) {
  transition.apply(native_.get(), remedy);
}

void qp_body::draw_psn() { psn_ = std::random_device()() & max_24_bits; }

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

void qp_body::to_init(const init_attributes& attributes) {
  refuse_iwarp("to_init");
  const auto port = context_.port(port_);
  qp_transition init(transport_, state_, qp_state::init, describe());
  init.set(qp_attribute::port_num, &ibv_qp_attr::port_num, port_, 0xff);
  init.set(qp_attribute::pkey_index, &ibv_qp_attr::pkey_index, attributes.pkey_index,
           port.pkey_tbl_len - 1u);
  init.set(
      qp_attribute::qp_access_flags, &ibv_qp_attr::qp_access_flags,
      static_cast<std::uint32_t>(attributes.qp_access_flags.value_or(default_access(transport_))),
      ~0u);
  apply(init, "");
  state_ = qp_state::init;
}

void qp_body::to_rtr(const qp_address& peer, const rtr_attributes& attributes) {
  const auto port = context_.port(port_);
  qp_transition rtr(transport_, state_, qp_state::rtr, describe());
  if (peer.qpn == 0) {
    throw rtr.refuse("the peer's qpn is 0: give what the peer's address() returned");
  }
  rtr.set(qp_attribute::dest_qp_num, &ibv_qp_attr::dest_qp_num, peer.qpn, max_24_bits);
  rtr.set(qp_attribute::rq_psn, &ibv_qp_attr::rq_psn, peer.psn, max_24_bits);

  const auto mtu = attributes.path_mtu.value_or(
      peer.mtu == 0 ? port.active_mtu : std::min(port.active_mtu, peer.mtu));
  if (mtu.bytes() > port.active_mtu) {
    throw rtr.refuse("path_mtu is " + std::to_string(mtu.bytes()) +
                     ", and the active MTU of port " + std::to_string(port_) + " is " +
                     std::to_string(port.active_mtu));
  }
  rtr.set(qp_attribute::path_mtu, &ibv_qp_attr::path_mtu, native_mtu(rtr, mtu), IBV_MTU_4096);

  const auto& limits = context_.limits();
  rtr.set(qp_attribute::max_dest_rd_atomic, &ibv_qp_attr::max_dest_rd_atomic,
          attributes.max_dest_rd_atomic, limits.max_qp_rd_atom, limits.max_qp_rd_atom);
  rtr.set(qp_attribute::min_rnr_timer, &ibv_qp_attr::min_rnr_timer, attributes.min_rnr_timer,
          rnr_timer::ms_0_64, 31);

  auto path = attributes.path;
  path.port = port_;
  if (!path.gid_index) path.gid_index = gid_index_;
  const auto to = address_vector_to(peer, path, context_, port, rtr.call(), rtr.object());
  rtr.set_path(to.ah);
  apply(rtr, to.route);
  peer_rd_atomic_ = peer.rd_atomic;
  state_ = qp_state::rtr;
}

void qp_body::to_rts(const rts_attributes& attributes) {
  qp_transition rts(transport_, state_, qp_state::rts, describe());
  const auto max_init = context_.limits().max_qp_init_rd_atom;
  rts.set(qp_attribute::sq_psn, &ibv_qp_attr::sq_psn, attributes.sq_psn.value_or(psn_),
          max_24_bits);
  rts.set(qp_attribute::timeout, &ibv_qp_attr::timeout, encoding(attributes.timeout),
          std::uint8_t{14}, 31);
  rts.set(qp_attribute::retry_cnt, &ibv_qp_attr::retry_cnt, attributes.retry_cnt, std::uint8_t{7},
          7);
  rts.set(qp_attribute::rnr_retry, &ibv_qp_attr::rnr_retry, encoding(attributes.rnr_retry),
          rnr_retry_count::infinite, 7);
  rts.set(qp_attribute::max_rd_atomic, &ibv_qp_attr::max_rd_atomic, attributes.max_rd_atomic,
          std::min(max_init, peer_rd_atomic_), max_init);
  apply(rts, "");
  state_ = qp_state::rts;
  if (attributes.sq_psn) psn_ = *attributes.sq_psn;
}

void qp_body::activate(const activate_attributes& attributes) {
  refuse_iwarp("activate");
  const auto port = context_.port(port_);
  qp_transition init(transport_, state_, qp_state::init, describe());
  init.set(qp_attribute::port_num, &ibv_qp_attr::port_num, port_, 0xff);
  if (transport_ != transport::raw_packet) {
    init.set(qp_attribute::pkey_index, &ibv_qp_attr::pkey_index, attributes.pkey_index,
             port.pkey_tbl_len - 1u);
  }
  if (transport_ == transport::ud) {
    init.set(qp_attribute::qkey, &ibv_qp_attr::qkey, attributes.qkey, ~0u);
  }
  apply(init, "");
  state_ = qp_state::init;
  if (transport_ == transport::ud) qkey_ = attributes.qkey;

  qp_transition rtr(transport_, state_, qp_state::rtr, describe());
  if (transport_ == transport::dci) {
    const auto mtu = attributes.path_mtu.value_or(port.active_mtu);
    rtr.set(qp_attribute::path_mtu, &ibv_qp_attr::path_mtu, native_mtu(rtr, mtu), IBV_MTU_4096);
    path_mtu_ = mtu;
  }
  apply(rtr, "");
  state_ = qp_state::rtr;
  release_receives();  // not before: libmlx5 has just written a count of its own to the record
  peer_rd_atomic_ = context_.limits().max_qp_init_rd_atom;
  if (transport_ != transport::raw_packet) return to_rts(attributes.rts);
  qp_transition rts(transport_, state_, qp_state::rts, describe());
  apply(rts, "");
  state_ = qp_state::rts;
}

void qp_body::to_error() {
  qp_transition error(transport_, state_, qp_state::error, describe());
  apply(error, "");
  state_ = qp_state::error;
  release_receives();  // to be flushed
}

void qp_body::to_reset() {
  qp_transition reset(transport_, state_, qp_state::reset, describe());
  apply(reset, "");
  state_ = qp_state::reset;
  path_mtu_.reset();
  qkey_.reset();
  discard_completions();
  draw_psn();
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

void unconnected_qp::activate(const activate_attributes& attributes) {
  const auto lock = body_->while_open("activate");
  body_->activate(attributes);
}

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
  body_->reset_queues();  // drops the entries, which may own handles: not under the lock
}

std::string to_string(const multicast_group& group) {
  auto text = to_string(group.mgid);
  if (group.mlid.value() != 0) text.append(", LID ").append(to_string(group.mlid));
  return text;
}

}  // namespace verbatim
