// The program's memory that send WQEs use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/base/engine_room.hpp"
#include "engine/execute/pending_wqe.hpp"

namespace verbatim::emulator {

/// Checks the local data of WQEs, gathers it for requests, and fills it with results. Data that
/// cannot be accessed refuses the WQE; the functions then return false.
class local_memory {
 public:
  local_memory(engine_room& room, queue_pair& qp) noexcept : room_(room), qp_(qp) {}

  /// Converts the lengths of data with signatures to the lengths on the wire.
  void put_on_wire(operation& wqe) const;

  bool check(pending_wqe& one) const;
  bool gather(pending_wqe& one, std::uint32_t offset, std::size_t bytes, std::byte* to);
  bool scatter(pending_wqe& one, std::uint32_t offset, std::span<const std::byte> bytes);

 private:
  void tell_signature_errors();

  engine_room& room_;
  queue_pair& qp_;
};

}  // namespace verbatim::emulator
