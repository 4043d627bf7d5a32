// The options of a stream, and the results of reading and writing.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string_view>

#include "verbatim/stream/protocol/message.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/queue_pair/qp_address.hpp"

namespace verbatim::stream {

/// The memory in which the messages of a stream arrive.
enum class receive_from : std::uint8_t {
  own,     ///< the stream has slots of its own for its whole window
  shared,  ///< the engine has slots for all its streams: see engine::share_receives()
};

/// The options of the receives that streams share.
struct shared_options {
  std::uint32_t slots = 16384;     ///< of all streams; each needs at least 7
  std::uint32_t slot_bytes = 256;  ///< bytes of a slot, at least 64
};

/// The options of a stream.
struct stream_options {
  std::uint32_t window = 64;        ///< messages that can wait at this end, 1 to 2^15 - 1
  std::uint32_t slot_bytes = 4096;  ///< bytes of a slot, at least 64

  /// Bytes of the ring into which the peer writes slices that are longer than a slot; 0 for none.
  /// At least two slots. Only a byte_stream may have a ring.
  std::uint32_t ring_bytes = 0;

  /// The peer lends messages of at least so many bytes, and receive_into() reads them out of the
  /// peer's memory. 0: never. Only a message_channel may set it.
  std::uint32_t lend_from = 0;

  /// If nothing has arrived for this time, the stream sends a PING. If no answer comes within one
  /// and a half times that, the stream is truncated. 0: never. The peer's engine has to run in time.
  std::chrono::milliseconds keepalive{0};

  /// With receive_from::shared, the window begins with one message and grows up to `window` while
  /// the peer has more to send. The slots have shared_options::slot_bytes. There is no ring.
  receive_from receives = receive_from::own;
};

/// The content of a stream, which is the same at both ends.
enum class content : std::uint8_t {
  bytes,     ///< `byte_stream`: bytes in order, without boundaries
  messages,  ///< `message_channel`: whole messages
};

/// Returns the name, such as `messages`.
constexpr std::string_view name(content what) noexcept {
  return what == content::bytes ? "bytes" : what == content::messages ? "messages" : "";
}
inline std::ostream& operator<<(std::ostream& out, content value) { return out << name(value); }

/// The values of a stream that its peer needs. Send them by any means.
struct stream_address {
  qp_address queue_pair = {};
  remote_region word = {};       ///< the memory into which the peer writes its limit
  std::uint32_t window = 0;      ///< as in stream_options
  std::uint32_t slot_bytes = 0;  ///< as in stream_options
  content carries = content::bytes;
  remote_region ring = {};      ///< the memory into which the peer writes long messages; or empty
  std::uint32_t lend_from = 0;  ///< as in stream_options

  /// The window may grow up to this; 0 if this end does not know windows that grow.
  std::uint32_t most_window = 0;
};

/// The state of a stream that a read or write reports.
enum class stream_status : std::uint8_t {
  ok,              ///< bytes were read or written
  would_block,     ///< there is nothing to read, or no room to write
  end,             ///< the peer has finished writing, and everything was read
  truncated,       ///< the connection is gone, and the peer had not finished writing
  reset,           ///< one end has reset the stream: byte_result::code is the reason
  timed_out,       ///< the time limit has passed
  protocol,        ///< the peer has violated the protocol
  device_failed,   ///< the device has failed
  closed,          ///< this end was closed or has finished writing
  busy,            ///< another read or write is waiting already
  invalid_length,  ///< the message is empty, too long for the windows of the two ends, or longer
                   ///< than the memory
  lent,            ///< the next message is in the memory of its sender: call receive_into()
};

/// Returns the name, such as `truncated`.
std::string_view name(stream_status status) noexcept;
inline std::ostream& operator<<(std::ostream& out, stream_status value) {
  return out << name(value);
}

/// Returns a sentence with the cause and the remedy.
std::string_view meaning(stream_status status) noexcept;

/// The result of a read or write.
struct [[nodiscard("look how many bytes were moved")]] byte_result {
  std::size_t bytes = 0;  ///< bytes that were read or written
  stream_status status = stream_status::ok;
  std::uint16_t code = 0;  ///< the code of a reset, 12 bits

  bool ok() const noexcept { return status == stream_status::ok; }
  explicit operator bool() const noexcept { return ok(); }
};

/// The counters of a stream.
struct stream_statistics {
  std::uint64_t bytes_sent = 0, bytes_received = 0;
  std::uint64_t bytes_in_place = 0;  ///< bytes sent that were not copied
  /// Data messages. Several short messages of a channel are in one, and a long one takes several.
  std::uint64_t messages_sent = 0, messages_received = 0;
  std::uint64_t ring_writes = 0;  ///< messages sent into the peer's ring
  std::uint64_t lent = 0;         ///< messages that the peer reads itself
  std::uint64_t wqes = 0;         ///< WQEs posted to the send queue
  std::uint64_t signaled = 0;     ///< signaled WQEs among them
  std::uint64_t words = 0;        ///< limit words written into the peer's memory
  std::uint64_t blocked = 0;      ///< BLOCKED messages: waits for a credit
  std::uint64_t updates = 0;      ///< UPDATE messages: credits for a blocked peer
  std::uint64_t not_ready = 0;    ///< messages that arrived while no receive was posted: always 0
};

namespace detail {

/// Returns true if a stream may have these options.
constexpr bool is_allowed(const stream_options& how) noexcept {
  return how.window != 0 && how.window <= protocol::most_window && how.slot_bytes >= 64 &&
         (how.ring_bytes == 0 || how.ring_bytes / 2 >= how.slot_bytes);
}

/// Throws if an engine with a CQ of `cqes` entries cannot share such receives.
void check(const shared_options& how, bool shares_already, std::uint32_t cqes);

}  // namespace detail
}  // namespace verbatim::stream
