// Where datagrams and WQEs of DCIs go: the address vectors of a path.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "verbatim/generated/segments/av_dc_seg.hpp"
#include "verbatim/generated/segments/av_ud_seg.hpp"
#include "verbatim/verbs/body.hpp"
#include "verbatim/verbs/context.hpp"
#include "verbatim/verbs/native.hpp"
#include "verbatim/verbs/pd.hpp"
#include "verbatim/verbs/qp_address.hpp"
#include "verbatim/verbs/qp_attributes.hpp"

namespace verbatim {

namespace verbs {

class address_handle_body final : public body {
 public:
  address_handle_body(pd_body& pd, const qp_address& peer, const path_attributes& path);

  ibv_ah* native() const noexcept { return native_.get(); }
  const qp_address& peer() const noexcept { return peer_; }
  std::string describe() const override;

  /// The path as it stands in a WQE of mlx5, with the key and the number left to be filled in.
  const std::byte* vector() const noexcept { return vector_.data(); }

 private:
  int destroy() noexcept override { return verbs::destroy(native_); }

  std::string device_;
  qp_address peer_;
  native_ptr<ibv_ah> native_;
  std::array<std::byte, av_ud_seg::size> vector_{};
};

}  // namespace verbs

/// A queue pair of datagrams behind an address handle, for requests that go through verbs. The handle outlives
/// what is posted.
struct ud_destination {
  ibv_ah* ah = nullptr;
  std::uint32_t qpn = 0;
  std::uint32_t qkey = 0;
};

/// A path to a peer, which the device's library has resolved (on RoCE to a MAC address). Of mlx5 devices it
/// is a part of WQEs too:
///
///   verbatim::address_handle to(pd, peer.address());
///   verbs_ud_qp::request::send(slice).to(to.destination(qkey))…  // of any device
///   ud.sq_wqe().av(to.ud(qkey)).send(flags)…
///   dci.sq_wqe().av(to.dc(dc_key)).write(flags)…
///
/// The vectors are values: it need not outlive them.
class address_handle : public handle<verbs::address_handle_body> {
 public:
  address_handle(const pd& pd, const qp_address& peer, const path_attributes& path = {})
      : handle(verbs::make<verbs::address_handle_body>("ibv_create_ah", {pd.body()}, *pd.body(),
                                                       peer, path)) {}

  /// For datagrams to the peer's QP.
  av_ud_seg ud(std::uint32_t qkey) const noexcept {
    auto vector = av_ud_seg::read(body_->vector());
    vector.qkey = qkey;
    vector.dqp_dct = body_->peer().qpn;
    return vector;
  }

  /// For a DCI's WQEs to the peer's DCT.
  av_dc_seg dc(std::uint64_t dc_key) const noexcept {
    auto vector = av_dc_seg::read(body_->vector());
    vector.dc_key = dc_key;
    vector.dqp_dct = body_->peer().qpn;
    return vector;
  }

  /// For datagrams to the peer's QP that are posted through verbs. Without a qkey: that of
  /// activate_attributes.
  ud_destination destination(std::uint32_t qkey = activate_attributes{}.qkey) const noexcept {
    return {body_->native(), body_->peer().qpn, qkey};
  }

  /// For calls that this library does not make; null after close().
  ibv_ah* native() const noexcept { return body_->native(); }
};

}  // namespace verbatim
