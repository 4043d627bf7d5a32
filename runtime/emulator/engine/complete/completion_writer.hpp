// Puts CQEs into completion queues and raises their events.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/base/vendor_syndromes.hpp"
#include "objects/queues/completion_queue.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/generated/cqes/eth_cqe.hpp"
#include "verbatim/generated/cqes/sigerr_cqe.hpp"
#include "verbatim/generated/cqes/tm_list_cqe.hpp"
#include "verbatim/generated/cqes/tm_receive_cqe.hpp"

namespace verbatim::emulator {

/// Returns the number of CQEs that were passed to the program.
std::uint32_t produced(completion_queue& cq) noexcept;

/// Stops the CQ and raises an event, once. No CQE is written any more. A program that reads the
/// event finds every completion for which there was room.
void overrun(completion_queue& cq);

/// Returns the bytes of payload that fit into a CQE of this CQ.
constexpr std::size_t payload_room(const completion_queue& cq) noexcept { return cq.cqe_size / 2; }

/// Returns true if a CQE has room for a GRH in its first half, the place of a payload.
constexpr bool has_room_for_grh(const completion_queue& cq) noexcept { return cq.cqe_size == 128; }

/// Writes one CQE, its ownership last, and raises the event if the CQ is armed for it. Ownership
/// and format in `cqe` are set here. An error counts as solicited. `payload` goes into the CQE and
/// must fit there. `grh`, nothing or 40 bytes, also goes into it if there is room and no payload.
void write_cqe(completion_queue& cq, cqe64::values cqe, std::span<const std::byte> payload = {},
               std::span<const std::byte> grh = {});
void write_cqe(completion_queue& cq, eth_cqe::values cqe);
void write_cqe(completion_queue& cq, err_cqe::values cqe);
void write_cqe(completion_queue& cq, sigerr_cqe::values cqe);
void write_cqe(completion_queue& cq, tm_list_cqe::values cqe);
void write_cqe(completion_queue& cq, tm_receive_cqe::values cqe);

/// Writes completions that found no others to be compressed with, and those that were delayed until
/// `now`. Returns the time of the next ones, if there are any. Must be called at the end of each
/// turn.
std::optional<std::chrono::steady_clock::time_point> release_held(
    completion_queue& cq, std::chrono::steady_clock::time_point now);

/// Ends the old ring with a CQE of opcode resize_cq and continues in the new one. Returns 0, or
/// EINVAL if the unread CQEs do not fit.
int resize(completion_queue& cq, std::byte* buffer, std::uint32_t cqe_count,
           std::uint32_t cqe_size);

}  // namespace verbatim::emulator
