// The options of a datagram socket, and the results of sending and receiving.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "verbatim/stream/base/datagram_destination.hpp"
#include "verbatim/verbs/completion/work_completion.hpp"

namespace verbatim::stream {

/// The options of a datagram socket.
struct datagram_options {
  std::uint32_t sends = 64;      ///< datagrams that the device may not have sent yet, at least 1
  std::uint32_t receives = 256;  ///< datagrams that can wait or be held here, at least 1
  std::uint32_t qkey = default_qkey;  ///< the Q_Key that datagrams to this socket must carry
  std::uint32_t peers = 1024;         ///< address handles that are kept for replies, at least 1
  std::uint8_t port = 1;              ///< the port on which it sends and receives

  /// The index of a GID, as in qp_attributes.
  std::optional<std::uint16_t> gid_index = std::nullopt;
};

/// The state of a datagram socket that a send or receive reports.
enum class datagram_status : std::uint8_t {
  ok,             ///< a datagram was sent or received
  would_block,    ///< none has arrived, or there is no room for one
  too_long,       ///< the datagram is longer than datagram_socket::longest()
  timed_out,      ///< the time limit has passed
  busy,           ///< another send or receive is waiting already
  no_slot,        ///< the piece has no slot, because all slots of its pool are taken
  closed,         ///< the socket was closed
  failed,         ///< the queue pair is in ERROR: datagram_result::reason is the reason
  device_failed,  ///< the device has failed
};

/// Returns the name, such as `too_long`.
std::string_view name(datagram_status status) noexcept;
inline std::ostream& operator<<(std::ostream& out, datagram_status value) {
  return out << name(value);
}

/// Returns a sentence with the cause and the remedy.
std::string_view meaning(datagram_status status) noexcept;

/// The result of sending or receiving a datagram.
struct [[nodiscard("look whether the datagram was sent")]] datagram_result {
  datagram_status status = datagram_status::ok;
  wc_status reason = wc_status::success;  ///< of the request that failed first, with `failed`
  std::uint32_t longest = 0;              ///< the longest datagram of the socket, in bytes
  std::size_t bytes = 0;                  ///< the length of the datagram, also if it is too long

  bool ok() const noexcept { return status == datagram_status::ok; }
  explicit operator bool() const noexcept { return ok(); }

  /// Returns the result in words, with the remedy. Allocates.
  std::string message() const;
};

/// The counters of a datagram socket.
struct datagram_statistics {
  std::uint64_t sent = 0, received = 0;
  std::uint64_t bytes_sent = 0, bytes_received = 0;
  std::uint64_t in_place = 0;     ///< sent datagrams that were not copied
  std::uint64_t wqes = 0;         ///< WQEs posted to the send queue
  std::uint64_t signaled = 0;     ///< signaled WQEs among them
  std::uint64_t handles = 0;      ///< address handles that were made for replies
  std::uint32_t fewest_free = 0;  ///< the fewest receives that were posted; 0: the device may have
                                  ///< dropped datagrams
};

}  // namespace verbatim::stream
