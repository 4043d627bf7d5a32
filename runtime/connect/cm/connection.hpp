// Connections that rdma_cm has made, and how they are made.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

#include "verbatim/connect/cm/address.hpp"
#include "verbatim/connect/cm/cm_error.hpp"
#include "verbatim/connect/cm/id_options.hpp"
#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/base/waiting.hpp"
#include "verbatim/verbs/memory/access.hpp"
#include "verbatim/verbs/queue_pair/queue_pair.hpp"
#include "verbatim/verbs/values/path.hpp"
#include "verbatim/verbs/values/timers.hpp"

namespace verbatim::cm {

namespace detail {
struct connection_state;
}  // namespace detail

/// The queue pair's side of a connection. The other attributes come from the route.
struct end_options {
  /// Posts the first receives and rings their doorbell. Called in INIT, before the peer can send.
  /// If it throws, the connection is not made.
  std::function<void()> post_receives = nullptr;

  /// The rights of the peer. Default: all that the transport can do.
  std::optional<access> qp_access_flags = std::nullopt;

  /// The most READs and atomics at once, in either direction. The device and the peer may take less.
  std::uint8_t max_rd_atomic = 255;

  /// The wait that this end asks for when it has no receive posted. rdma_cm itself would ask for
  /// 655 ms.
  rnr_timer min_rnr_timer = rnr_timer::ms_0_64;

  std::uint8_t retry_cnt = 7;                             ///< as in rts_attributes
  rnr_retry_count rnr_retry = rnr_retry_count::infinite;  ///< as in rts_attributes
};

/// Options of route::connect().
struct connect_options {
  request_data private_data = {};  ///< for connection_request::private_data() of the peer
  end_options end = {};
  /// The time limit, until the peer has accepted.
  std::chrono::milliseconds timeout = std::chrono::seconds(5);
};

/// Options of connection_request::accept().
struct accept_options {
  reply_data private_data = {};  ///< for connection::private_data() of the peer
  end_options end = {};
  /// The time limit, until the peer has confirmed.
  std::chrono::milliseconds timeout = std::chrono::seconds(5);
};

/// The ways in which a connection ends.
enum class ending : std::uint8_t {
  not_yet,         ///< it has not ended
  by_peer,         ///< the peer disconnected, closed or died
  by_this_end,     ///< disconnect(), and the peer confirmed
  unconfirmed,     ///< disconnect(), and the peer did not answer in time
  device_removed,  ///< the device was taken out
};

/// Returns in words how the connection ended.
std::string_view meaning(ending how) noexcept;
inline std::ostream& operator<<(std::ostream& out, ending value) { return out << meaning(value); }

/// A connection of a queue pair, which is in RTS. Copies are the same connection. It ends with the last
/// of them: drop none while the queue pair is used.
///
/// When a connection ends, in whatever way, its queue pair goes to ERROR, and what was posted completes
/// as flushed. Closing the queue pair is up to the program.
class connection {
 public:
  /// True until the connection has ended.
  bool is_open() const noexcept;
  ending ended() const noexcept;

  /// Returns the addresses and port numbers of both ends.
  const address& local() const noexcept;
  const address& peer() const noexcept;

  /// Returns the route as this end sees it; nothing on iWARP, whose packets the kernel routes.
  std::optional<verbatim::path> path() const;

  /// Returns the private data of the peer's message: of its request, or of its acceptance. On
  /// InfiniBand and RoCE, zeros follow up to the message's limit.
  std::span<const std::byte> private_data() const noexcept;

  /// Returns the queue pair.
  connected_qp qp() const noexcept;

  /// Has the callback told once when the connection ends, other than by disconnect() or close(). It is
  /// told at once, on the thread that drives the reactor, if that has happened already.
  void on_end(std::function<void(ending)> callback);

  /// Disconnects, and waits until the peer has confirmed; peers do so when their program notices.
  /// Drain the queue pair before: what is posted and not completed is flushed. Returns false if the
  /// time was over before. The connection has ended in any case.
  bool disconnect(std::chrono::milliseconds linger = std::chrono::seconds(1));

  /// Begins to disconnect. The callback is told by_this_end, by_peer or unconfirmed.
  void disconnect(std::chrono::milliseconds linger, std::function<void(ending)> callback);

  /// Ends the connection without waiting for the peer, which hears of it even so. Any thread may call
  /// it. The report says what the kernel refused.
  close_report close() noexcept;

  /// Returns text such as `connection to 10.0.0.1:7471`.
  std::string describe() const;

  bool operator==(const connection&) const noexcept = default;

  /// Used by this library to make one.
  explicit connection(std::shared_ptr<detail::connection_state> state) noexcept
      : state_(std::move(state)) {}

 private:
  std::shared_ptr<detail::connection_state> state_;
};

inline std::ostream& operator<<(std::ostream& out, const connection& value) {
  return out << value.describe();
}

}  // namespace verbatim::cm
