// Connections that are made with rdma_cm, and their options.
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

/// The queue pair attributes that a program chooses for a connection. The other attributes come
/// from the route.
struct end_options {
  /// The function that posts the first receives and rings their doorbell. It is called in INIT,
  /// before the peer can send. If it throws, the connection is not made.
  std::function<void()> post_receives = nullptr;

  /// The rights of the peer. Default: all rights that the transport supports.
  std::optional<access> qp_access_flags = std::nullopt;

  /// The most READs and atomics at once, in either direction. The device and the peer may lower it.
  std::uint8_t max_rd_atomic = 255;

  /// The time for which a sender waits if this end has no receive posted. The value of rdma_cm
  /// itself is 655 ms.
  rnr_timer min_rnr_timer = rnr_timer::ms_0_64;

  std::uint8_t retry_cnt = 7;                             ///< as in rts_attributes
  rnr_retry_count rnr_retry = rnr_retry_count::infinite;  ///< as in rts_attributes
};

/// Options of route::connect().
struct connect_options {
  request_data private_data = {};  ///< the peer reads it with connection_request::private_data()
  end_options end = {};
  /// The time limit for the peer's acceptance.
  std::chrono::milliseconds timeout = std::chrono::seconds(5);
};

/// Options of connection_request::accept().
struct accept_options {
  reply_data private_data = {};  ///< the peer reads it with connection::private_data()
  end_options end = {};
  /// The time limit for the peer's confirmation.
  std::chrono::milliseconds timeout = std::chrono::seconds(5);
};

/// The ways in which a connection ends.
enum class ending : std::uint8_t {
  not_yet,         ///< it has not ended
  by_peer,         ///< the peer disconnected, closed or died
  by_this_end,     ///< disconnect() was called, and the peer confirmed
  unconfirmed,     ///< disconnect() was called, and the peer did not answer in time
  device_removed,  ///< the device was removed
};

/// Returns the meaning in words.
std::string_view meaning(ending how) noexcept;
inline std::ostream& operator<<(std::ostream& out, ending value) { return out << meaning(value); }

/// A connection of a queue pair, which is in RTS. Copies refer to the same connection. The
/// connection ends when the last copy is destroyed, so keep one as long as the queue pair is used.
///
/// When a connection ends in any way, its queue pair goes to ERROR, and outstanding WQEs complete
/// as flushed. The program has to close the queue pair itself.
class connection {
 public:
  /// Returns true until the connection has ended.
  bool is_open() const noexcept;
  ending ended() const noexcept;

  /// These functions return the addresses and port numbers of the two ends.
  const address& local() const noexcept;
  const address& peer() const noexcept;

  /// Returns the path as seen by this end; nothing on iWARP, where the kernel routes the packets.
  std::optional<verbatim::path> path() const;

  /// Returns the private data of the peer's request or acceptance. On InfiniBand and RoCE, zeros
  /// pad it to the message's limit.
  std::span<const std::byte> private_data() const noexcept;

  /// Returns the queue pair.
  connected_qp qp() const noexcept;

  /// Calls the callback once when the connection ends for another reason than disconnect() or
  /// close(). If it has already ended, the callback is called at once, on the thread that drives
  /// the reactor.
  void on_end(std::function<void(ending)> callback);

  /// Disconnects, and waits until the peer has confirmed. Peers confirm when their program handles
  /// the event. Drain the queue pair before you call it: outstanding WQEs are flushed. Returns
  /// false if the time limit passed first; the connection has ended in any case.
  bool disconnect(std::chrono::milliseconds linger = std::chrono::seconds(1));

  /// Begins to disconnect. The callback receives by_this_end, by_peer or unconfirmed.
  void disconnect(std::chrono::milliseconds linger, std::function<void(ending)> callback);

  /// Ends the connection without waiting for the peer, which is notified nevertheless. Any thread
  /// may call it. Returns a report of the calls that the kernel refused.
  close_report close() noexcept;

  /// Returns text such as `connection to 10.0.0.1:7471`.
  std::string describe() const;

  bool operator==(const connection&) const noexcept = default;

  /// The constructor is for this library only.
  explicit connection(std::shared_ptr<detail::connection_state> state) noexcept
      : state_(std::move(state)) {}

 private:
  std::shared_ptr<detail::connection_state> state_;
};

inline std::ostream& operator<<(std::ostream& out, const connection& value) {
  return out << value.describe();
}

}  // namespace verbatim::cm
