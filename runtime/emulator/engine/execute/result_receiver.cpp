// Puts results where the WQE or its CQE wants them.
#include "engine/execute/result_receiver.hpp"

#include <array>
#include <cstring>

#include "engine/memory/masked_atomic.hpp"

namespace verbatim::emulator {

bool result_receiver::take(pending_wqe& one, const message& answer) {
  if (one.wqe.is_atomic()) {
    return answer.kind == message_kind::atomic_response &&
           answer.message_bytes == one.wqe.message_bytes && take_atomic(one, answer);
  }
  if (answer.kind != message_kind::read_response || answer.offset != one.received_bytes ||
      answer.message_bytes != one.wqe.message_bytes) {
    return false;
  }
  if (!take_bytes(one, answer.offset, answer.payload)) return false;
  one.received_bytes += static_cast<std::uint32_t>(answer.payload.size());
  return one.received_bytes == one.wqe.message_bytes;
}

bool result_receiver::take_atomic(pending_wqe& one, const message& answer) {
  std::array<std::byte, sizeof(wide_value)> bytes;
  const wide_value before = wide_value{answer.compare} << 64 | answer.swap_add;
  // The device writes 8 bytes to memory in host order; see atomic_req_8B_endianness_mode.
  std::memcpy(bytes.data(), &before, sizeof before);
  const std::span result(bytes.data(), one.wqe.message_bytes);
  if (one.wqe.asks_for<masked_atomic_request>() && room_.of.settings().masked_results_big_endian) {
    store_wide(result, before);
  }
  return take_bytes(one, 0, result);
}

bool result_receiver::take_bytes(pending_wqe& one, std::uint32_t offset,
                                 std::span<const std::byte> bytes) {
  const bool in_cqe = qp_.results_in_cqe && completions_.wanted(one.wqe) &&
                      one.wqe.message_bytes <= completions_.result_room() &&
                      bytes.size() == one.wqe.message_bytes;
  if (!in_cqe) return memory_.scatter(one, offset, bytes);
  one.result.assign(bytes.begin(), bytes.end());
  return true;
}

}  // namespace verbatim::emulator
