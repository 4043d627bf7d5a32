// The options of a stream, and the results of reading and writing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/queue_pair/qp_address.hpp"

namespace verbatim::stream {

/// The options of a stream.
struct stream_options {
  std::uint32_t window = 64;        ///< messages that can wait here, 1 to 2^15 - 1
  std::uint32_t slot_bytes = 4096;  ///< the longest message, at least 64
};

/// The values that the peer of a stream has to know. They can be sent by any means.
struct stream_address {
  qp_address queue_pair = {};
  remote_region word = {};       ///< the memory that the peer writes its limit to
  std::uint32_t window = 0;      ///< of stream_options
  std::uint32_t slot_bytes = 0;  ///< of stream_options
};

/// The state of a stream, as reads and writes find it.
enum class stream_status : std::uint8_t {
  ok,             ///< bytes were read or written
  would_block,    ///< there is nothing to read, or no room to write
  end,            ///< the peer writes no more, and everything was read
  truncated,      ///< the connection is gone, and the peer has not said that it writes no more
  reset,          ///< one of the ends has reset the stream: byte_result::code is the reason
  timed_out,      ///< the time was over before
  protocol,       ///< the peer does not keep to the protocol
  device_failed,  ///< the device has failed
  closed,         ///< this end was closed, or writes no more
  busy,           ///< another read, or another write, waits already
};

/// Returns the name, such as `truncated`.
std::string_view name(stream_status status) noexcept;

/// Returns in a sentence what happened and what to do.
std::string_view meaning(stream_status status) noexcept;

/// The result of a read or write.
struct [[nodiscard("look how many bytes were moved")]] byte_result {
  std::size_t bytes = 0;  ///< that were read or written
  stream_status status = stream_status::ok;
  std::uint16_t code = 0;  ///< of a reset, 12 bits

  bool ok() const noexcept { return status == stream_status::ok; }
  explicit operator bool() const noexcept { return ok(); }
};

/// The counts of what a stream has done.
struct stream_statistics {
  std::uint64_t bytes_sent = 0, bytes_received = 0;
  std::uint64_t messages_sent = 0, messages_received = 0;  ///< with data
  std::uint64_t wqes = 0;                                  ///< of the send queue
  std::uint64_t signaled = 0;                              ///< those of them that were signaled
  std::uint64_t words = 0;      ///< limits that were written into the peer's memory
  std::uint64_t blocked = 0;    ///< times that this end waited for a credit
  std::uint64_t updates = 0;    ///< times that the peer was woken for a credit
  std::uint64_t not_ready = 0;  ///< messages that found no receive posted: always 0
};

}  // namespace verbatim::stream
