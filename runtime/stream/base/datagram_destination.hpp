// The destination of datagrams that a socket sends.
#pragma once

#include <cstdint>
#include <utility>

#include "verbatim/generated/segments/av_ud_seg.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/queue_pair/address_handle.hpp"
#include "verbatim/verbs/queue_pair/qp_address.hpp"
#include "verbatim/verbs/queue_pair/qp_attributes.hpp"

namespace verbatim::stream {

/// The Q_Key of datagram sockets unless they are given another. It is the Q_Key of rdma_cm, so that
/// its groups and its peers can be reached.
inline constexpr std::uint32_t default_qkey = 0x01234567;

/// The destination of datagrams: a queue pair or a group, and the way to it. It is a value; copies
/// share an address handle, and copying allocates nothing. Making one from an address allocates.
///
///   datagram_destination to(pd, peer.address());
///   datagram_destination to(pd, found.to, found.qkey, found.path);  // a cm::datagram_peer
class datagram_destination {
 public:
  datagram_destination(const pd& pd, const qp_address& peer, std::uint32_t qkey = default_qkey,
                       const path_attributes& way = {})
      : datagram_destination(address_handle(pd, peer, way), peer.qpn, qkey) {}

  /// Makes a destination from a handle of the way, the number of the queue pair, and its Q_Key.
  datagram_destination(address_handle way, std::uint32_t qpn, std::uint32_t qkey) noexcept
      : way_(std::move(way)), vector_(way_.ud(qkey)) {
    vector_.dqp_dct = qpn;
  }

  std::uint32_t qpn() const noexcept { return vector_.dqp_dct; }
  std::uint32_t qkey() const noexcept { return vector_.qkey; }

  /// Returns the handle, which may be one for another queue pair of the same port.
  const address_handle& way() const noexcept { return way_; }

  /// Returns the address vector of WQEs. It is meaningful on mlx5 devices only.
  const av_ud_seg& vector() const noexcept { return vector_; }

  /// Returns the destination of requests that are posted through libibverbs.
  ud_destination native() const noexcept { return {way_.native(), qpn(), qkey()}; }

 private:
  address_handle way_;
  av_ud_seg vector_;
};

}  // namespace verbatim::stream
