// Receive WQEs: taken from a queue pair's own ring or from a shared list, and filled.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/count/counts.hpp"
#include "engine/memory/memory_access.hpp"
#include "objects/queues/queue_pair.hpp"

namespace verbatim::emulator {

/// One receive WQE for a message.
struct receive_wqe {
  struct piece {
    std::uint64_t addr;

    /// The length in bytes, up to 2^31.
    std::uint32_t byte_count;
    std::uint32_t lkey;
  };

  /// The number of the WQE in its CQE.
  std::uint16_t wqe_counter = 0;
  std::vector<piece> pieces;
  const protection_domain* pd = nullptr;

  /// Returns the length of all pieces, in bytes.
  std::uint64_t capacity() const noexcept;

  /// Converts the lengths of buffers with signatures to the lengths on the wire.
  void put_on_wire(const memory_access& memory);

  /// Puts `bytes` at `offset` of the buffers, which are long enough. Returns the error in them, or
  /// nothing.
  std::string scatter(const memory_access& memory, std::uint64_t offset,
                      std::span<const std::byte> bytes) const;

  /// Returns the error that writing this many bytes there would cause, or nothing.
  std::string check(const memory_access& memory, std::uint64_t bytes) const;
};

/// The consumer's side of a queue pair's own receive ring.
class receive_ring {
 public:
  void reset() noexcept { ci_ = enabled_ = 0; }

  /// Enables the WQEs of a managed queue up to `index`, for a RECV_EN. Returns the reason for a
  /// refusal, or nothing.
  std::string enable(const queue_pair& qp, std::uint16_t index);

  /// Takes the next WQE, if one is posted.
  std::optional<receive_wqe> take(const queue_pair& qp);

  /// Skips the next WQE, which must be posted. Returns its number.
  std::uint16_t pass(const queue_pair& qp);

  /// Records the doorbell record if it has changed, for --record.
  void record_posted(const queue_pair& qp);

  /// Returns the number of WQEs that are posted but not taken.
  std::uint32_t posted(const queue_pair& qp);

  /// Returns the number of WQEs taken since the start, including those before a reset.
  std::uint64_t ever_taken() const noexcept { return ever_taken_; }

 private:
  /// Counts WQEs modulo 2^16.
  std::uint16_t ci_ = 0;
  std::uint16_t enabled_ = 0;
  std::uint64_t ever_taken_ = 0;
  std::uint16_t recorded_ = 0;
  bool complained_ = false;
};

/// The consumer's side of a shared receive queue.
struct shared_receive_part : engine_part {
  /// Counts WQEs modulo 2^16.
  std::uint16_t taken = 0;
  std::uint64_t ever_taken = 0;

  /// Index of the next WQE in the list.
  std::uint16_t head = 0;

  /// The value of the doorbell record that was recorded last.
  std::uint16_t recorded = 0;

  /// Null if the process does not count.
  shared_receive_counts* counts = nullptr;
};

/// Takes the next WQE of the list, if one is posted. May raise the limit event.
std::optional<receive_wqe> take_shared(shared_receive_queue& srq);

/// Records the doorbell record if it has changed, for --record.
void record_posted(shared_receive_queue& srq);

/// Counts the advance of a doorbell record of receives.
void look_at_record(receive_record_counts& counts, const std::byte* dbrec) noexcept;

/// Raises the limit event if fewer WQEs than the limit are posted.
void check_limit(shared_receive_queue& srq);

}  // namespace verbatim::emulator
