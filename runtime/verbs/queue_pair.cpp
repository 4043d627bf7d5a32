// A queue pair of any type: its states, its address and its connection; qp.hpp adds posting.
#include "verbatim/verbs/queue_pair.hpp"

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <random>

#include "verbatim/verbs/address_vector.hpp"
#include "verbatim/verbs/error.hpp"
#include "verbatim/verbs/qp_transition.hpp"

namespace verbatim {
namespace verbs {
namespace {

constexpr std::uint32_t max_24_bits = 0xffffff;

constexpr ibv_qp_type native_type(transport transport) noexcept {
  switch (transport) {
    case transport::rc:
      return IBV_QPT_RC;
    case transport::uc:
      return IBV_QPT_UC;
    case transport::ud:
      return IBV_QPT_UD;
    case transport::raw_packet:
      return IBV_QPT_RAW_PACKET;
    case transport::xrc_send:
      return IBV_QPT_XRC_SEND;
    case transport::xrc_recv:
      return IBV_QPT_XRC_RECV;
    case transport::dci:
    case transport::dct:
      break;
  }
  return IBV_QPT_DRIVER;
}

/// How many WQEBBs libmlx5 reckons for a WR with one SGE (rdma-core providers/mlx5/verbs.c,
/// sq_overhead): where it could be one that registers memory, 192 bytes before the SGE.
constexpr std::uint32_t wqebbs_per_wr(transport transport) noexcept {
  if (transport == transport::ud) return 2;
  return transport == transport::raw_packet ? 1 : 4;
}

constexpr bool scatters_to_cqe(transport transport) noexcept {
  return transport == transport::rc || transport == transport::uc || transport == transport::dci;
}

constexpr access default_access(transport transport) noexcept {
  if (transport == transport::xrc_send) return access::none;  // its peer asks for nothing
  return transport != transport::uc
             ? access::remote_write | access::remote_read | access::remote_atomic
             : access::remote_write;
}

/// Of a typed value that may be left out.
template <class Value>
std::optional<std::uint8_t> encoding(const std::optional<Value>& value) noexcept {
  return value ? std::optional(value->encoding()) : std::nullopt;
}

std::string hex(std::uint32_t value) {
  constexpr auto digits = "0123456789abcdef";
  std::string text;
  do text.insert(text.begin(), digits[value % 16]);
  while ((value /= 16) != 0);
  return "0x" + text;
}

void check_attributes(const pd_body& pd, const qp_traits& traits, const qp_attributes& attributes) {
  const auto& limits = pd.context().limits();
  const auto check_limit = [&](const char* what, std::uint32_t asked, const char* limit,
                               std::uint32_t value) {
    if (asked <= value) return;
    throw error(std::errc::invalid_argument, "create_qp", pd.describe(),
                std::string(what) + " is " + std::to_string(asked) + ", and the device's " + limit +
                    " is " + std::to_string(value));
  };
  check_limit("max_send_wqebbs", attributes.max_send_wqebbs, "max_qp_wr", limits.max_qp_wr);
  check_limit("max_recv_wr", attributes.max_recv_wr, "max_qp_wr", limits.max_qp_wr);
  check_limit("max_recv_sge", attributes.max_recv_sge, "max_sge", limits.max_sge);
  if (attributes.scatter_to_cqe && !scatters_to_cqe(traits.transport)) {
    throw error(std::errc::not_supported, "create_qp", pd.describe(),
                "scatter_to_cqe is for RC, UC and DCI queue pairs, and this is " +
                    std::string(name(traits.transport)));
  }
}

native_ptr<ibv_qp> create(const qp_domain& domain, cq_body& send_cq, cq_body& recv_cq,
                          srq_body* srq, const qp_traits& traits, const qp_attributes& attributes) {
  auto& pd = domain.pd();
  ibv_qp_init_attr_ex attr{};
  attr.qp_type = native_type(traits.transport);
  const auto what = "of type " + std::string(name(traits.transport));
  attr.send_cq = send_cq.for_verbs("create_qp", what);
  if (traits.transport != transport::xrc_send) {
    attr.recv_cq = recv_cq.for_verbs("create_qp", what);
  }
  attr.comp_mask = IBV_QP_INIT_ATTR_PD;
  attr.pd = domain.native();
  if (srq != nullptr) attr.srq = srq->native();
  const auto per_wr = wqebbs_per_wr(traits.transport);
  attr.cap.max_send_wr = (attributes.max_send_wqebbs + per_wr - 1) / per_wr;
  attr.cap.max_send_sge = 1;
  if (traits.receives) {
    attr.cap.max_recv_wr = std::max(attributes.max_recv_wr, 1u);
    attr.cap.max_recv_sge = std::max(attributes.max_recv_sge, 1u);
  }
  mlx5dv_qp_init_attr mlx5_attr{};
  if (traits.transport != transport::raw_packet) {
    mlx5_attr.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_QP_CREATE_FLAGS;
    mlx5_attr.create_flags = attributes.scatter_to_cqe ? MLX5DV_QP_CREATE_ALLOW_SCATTER_TO_CQE
                                                       : MLX5DV_QP_CREATE_DISABLE_SCATTER_TO_CQE;
  }
  if (traits.transport == transport::dci) {
    mlx5_attr.comp_mask |= MLX5DV_QP_INIT_ATTR_MASK_DC;
    mlx5_attr.dc_init_attr.dc_type = MLX5DV_DCTYPE_DCI;
    if (traits.streams == dci_streams::used) {
      mlx5_attr.comp_mask |= MLX5DV_QP_INIT_ATTR_MASK_DCI_STREAMS;
      mlx5_attr.dc_init_attr.dci_streams.log_num_concurent =
          attributes.dci_streams.log_num_concurent;
      mlx5_attr.dc_init_attr.dci_streams.log_num_errored = attributes.dci_streams.log_num_errored;
    }
  }
  auto* qp = mlx5dv_create_qp(pd.context().native(), &attr, &mlx5_attr);
  if (qp == nullptr) {
    if (errno == EPERM && traits.transport == transport::raw_packet) {
      throw error(EPERM, "mlx5dv_create_qp", pd.describe(), "raw packets need CAP_NET_RAW");
    }
    throw error(errno, "mlx5dv_create_qp", pd.describe(),
                "with " + std::to_string(attributes.max_send_wqebbs) + " WQEBBs and " +
                    std::to_string(attributes.max_recv_wr) + " receives of " +
                    std::to_string(attributes.max_recv_sge) + " SGEs" +
                    (attributes.scatter_to_cqe ? ", with scatter_to_cqe" : ""));
  }
  return native_ptr<ibv_qp>(qp);
}

bool is_in_error(ibv_qp* qp) noexcept {
  ibv_qp_attr attr{};
  ibv_qp_init_attr init{};
  return ibv_query_qp(qp, &attr, IBV_QP_STATE, &init) == 0 && attr.qp_state == IBV_QPS_ERR;
}

}  // namespace

qp_body::qp_body(const qp_domain& domain, cq_body& send_cq, cq_body& recv_cq, srq_body* srq,
                 const qp_traits& traits, const qp_attributes& attributes)
    : body(rank::queue_pair),
      context_(domain.pd().context()),
      transport_(traits.transport),
      port_(attributes.port),
      gid_index_(attributes.gid_index) {
  const auto port = context_.port(port_);
  if (gid_index_) (void)context_.gid(port, *gid_index_);
  if (transport_ == transport::raw_packet && port.link_layer != link_layer::ethernet) {
    throw error(
        std::errc::not_supported, "create_qp", domain.pd().describe(),
        "raw packets are Ethernet frames, and port " + std::to_string(port_) + " is InfiniBand");
  }
  check_attributes(domain.pd(), traits, attributes);
  if (scatters_to_cqe(transport_) && transport_ != transport::dci &&
      (send_cq.devx() != nullptr || recv_cq.devx() != nullptr)) {
    devx_.emplace(domain,
                  devx_qp_attributes{.transport = transport_,
                                     .receives = traits.receives,
                                     .send_cqn = send_cq.cqn(),
                                     .recv_cqn = recv_cq.cqn(),
                                     .srqn = srq != nullptr ? srq->srqn() : 0,
                                     .send_cqe_size = send_cq.cqe_size(),
                                     .recv_cqe_size = recv_cq.cqe_size()},
                  attributes);
    qpn_ = devx_->qpn();
  } else {
    native_ = create(domain, send_cq, recv_cq, srq, traits, attributes);
    qpn_ = native_->qp_num;
  }
  if (devx_) context_.events().subscribe(devx(), async_event_subject::qp);
  adopt(traits.ringers);
  send_memory_.null_lkey = recv_memory_.null_lkey = null_lkey(domain.pd().native());
  if (send_memory_.wqebbs < attributes.max_send_wqebbs) {
    throw error(std::errc::not_enough_memory, "mlx5dv_create_qp", describe(),
                "asked for " + std::to_string(attributes.max_send_wqebbs) + " WQEBBs, and got " +
                    std::to_string(send_memory_.wqebbs));
  }
  draw_psn();
}

qp_body::qp_body(context_body& context, verbs::transport transport, std::uint8_t port,
                 std::optional<std::uint16_t> gid_index, native_ptr<ibv_qp> native)
    : body(rank::queue_pair),
      context_(context),
      transport_(transport),
      port_(port),
      gid_index_(gid_index),
      native_(std::move(native)),
      qpn_(native_->qp_num) {
  const auto found = context_.port(port_);
  if (gid_index_) (void)context_.gid(found, *gid_index_);
  draw_psn();
}

mmio::doorbell_register* qp_body::doorbell(std::byte* reg, std::uint32_t half_size,
                                           mmio::ringers ringers) const {
  if (auto* const found = context_.doorbell(reg, half_size, ringers)) return found;
  throw error(std::errc::device_or_resource_busy, "create_qp", describe(),
              "its doorbell register is shared with queue pairs that say otherwise about who "
              "rings it: make those with ringers::one_thread on a uar");
}

void qp_body::adopt(mmio::ringers ringers) {
  if (devx_) {
    recv_qpn_ = qpn_;
    send_memory_ = devx_->send_memory();
    send_memory_.doorbell = doorbell(devx_->doorbell(), devx_->half_size(), ringers);
    recv_memory_ = devx_->recv_memory();
    return;
  }
  mlx5dv_qp dv{};
  mlx5dv_obj object{};
  object.qp.in = native_.get();
  object.qp.out = &dv;
  if (transport_ == transport::raw_packet) dv.comp_mask = MLX5DV_QP_MASK_RAW_QP_HANDLES;
  check(mlx5dv_init_obj(&object, MLX5DV_OBJ_QP), "mlx5dv_init_obj", describe());
  auto* dbrec = reinterpret_cast<std::byte*>(dv.dbrec);  // rcv_counter, then snd_counter
  recv_qpn_ = (dv.comp_mask & MLX5DV_QP_MASK_RAW_QP_HANDLES) != 0 && dv.rqn != 0 ? dv.rqn : qpn_;
  send_memory_ = {
      .ring = static_cast<std::byte*>(dv.sq.buf),
      .wqebbs = dv.sq.wqe_cnt,
      .dbrec = dbrec + sizeof *dv.dbrec,
      .doorbell = doorbell(static_cast<std::byte*>(dv.bf.reg), dv.bf.size, ringers),
      .qpn = qpn_,
  };
  recv_memory_ = {
      .ring = static_cast<std::byte*>(dv.rq.buf),
      .wqes = dv.rq.wqe_cnt,
      .stride = dv.rq.stride,
      .dbrec = dbrec,
  };
}

std::string qp_body::describe() const {
  return std::string(name(transport_)) + " " + hex(qpn_) + " of " + context_.name();
}

std::optional<std::uint32_t> qp_body::take_async_event(const void* native,
                                                       async_event_type) noexcept {
  if (native != native_.get() && native != devx()) return std::nullopt;
  // Asked rather than concluded: it may have been reset since.
  if (devx_ ? devx_->in_error() : is_in_error(native_.get())) state_ = qp_state::error;
  return qpn_;
}

int qp_body::destroy() noexcept {
  close_queues();
  if (devx_) context_.events().forget(devx());
  const int returned = devx_ ? devx_->destroy() : verbs::destroy(native_);
  if (returned == 0) devx_.reset();
  for (auto& attachment : attachments_) attachment.detach();
  return returned;
}

void qp_body::apply(qp_transition& transition, std::string_view remedy) {
  if (devx_) {
    transition.apply(*devx_, remedy);
  } else {
    transition.apply(native_.get(), remedy);
  }
}

void qp_body::draw_psn() { psn_ = std::random_device()() & max_24_bits; }

local_end qp_body::local_end() const {
  auto end = context_.local_end(port_);
  end.qp = {transport_, qpn_, gid_index(end.port)};
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

void qp_body::to_init(const init_attributes& attributes) {
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

  qp_transition rtr(transport_, state_, qp_state::rtr, describe());
  if (transport_ == transport::dci) {
    const auto mtu = attributes.path_mtu.value_or(port.active_mtu);
    rtr.set(qp_attribute::path_mtu, &ibv_qp_attr::path_mtu, native_mtu(rtr, mtu), IBV_MTU_4096);
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
  for (auto& attachment : attachments_) attachment.discard();
  draw_psn();
}

}  // namespace verbs

local_end any_queue_pair::local_end() const {
  const auto lock = body_->while_open("local_end");
  return body_->local_end();
}

qp_address any_queue_pair::address() const {
  const auto lock = body_->while_open("address");
  return body_->address();
}

void queue_pair::connect(const qp_address& peer, const connect_attributes& attributes) {
  const auto lock = body_->while_open("connect");
  if (body_->state() == qp_state::reset) body_->to_init(attributes.init);
  body_->to_rtr(peer, attributes.rtr);
  body_->to_rts(attributes.rts);
}

void queue_pair::to_init(const init_attributes& attributes) {
  const auto lock = body_->while_open("to_init");
  body_->to_init(attributes);
}

void queue_pair::to_rtr(const qp_address& peer, const rtr_attributes& attributes) {
  const auto lock = body_->while_open("to_rtr");
  body_->to_rtr(peer, attributes);
}

void queue_pair::to_rts(const rts_attributes& attributes) {
  const auto lock = body_->while_open("to_rts");
  body_->to_rts(attributes);
}

void unconnected_queue_pair::activate(const activate_attributes& attributes) {
  const auto lock = body_->while_open("activate");
  body_->activate(attributes);
}

void any_queue_pair::to_error() {
  const auto lock = body_->while_open("to_error");
  body_->to_error();
}

void any_queue_pair::reset() {
  {
    const auto lock = body_->while_open("reset");
    body_->to_reset();
  }
  body_->reset_queues();  // drops the entries, which may own handles: not under the lock
}

}  // namespace verbatim
