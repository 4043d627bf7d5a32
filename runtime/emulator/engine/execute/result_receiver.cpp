// Stores results in the buffers of the WQE or in its CQE.
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
  const std::span result(bytes.data(), one.wqe.message_bytes);
  // In memory, 8 bytes are in host order as the driver sets atomic_req_8B_endianness_mode. It says
  // nothing of other sizes, nor of CQEs; see UCX, atomic_arg_sizes_be and ext_atomic_arg_sizes_be.
  const bool in_host_order = !belongs_into_cqe(one, result.size()) &&
                             (result.size() == sizeof(std::uint64_t) ||
                              !room_.objects.settings().masked_results_big_endian);
  if (in_host_order) {
    std::memcpy(result.data(), &before, result.size());
  } else {
    store_wide(result, before);
  }
  return take_bytes(one, 0, result);
}

bool result_receiver::belongs_into_cqe(const pending_wqe& one, std::size_t bytes) const {
  return qp_.results_in_cqe && completions_.wanted(one.wqe.ce) &&
         one.wqe.message_bytes <= completions_.result_room() && bytes == one.wqe.message_bytes;
}

bool result_receiver::take_bytes(pending_wqe& one, std::uint32_t offset,
                                 std::span<const std::byte> bytes) {
  if (!belongs_into_cqe(one, bytes.size())) return memory_.scatter(one, offset, bytes);
  one.result.assign(bytes.begin(), bytes.end());
  return true;
}

}  // namespace verbatim::emulator
