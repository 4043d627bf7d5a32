// Address handles: resolved paths to a peer, for datagrams and for WQEs of DCIs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "verbatim/generated/segments/av_dc_seg.hpp"
#include "verbatim/generated/segments/av_ud_seg.hpp"
#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/base/native.hpp"
#include "verbatim/verbs/context/context.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/queue_pair/qp_address.hpp"
#include "verbatim/verbs/queue_pair/qp_attributes.hpp"

namespace verbatim {

namespace verbs {

class address_handle_body final : public body {
 public:
  address_handle_body(pd_body& pd, const qp_address& peer, const path_attributes& path);

  ibv_ah* native() const noexcept { return native_.get(); }
  const qp_address& peer() const noexcept { return peer_; }
  std::string describe() const override;

  /// Returns the address vector of an mlx5 WQE, without the key and the number.
  const std::byte* vector() const noexcept { return vector_.data(); }

 private:
  int destroy() noexcept override { return verbs::destroy(native_); }

  std::string device_;
  qp_address peer_;
  native_ptr<ibv_ah> native_;
  std::array<std::byte, av_ud_seg::size> vector_{};
};

}  // namespace verbs

/// The destination of datagrams that are posted through libibverbs: an address handle and the
/// peer's queue pair. The handle must outlive the requests that use it.
struct ud_destination {
  ibv_ah* ah = nullptr;    ///< the handle, in the QP's protection domain
  std::uint32_t qpn = 0;   ///< QP number of the peer, 24 bits
  std::uint32_t qkey = 0;  ///< Q_Key of the peer
};

/// A path to a peer that the provider has resolved (on RoCE, to a MAC address). On mlx5 devices, it
/// also makes the address vectors of WQEs:
///
///   verbatim::address_handle to(pd, peer.address());
///   verbs_qp<ud>::request::send(slice).to(to.destination(qkey))…  // of any device
///   ud.sq_wqe().av(to.ud(qkey)).send(flags)…
///   dci.sq_wqe().av(to.dc(dc_key)).write(flags)…
///
/// The address vectors are values: the handle need not outlive them.
class address_handle : public handle<verbs::address_handle_body> {
 public:
  /// Resolves the path to the peer.
  address_handle(const pd& pd, const qp_address& peer, const path_attributes& way = {})
      : handle(verbs::make<verbs::address_handle_body>("ibv_create_ah", {pd.body()}, *pd.body(),
                                                       peer, way)) {}

  /// Returns the address vector for datagrams to the peer's QP.
  av_ud_seg ud(std::uint32_t qkey) const noexcept {
    auto vector = av_ud_seg::read(body_->vector());
    vector.qkey = qkey;
    vector.dqp_dct = body_->peer().qpn;
    return vector;
  }

  /// Returns the address vector for a DCI's WQEs to the peer's DCT.
  av_dc_seg dc(std::uint64_t dc_key) const noexcept {
    auto vector = av_dc_seg::read(body_->vector());
    vector.dc_key = dc_key;
    vector.dqp_dct = body_->peer().qpn;
    return vector;
  }

  /// Returns the destination of datagrams to the peer's QP that are posted through libibverbs. The
  /// default qkey is that of activate_attributes.
  ud_destination destination(std::uint32_t qkey = activate_attributes{}.qkey) const noexcept {
    return {body_->native(), body_->peer().qpn, qkey};
  }

  /// Returns the ibv_ah, for calls that this library does not make; null after close().
  ibv_ah* native() const noexcept { return body_->native(); }
};

}  // namespace verbatim
