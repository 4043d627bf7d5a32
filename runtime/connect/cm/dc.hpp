// Connections of dynamically connected (DC) queue pairs: each end gives its peer a DCT.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>

#include "verbatim/connect/cm/cm_error.hpp"
#include "verbatim/connect/cm/connection.hpp"
#include "verbatim/connect/cm/id_options.hpp"
#include "verbatim/connect/cm/listener.hpp"
#include "verbatim/connect/cm/route.hpp"
#include "verbatim/generated/segments/av_dc_seg.hpp"
#include "verbatim/verbs/direct/dct.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/queue_pair/address_handle.hpp"
#include "verbatim/verbs/queue_pair/qp_address.hpp"
#include "verbatim/verbs/queue_pair/qp_attributes.hpp"
#include "verbatim/verbs/queue_pair/reserved_qpn.hpp"

namespace verbatim::cm {

namespace detail {
struct dc_state;
}  // namespace detail

/// The bytes at the beginning of the private data of requests and acceptances for DC: 0xdc, the
/// number of the DCT in 3 bytes or 0, and its DC key in 8 bytes, big-endian. The private data of
/// the program follow.
inline constexpr std::size_t dc_head = 12;

/// One end of a connection of DC queue pairs.
struct dc_end {
  /// The number of the connection in rdma_cm's messages. Reserve one for each connection, with
  /// `reserved_qpn(context)`.
  reserved_qpn number;

  /// The DCT to which the peer's DCIs can send. Default: none, if the peer only receives.
  std::optional<verbs::any_dct> target = std::nullopt;
};

/// The DCT of the peer.
struct dc_peer {
  qp_address to = {};         ///< the DCT's number as qpn, the LID and the GID
  path_attributes path = {};  ///< the attributes of the path to it
  std::uint64_t dc_key = 0;   ///< the key that WQEs to it must carry

  /// Makes the address vector of WQEs to the DCT: `dci.sq_wqe().av(peer.av(pd)).write()`.
  av_dc_seg av(const pd& pd) const { return address_handle(pd, to, path).dc(dc_key); }
};

/// Options of connect_dc().
struct dc_connect_options {
  private_data<request_data::limit - dc_head> data = {};  ///< see dc_connection::private_data()
  std::chrono::milliseconds timeout = std::chrono::seconds(5);  ///< for the peer's acceptance
};

/// Options of accept_dc().
struct dc_accept_options {
  private_data<reply_data::limit - dc_head> data = {};  ///< see dc_connection::private_data()
  std::chrono::milliseconds timeout = std::chrono::seconds(5);  ///< for the peer's confirmation
};

/// A connection of DC queue pairs, which reports the end of the peer. Any DCI can send to the peer's DCT, and
/// they are not affected when the connection ends. Copies refer to the same connection, which ends when the
/// last copy is destroyed.
class dc_connection : private connection {
 public:
  using connection::close;
  using connection::describe;
  using connection::disconnect;
  using connection::ended;
  using connection::is_open;
  using connection::local;
  using connection::on_end;
  using connection::path;
  using connection::peer;
  using connection::private_data;

  /// Returns the DCT of the peer; nothing if the peer only sends.
  const std::optional<dc_peer>& peer_dct() const noexcept;

  bool operator==(const dc_connection&) const noexcept = default;

  /// The constructor is for this library only.
  explicit dc_connection(std::shared_ptr<detail::dc_state> state) noexcept;

 private:
  std::shared_ptr<detail::dc_state> state_;
};

inline std::ostream& operator<<(std::ostream& out, const dc_connection& value) {
  return out << value.describe();
}

/// Connects along a route of kind rc, and returns when the peer has accepted with accept_dc().
/// Throws a cm::error if the peer rejects, has no DC, or does not answer in time.
[[nodiscard]] dc_connection connect_dc(route along, const dc_end& end,
                                       const dc_connect_options& options = {});

/// Begins to connect. The callback receives the connection or the error, on the thread that drives
/// the reactor. Throws if this end does not fit the route.
void connect_dc(route along, const dc_end& end, const dc_connect_options& options,
                std::function<void(outcome<dc_connection>)> callback);

/// Accepts a request of connect_dc(), and returns when the peer has confirmed. Other requests are
/// rejected with an error. The DCT must be able to receive, as it is from its constructor on.
[[nodiscard]] dc_connection accept_dc(connection_request request, const dc_end& end,
                                      const dc_accept_options& options = {});

/// Begins to accept. The callback receives the connection or the error, on the thread that drives
/// the reactor. Throws if this end does not fit the request, which is then rejected.
void accept_dc(connection_request request, const dc_end& end, const dc_accept_options& options,
               std::function<void(outcome<dc_connection>)> callback);

}  // namespace verbatim::cm
