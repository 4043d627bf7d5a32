// The connection of a DCI, or of one of its streams, which follows the address vectors.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/check/operation.hpp"

namespace verbatim::emulator {

/// One connection at a time. Each has a number, so that a DCT does not mistake later requests for
/// requests of an earlier connection.
class dc_connection {
 public:
  explicit dc_connection(std::uint32_t first_number) noexcept : number_(first_number) {}

  std::uint32_t number() const noexcept { return number_; }

  /// Connects to the WQE's peer. A new connection is opened only after everything on the last one
  /// is answered, so only the oldest WQE (`is_oldest`) can open it. Returns false if answers are
  /// still missing.
  bool connect(const packet_address& to, bool is_oldest) noexcept {
    const peer wanted{to.vector.dqp_dct, to.vector.rlid, to.dc_key};
    if (peer_ == wanted) return true;
    if (!is_oldest) return false;
    peer_ = wanted;
    ++number_;
    return true;
  }

  /// Ends the connection: later requests belong to another one.
  void end() noexcept { ++number_; }

 private:
  struct peer {
    std::uint32_t dct = 0;
    std::uint16_t lid = 0;
    std::uint64_t access_key = 0;

    bool operator==(const peer&) const = default;
  };

  std::optional<peer> peer_;
  std::uint32_t number_;
};

}  // namespace verbatim::emulator
