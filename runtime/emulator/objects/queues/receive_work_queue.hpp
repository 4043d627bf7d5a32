// Receive work queues of their own, tables of them, and queue pairs that spread frames over a table.
#pragma once

#include <cstdint>
#include <vector>

#include "objects/queues/queue_pair.hpp"

namespace verbatim::emulator {

/// The strides of a striding receive queue, whose WQEs each take several frames.
struct receive_strides {
  /// 0 for a queue whose WQEs each take one frame.
  std::uint32_t per_wqe = 0;
  std::uint32_t bytes = 0;

  /// The bytes that are left free before each frame, so that its IP header is aligned.
  std::uint32_t shift = 0;
};

/// The ring of a receive work queue. To the engine it is a raw packet queue pair without a send
/// queue: RTR is the state RDY.
struct receive_work_ring : queue_pair {
  using queue_pair::queue_pair;

  receive_strides strides;
};

struct receive_work_queue : object {
  explicit receive_work_queue(context& owner_in) noexcept
      : object(owner_in, rank::receive_work_queue), ring(owner_in) {
    ring.type = queue_pair_type::raw_packet;
  }

  receive_work_ring ring;
};

/// An indirection table: 2^n places, each with a receive work queue.
struct receive_table : object {
  explicit receive_table(context& owner_in) noexcept : object(owner_in, rank::receive_table) {}

  std::vector<reference<receive_work_queue>> places;
};

/// The fields of a frame that can be hashed; bits of enum mlx5_rx_hash_fields in mlx5-abi.h.
namespace hash_field {
inline constexpr std::uint64_t src_ipv4 = 1 << 0;
inline constexpr std::uint64_t dst_ipv4 = 1 << 1;
inline constexpr std::uint64_t src_ipv6 = 1 << 2;
inline constexpr std::uint64_t dst_ipv6 = 1 << 3;
inline constexpr std::uint64_t src_port_tcp = 1 << 4;
inline constexpr std::uint64_t dst_port_tcp = 1 << 5;
inline constexpr std::uint64_t src_port_udp = 1 << 6;
inline constexpr std::uint64_t dst_port_udp = 1 << 7;
inline constexpr std::uint64_t all = 0xff;
}  // namespace hash_field

/// A queue pair without queues: a hash of a frame's headers chooses a place of its table.
struct spreading_queue_pair : queue_pair {
  using queue_pair::queue_pair;

  reference<receive_table> table;

  /// Bits of hash_field.
  std::uint64_t hash_fields = 0;
  std::vector<std::uint8_t> hash_key;

  /// True if frames that the same device sends come here too.
  bool receives_own = false;
};

}  // namespace verbatim::emulator
