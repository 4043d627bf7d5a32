// All queues that complete into the compared completion queues: of every transport, three times.
#pragma once

#include <infiniband/mlx5dv.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "compared_buffers.hpp"
#include "compared_receivers.hpp"
#include "compared_senders.hpp"
#include "completing_sides.hpp"
#include "dice.hpp"
#include "operation.hpp"
#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/raw_packet.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/uc.hpp"
#include "verbatim/generated/transports/ud.hpp"
#include "verbatim/generated/transports/xrc.hpp"
#include "verbatim/queue/completion/completion_queue.hpp"

namespace verbatim::test {

template <class Transport>
struct two_way_endpoint {
  compared_send_queue<Transport>& sq;
  recv_queue<std::uint64_t>& rq;
};
template <class Transport>
struct sending_endpoint {
  compared_send_queue<Transport>& sq;
};
struct endpoint_on_srq {
  compared_send_queue<rc>& sq;
  shared_recv_queue<std::uint64_t>& rq;
};
struct receiving_endpoint {
  shared_recv_queue<std::uint64_t>& rq;
};

struct begin_datagram {
  template <class SendQueue>
  auto operator()(SendQueue& sq) const {
    return sq.sq_wqe().av(av_ud_seg{});
  }
};
struct begin_dc {
  template <class SendQueue>
  auto operator()(SendQueue& sq) const {
    return sq.sq_wqe().av(av_dc_seg{});
  }
};
struct begin_xrc {
  template <class SendQueue>
  auto operator()(SendQueue& sq) const {
    return sq.sq_wqe().xrc(1);
  }
};

/// In 4 WQEBBs, less the octowords of the transport.
inline operation_limits limits_behind(unsigned prefix) {
  return {.sges = 6, .inline_bytes = 60, .octowords = 16 - prefix};
}

/// The owner of a CQE.
struct party {
  std::uint32_t index;  ///< user index
  std::uint32_t qpn;
  sender* sends = nullptr;
  receiver* receives = nullptr;
  bool raw = false;
};

using native_sides = std::array<std::unique_ptr<native_side>, verbs_pollers.size()>;

/// The queues of libmlx5 that `native_sides` has, and the same once more of ours.
template <cq_format Format>
class compared_queues {
 public:
  using completions =
      completion_queue<with_format<Format>, two_way_endpoint<rc>, two_way_endpoint<uc>,
                       two_way_endpoint<ud>, sending_endpoint<dci>, sending_endpoint<xrc>,
                       endpoint_on_srq, receiving_endpoint, two_way_endpoint<raw_packet>>;

  compared_queues(dice& random, const native_sides& theirs)
      : random_(random),
        has_packets_(theirs[by_poll_cq]->raw_packet.has_value()),
        srq_wqes_(native_side::srq_wqes(theirs[by_poll_cq]->srq.get())),
        xrc_srq_wqes_(native_side::srq_wqes(theirs[by_poll_cq]->xrc_srq.get())) {
    for (const auto whose : verbs_pollers) introduce(whose, *theirs[whose]);
    parties_ = {{of_rc, qpn(of_rc), &rc_, &rc_receives_},
                {of_uc, qpn(of_uc), &uc_, &uc_receives_},
                {of_ud, qpn(of_ud), &ud_, &ud_receives_},
                {of_dci, qpn(of_dci), &dci_},
                {of_xrc, qpn(of_xrc), &xrc_},
                {of_rc_on_srq, qpn(of_rc_on_srq), &rc_on_srq_, &shared_},
                {of_dct, qpn(of_dct), nullptr, &shared_},
                {of_xrc_srq, qpn(of_xrc_srq), nullptr, &xrc_shared_}};
    if (has_packets_) {
      parties_.push_back({of_raw_packet, qpn(of_raw_packet), &packets_, &packet_receives_, true});
    }
  }

  const std::vector<party>& parties() const { return parties_; }
  bool has_packets() const { return has_packets_; }
  buffers& memory() { return memory_; }

  /// Lets our queues complete there.
  void attach_to(completions& cq) {
    const auto attach = [&](user_index of, auto& endpoint) {
      cq.attach(Format.owner == cqe_owner::qpn ? qpn(of) : of, endpoint);
    };
    attach(of_rc, rc_endpoint_);
    attach(of_uc, uc_endpoint_);
    attach(of_ud, ud_endpoint_);
    attach(of_dci, dci_endpoint_);
    attach(of_xrc, xrc_endpoint_);
    attach(of_rc_on_srq, rc_on_srq_endpoint_);
    attach(of_dct, dct_endpoint_);
    if constexpr (Format.owner == cqe_owner::qpn) {
      cq.attach_xrc_srq(xrc_srq_endpoint_);
    } else {
      attach(of_xrc_srq, xrc_srq_endpoint_);
    }
    if (has_packets_) attach(of_raw_packet, packet_endpoint_);
  }

  /// Fills all of them.
  void post() {
    for (auto& p : parties_) {
      if (p.sends) p.sends->post();
      if (p.receives) p.receives->post();
    }
  }

  /// True if the indexes have outgrown wqe_counter.
  bool indexes_have_wrapped() const {
    return std::min({rc_endpoint_.sq.pi(), uc_endpoint_.sq.pi(), rc_endpoint_.rq.pi(),
                     uc_endpoint_.rq.pi()}) > 1u << 16;
  }

 private:
  std::uint32_t qpn(user_index of) const { return first_qpn_ + of; }

  void introduce(poller whose, native_side& native) {
    ibv_ah* const ah = native.address.get();
    const sender::addresses datagram{
        [ah](ibv_send_wr& wr) { wr.wr.ud = {.ah = ah, .remote_qpn = 1, .remote_qkey = 2}; },
        [ah](ibv_qp_ex* qp) { ibv_wr_set_ud_addr(qp, ah, 1, 2); }};
    const sender::addresses dc{{}, [ah](ibv_qp_ex* qp) {
                                 mlx5dv_wr_set_dc_addr(mlx5dv_qp_ex_from_ibv_qp_ex(qp), ah, 1, 2);
                               }};
    const sender::addresses xrc{[](ibv_send_wr& wr) { wr.qp_type.xrc.remote_srqn = 1; },
                                [](ibv_qp_ex* qp) { ibv_wr_set_xrc_srqn(qp, 1); }};
    rc_.set_theirs(whose, native.rc.get(), {});
    uc_.set_theirs(whose, native.uc.get(), {});
    ud_.set_theirs(whose, native.ud.get(), datagram);
    dci_.set_theirs(whose, native.dci.get(), dc);
    dci_.only_by_ibv_wr();
    xrc_.set_theirs(whose, native.xrc.get(), xrc);
    rc_on_srq_.set_theirs(whose, native.rc_on_srq.get(), {});
    rc_receives_.set_theirs(whose, native.rc.get());
    uc_receives_.set_theirs(whose, native.uc.get());
    ud_receives_.set_theirs(whose, native.ud.get());
    shared_.set_theirs(whose, native.srq.get());
    xrc_shared_.set_theirs(whose, native.xrc_srq.get());
    if (!native.raw_packet) return;
    packets_.set_theirs(whose, native.raw_packet->get(), {});
    packet_receives_.set_theirs(whose, native.raw_packet->get());
  }

  static operation_limits unreliable(unsigned prefix) {
    auto limits = limits_behind(prefix);
    limits.reliable = false;
    return limits;
  }
  static operation_limits datagrams(unsigned prefix) {
    auto limits = unreliable(prefix);
    limits.datagram = true;
    return limits;
  }

  dice& random_;
  bool has_packets_;
  std::uint32_t srq_wqes_;
  std::uint32_t xrc_srq_wqes_;
  std::uint32_t first_qpn_ = random_.below(0xffff00) + 1;
  buffers memory_{400};
  rc_sender rc_{random_, memory_, limits_behind(0), qpn(of_rc), {}};
  transport_sender<uc, begin_plain> uc_{random_, memory_, unreliable(0), qpn(of_uc), {}};
  transport_sender<ud, begin_datagram> ud_{random_, memory_, datagrams(3), qpn(of_ud), {}};
  transport_sender<dci, begin_dc> dci_{random_, memory_, limits_behind(3), qpn(of_dci), {}};
  transport_sender<xrc, begin_xrc> xrc_{random_, memory_, limits_behind(1), qpn(of_xrc), {}};
  transport_sender<rc, begin_plain> rc_on_srq_{
      random_, memory_, limits_behind(0), qpn(of_rc_on_srq), {}};
  packet_sender packets_{random_, memory_, qpn(of_raw_packet)};
  own_receiver rc_receives_{random_, memory_};
  own_receiver uc_receives_{random_, memory_};
  own_receiver ud_receives_{random_, memory_};
  own_receiver packet_receives_{random_, memory_};
  shared_receiver shared_{random_, memory_, srq_wqes_};
  shared_receiver xrc_shared_{random_, memory_, xrc_srq_wqes_};

  two_way_endpoint<rc> rc_endpoint_{rc_.sq(), rc_receives_.rq()};
  two_way_endpoint<uc> uc_endpoint_{uc_.sq(), uc_receives_.rq()};
  two_way_endpoint<ud> ud_endpoint_{ud_.sq(), ud_receives_.rq()};
  sending_endpoint<dci> dci_endpoint_{dci_.sq()};
  sending_endpoint<xrc> xrc_endpoint_{xrc_.sq()};
  endpoint_on_srq rc_on_srq_endpoint_{rc_on_srq_.sq(), shared_.rq()};
  receiving_endpoint dct_endpoint_{shared_.rq()};
  receiving_endpoint xrc_srq_endpoint_{xrc_shared_.rq()};
  two_way_endpoint<raw_packet> packet_endpoint_{packets_.sq(), packet_receives_.rq()};

  std::vector<party> parties_;
};

}  // namespace verbatim::test
