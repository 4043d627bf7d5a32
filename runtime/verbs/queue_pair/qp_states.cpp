// The state changes of a queue pair of any type.
#include <infiniband/verbs.h>

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "verbatim/verbs/queue_pair/address_vector.hpp"
#include "verbatim/verbs/queue_pair/qp_transition.hpp"
#include "verbatim/verbs/queue_pair/queue_pair.hpp"

namespace verbatim::verbs {
namespace {

constexpr std::uint32_t max_24_bits = 0xffffff;

constexpr access default_access(transport transport) noexcept {
  if (transport == transport::xrc_send) return access::none;  // its peer sends no requests
  return transport != transport::uc
             ? access::remote_write | access::remote_read | access::remote_atomic
             : access::remote_write;
}

/// Returns the encoding of a typed value; nothing if the value is not set.
template <class Value>
std::optional<std::uint8_t> encoding(const std::optional<Value>& value) noexcept {
  return value ? std::optional(value->encoding()) : std::nullopt;
}

}  // namespace

void qp_body::draw_psn() { psn_ = std::random_device()() & max_24_bits; }

void qp_body::apply(qp_transition& transition) { transition.apply(native_.get()); }

void qp_body::to_init(const init_attributes& attributes) {
  refuse_iwarp("to_init");
  qp_transition init(transport_, state_, qp_state::init, *this);
  init.set(qp_attribute::port_num, &ibv_qp_attr::port_num, port_, 0xff);
  // Every port has the first P_Key.
  init.set(qp_attribute::pkey_index, &ibv_qp_attr::pkey_index, attributes.pkey_index,
           attributes.pkey_index == 0 ? 0 : context_.port(port_).pkey_tbl_len - 1u);
  init.set(
      qp_attribute::qp_access_flags, &ibv_qp_attr::qp_access_flags,
      static_cast<std::uint32_t>(attributes.qp_access_flags.value_or(default_access(transport_))),
      ~0u);
  apply(init);
  state_ = qp_state::init;
}

void qp_body::to_rtr(const qp_address& peer, const rtr_attributes& attributes) {
  const auto port = context_.port(port_);
  qp_transition rtr(transport_, state_, qp_state::rtr, *this);
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
  const auto to = address_vector_to(peer, path, context_, port, "ibv_modify_qp to RTR", *this);
  rtr.set_path(to);
  apply(rtr);
  peer_rd_atomic_ = peer.rd_atomic;
  state_ = qp_state::rtr;
}

void qp_body::to_rts(const rts_attributes& attributes) {
  qp_transition rts(transport_, state_, qp_state::rts, *this);
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
  apply(rts);
  state_ = qp_state::rts;
  if (attributes.sq_psn) psn_ = *attributes.sq_psn;
}

void qp_body::activate(const activate_attributes& attributes) {
  refuse_iwarp("activate");
  const auto port = context_.port(port_);
  qp_transition init(transport_, state_, qp_state::init, *this);
  init.set(qp_attribute::port_num, &ibv_qp_attr::port_num, port_, 0xff);
  if (transport_ != transport::raw_packet) {
    init.set(qp_attribute::pkey_index, &ibv_qp_attr::pkey_index, attributes.pkey_index,
             port.pkey_tbl_len - 1u);
  }
  if (transport_ == transport::ud) {
    init.set(qp_attribute::qkey, &ibv_qp_attr::qkey, attributes.qkey, ~0u);
  }
  apply(init);
  state_ = qp_state::init;
  if (transport_ == transport::ud) qkey_ = attributes.qkey;

  qp_transition rtr(transport_, state_, qp_state::rtr, *this);
  if (transport_ == transport::dci) {
    const auto mtu = attributes.path_mtu.value_or(port.active_mtu);
    rtr.set(qp_attribute::path_mtu, &ibv_qp_attr::path_mtu, native_mtu(rtr, mtu), IBV_MTU_4096);
    path_mtu_ = mtu;
  }
  apply(rtr);
  state_ = qp_state::rtr;
  release_receives();  // only now: libmlx5 has just written its own count to the record
  peer_rd_atomic_ = context_.limits().max_qp_init_rd_atom;
  if (transport_ != transport::raw_packet) return to_rts(attributes.rts);
  qp_transition rts(transport_, state_, qp_state::rts, *this);
  apply(rts);
  state_ = qp_state::rts;
}

void qp_body::to_error() {
  qp_transition error(transport_, state_, qp_state::error, *this);
  apply(error);
  state_ = qp_state::error;
  release_receives();  // so that the device flushes them
}

void qp_body::to_reset() {
  qp_transition reset(transport_, state_, qp_state::reset, *this);
  apply(reset);
  state_ = qp_state::reset;
  path_mtu_.reset();
  qkey_.reset();
  discard_completions();
  draw_psn();
}

}  // namespace verbatim::verbs
