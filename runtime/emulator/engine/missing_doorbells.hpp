// Notices programs that write the doorbell record and forget the doorbell.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "engine/engine_room.hpp"
#include "objects/queue_pair.hpp"

namespace verbatim::emulator {

class missing_doorbells {
 public:
  /// Says so, once, if the send record has for some time been ahead of what doorbells have
  /// announced.
  void look_at(const queue_pair& qp, std::uint16_t announced, engine_clock::time_point now);

  /// A doorbell came, or the queue pair is gone.
  void forget(std::uint32_t qpn) { ahead_.erase(qpn); }

 private:
  struct ahead {
    engine_clock::time_point since;
    bool said = false;
  };

  /// By QP number.
  std::unordered_map<std::uint32_t, ahead> ahead_;
};

}  // namespace verbatim::emulator
