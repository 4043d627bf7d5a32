// Receive WQEs: taken from a queue pair's own ring or from a shared list, and filled.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/count/counts.hpp"
#include "engine/memory/memory_access.hpp"
#include "objects/queues/queue_pair.hpp"
#include "objects/queues/receive_work_queue.hpp"

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

/// Strides of a striding receive queue for one frame.
struct taken_strides {
  receive_wqe wqe;
  std::uint32_t first = 0;
  std::uint32_t count = 0;

  /// The strides at the end of the WQE before, which are too few for the frame.
  struct {
    std::uint16_t wqe_counter = 0;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  } left;
};

/// The consumer's side of a queue pair's own receive ring.
class receive_ring {
 public:
  void reset() noexcept {
    ci_ = enabled_ = 0;
    open_.reset();
  }

  /// Enables the WQEs of a managed queue up to `index`, for a RECV_EN. Returns the reason for a
  /// refusal, or nothing.
  std::string enable(const queue_pair& qp, std::uint16_t index);

  /// Takes the next WQE, if one is posted. Its scatter list begins after that many bytes.
  std::optional<receive_wqe> take(const queue_pair& qp, std::size_t list_offset = 0);

  /// Takes strides for a frame of that many bytes on a striding queue: from the WQE that is open, or
  /// from the next one. Returns nothing if none is posted.
  std::optional<taken_strides> take_strides(const queue_pair& qp, const receive_strides& of,
                                            std::size_t bytes);

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

  /// On a striding queue: the WQE that has strides left, and the next of them.
  std::optional<receive_wqe> open_;
  std::uint32_t next_stride_ = 0;
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
