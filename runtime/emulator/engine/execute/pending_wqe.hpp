// A send WQE between reading and completing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/check/operation.hpp"
#include "engine/timing/link_queue.hpp"
#include "objects/queues/queue_pair.hpp"
#include "report/finding.hpp"

namespace verbatim::emulator {

/// A send WQE that was read but is not completed.
struct pending_wqe {
  operation wqe;

  /// Set if the WQE cannot be executed. It fails when all earlier WQEs are done.
  std::optional<wqe_problem> problem;
  std::uint32_t first_psn = 0;

  /// The PSN of its first packet, and its number among the messages of the queue, from 1.
  std::uint32_t first_packet = 0;
  std::uint32_t number = 0;

  /// The number of messages of the WQE.
  std::uint32_t messages = 0;

  /// Bytes and messages handed to the transport.
  std::uint32_t sent_bytes = 0;
  std::uint32_t sent_messages = 0;

  /// The messages that were sent before the last retry.
  std::uint32_t ever_sent_messages = 0;

  /// The number of result bytes that have arrived, and the result itself if the CQE carries it.
  std::uint32_t received_bytes = 0;
  std::vector<std::byte> result;
  bool done = false;

  /// True after steps that must not be repeated when the request is sent again.
  bool executed = false;

  /// True if its fence was checked.
  bool looked_at = false;
  std::uint8_t rnr_retries = 0;

  /// UC and UD: the WQE is done when the transport has sent this many bytes for that slot.
  struct departure {
    std::uint32_t slot;
    std::uint64_t bytes;
  };
  std::vector<departure> departures;

  /// With --timing: the times at which its doorbell was rung and its last message left the port, and
  /// the earliest time of its CQE.
  model_time rung{};
  model_time left{};
  model_time complete_from{};

  bool contains(std::uint32_t psn) const noexcept {
    return ((psn - first_psn) & 0xffffff) < messages;
  }
};

/// Returns the number of messages that carry the operation.
std::uint32_t messages_of(const operation& wqe) noexcept;

/// Returns the number of packets of the operation, or of the answer to a READ.
std::uint32_t packets_of(const operation& wqe, std::uint32_t mtu) noexcept;

/// Reports an error in a WQE of that queue pair.
void complain(const queue_pair& qp, const operation& wqe, const finding& why);

/// Reports the reason why the WQE cannot be executed. It fails when its turn comes.
void refuse(const queue_pair& qp, pending_wqe& one, cqe_syndrome syndrome, vendor_syndrome vendor,
            finding why);

}  // namespace verbatim::emulator
