// Receive WQEs: taken from a queue pair's own ring or from a shared list, and filled.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/memory_access.hpp"
#include "objects/queue_pair.hpp"

namespace verbatim::emulator {

/// One receive WQE that a message goes to.
struct receive_wqe {
  struct piece {
    std::uint64_t addr;

    /// In bytes, up to 2^31.
    std::uint32_t byte_count;
    std::uint32_t lkey;
  };

  /// As the CQE names it.
  std::uint16_t wqe_counter = 0;
  std::vector<piece> pieces;
  const protection_domain* pd = nullptr;

  /// In bytes.
  std::uint64_t capacity() const noexcept;

  /// From now on buffers behind a key with a signature are as long as what comes from the wire.
  void put_on_wire(const memory_access& memory);

  /// Puts `bytes` at `offset` of the buffers, which are long enough. Returns what was wrong with
  /// them, or nothing.
  std::string scatter(const memory_access& memory, std::uint64_t offset,
                      std::span<const std::byte> bytes) const;

  /// What would be wrong with putting so many bytes there, or nothing.
  std::string check(const memory_access& memory, std::uint64_t bytes) const;
};

/// The consumer's side of a queue pair's own receive ring.
class receive_ring {
 public:
  void reset() noexcept { ci_ = enabled_ = 0; }

  /// Of a managed queue: a RECV_EN lets WQEs up to `index` be taken. Returns why it cannot, or
  /// nothing.
  std::string enable(const queue_pair& qp, std::uint16_t index);

  /// The next WQE, if one is posted.
  std::optional<receive_wqe> take(const queue_pair& qp);

  /// Puts a CQE of syndrome wr_flush_err for each WQE that is posted. Returns whether there was
  /// one.
  bool flush(queue_pair& qp);

  /// WQEs posted and not taken.
  std::uint32_t posted(const queue_pair& qp);

 private:
  /// Counts WQEs modulo 2^16.
  std::uint16_t ci_ = 0;
  std::uint16_t enabled_ = 0;
  bool complained_ = false;
};

/// The consumer's side of a shared receive queue.
struct shared_receive_part : engine_part {
  /// Counts WQEs modulo 2^16.
  std::uint16_t taken = 0;

  /// Index of the next WQE in the list.
  std::uint16_t head = 0;
};

/// The next WQE of the list, if one is posted. May raise the limit event.
std::optional<receive_wqe> take_shared(shared_receive_queue& srq);

/// Raises the limit event if fewer WQEs than the limit are posted.
void check_limit(shared_receive_queue& srq);

}  // namespace verbatim::emulator
