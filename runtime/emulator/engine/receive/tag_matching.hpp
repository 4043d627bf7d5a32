// Tag matching: the work of command queue pairs on the list of tags, and the match of messages with
// it.
#pragma once

#include <cstdint>
#include <string>

#include "engine/check/tag_matching_check.hpp"
#include "engine/ring/receive_queue.hpp"
#include "objects/queues/queue_pair.hpp"
#include "transport/message.hpp"
#include "verbatim/generated/segments/tmh_seg.hpp"

namespace verbatim::emulator {

/// Values of app in CQEs, and of app_op; MLX5_CQE_APP_OP_TM_* of rdma-core.
inline constexpr std::uint8_t app_tag_matching = 1;
enum class tag_event : std::uint8_t {
  unexpected = 0x3,
  no_tag = 0x4,
  append = 0x5,
  remove = 0x6,
  nop = 0x7,
  matched = 0xa,
};

/// Executes a TAG_MATCHING WQE of a command queue pair and writes its CQE. Returns the reason for a
/// refusal, or nothing.
std::string execute_tag_request(queue_pair& qp, std::uint16_t wqe_index, const tag_request& what);

/// The result of matching a message to a tag-matching SRQ.
struct tag_verdict {
  tag_event event = tag_event::no_tag;

  /// If it matched: the number of the entry, which is no longer in the list.
  std::uint16_t index = 0;
  tmh_seg header;

  /// If it matched: the buffer of the message, without its header.
  receive_wqe buffer;

  /// Bytes at the start of the message that do not go to the buffer.
  std::uint32_t skipped_bytes = 0;
};

/// Looks up the message that begins with `request`. The matching entry leaves the list. A message
/// without a match takes a receive WQE.
tag_verdict match_tag(const queue_pair& qp, const message& request);

/// Counts an unexpected message that has its receive WQE.
void count_unexpected(const queue_pair& qp);

}  // namespace verbatim::emulator
