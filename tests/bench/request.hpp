// The request that every contestant is asked to post.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace verbatim::bench {

/// WQEs that a queue holds, and CQEs: few enough for ring and table to stay in the first cache.
inline constexpr std::uint32_t depth = 256;

/// The most WQEs that share a doorbell, and CQEs that share a poll.
inline constexpr unsigned batch = 16;

/// The operations of the rows that post to the queues of libmlx5.
enum class operation { write, send_inline };

/// Bytes of the message that is sent inline. The compiler knows them, as it knows those of any struct;
/// lengths that are known only at run time are in the rows of inline_lines.cpp.
inline constexpr std::uint32_t inline_length = 32;

/// The parameters of one WQE. They are read from memory for each, as a program would have them.
struct request {
  std::uint64_t id;
  std::uint64_t raddr;
  std::uint32_t rkey;
  std::uint32_t lkey;
  const std::byte* data;
  std::uint32_t length;  ///< in bytes
};

using requests = std::array<request, batch>;

/// Requests for the operation, all different. Defined where the compiler cannot see the values.
const requests& requests_for(operation op);

}  // namespace verbatim::bench
