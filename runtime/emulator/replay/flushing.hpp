// Ends what is posted after a replay has ended.
#pragma once

#include <cstdint>
#include <map>

#include "objects/device.hpp"
#include "recording/bodies.hpp"

namespace verbatim::emulator {

/// Follows the WQEs that have completed, and completes the others with wr_flush_err, so that a program
/// that polls for them ends. Requires device::lock().
class flushing {
 public:
  /// Follows a CQE that is played.
  void completed(const device& on, const recording::cqe_body& cqe);

  /// Moves the queue pairs to ERR, and flushes what is posted to them.
  void flush(device& on);

  /// Forgets a queue pair that begins anew.
  void reset(std::uint32_t qpn);

 private:
  void flush_sends(queue_pair& qp);
  void flush_receives(queue_pair& qp);

  /// The index of the first WQE that has not completed, modulo 2^16.
  std::map<std::uint32_t, std::uint16_t> sends_;
  std::map<std::uint32_t, std::uint16_t> receives_;
};

}  // namespace verbatim::emulator
