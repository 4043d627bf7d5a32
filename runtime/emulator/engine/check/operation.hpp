// The operation that a send WQE requests, or the reason why the WQE is invalid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "engine/base/vendor_syndromes.hpp"
#include "engine/check/cross_channel_check.hpp"
#include "engine/check/ethernet_check.hpp"
#include "engine/check/tag_matching_check.hpp"
#include "engine/memory/key_change.hpp"
#include "engine/memory/memory_copy.hpp"
#include "objects/queues/queue_pair.hpp"
#include "report/finding.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/av_ud_seg.hpp"
#include "verbatim/generated/segments/set_psv_seg.hpp"

namespace verbatim::emulator {

/// A piece of an operation's local data, in the order of the WQE.
struct data_piece {
  std::uint32_t byte_count = 0;

  /// The position in the program's memory; for inline data, in operation::inline_data.
  std::uint64_t addr = 0;
  std::uint32_t lkey = 0;
  bool is_inline = false;
};

// The kinds of requests, each with its own data.

/// A NOP, which only completes.
struct no_request {};

/// DUMP reads its data and drops it.
struct dump_request {};

/// A SEND to a receive WQE of the peer.
struct send_request {};

/// A place in the peer's memory.
struct remote_place {
  std::uint64_t raddr = 0;
  std::uint32_t rkey = 0;
};

struct write_request {
  remote_place to;
};

struct read_request {
  remote_place from;
};

/// An atomic of 8 bytes.
struct atomic_request {
  remote_place at;
  std::uint64_t swap_add = 0;
  std::uint64_t compare = 0;
};

/// A masked atomic. The operands are as in the WQE, each as long as the result.
struct masked_atomic_request {
  remote_place at;
  std::vector<std::byte> operands;
};

using wqe_request =
    std::variant<no_request, dump_request, send_request, write_request, read_request,
                 atomic_request, masked_atomic_request, frame_request, key_change, set_psv_seg,
                 copy_request, tag_request, wait_request, enable_request>;

/// UD and DC: the address in the WQE. DC has an access key in place of UD's Q_Key.
struct packet_address {
  av_ud_seg vector;
  std::uint64_t dc_key = 0;
};

/// XRC: the peer's shared receive queue in the WQE.
struct xrc_address {
  std::uint32_t srqn = 0;
};

/// The part of the destination that is in the WQE; nothing if the connection determines the
/// destination.
using wqe_address = std::variant<std::monostate, packet_address, xrc_address>;

/// The operation that a send WQE requests.
struct operation {
  // These are in the ctrl_seg of every WQE.
  verbatim::opcode opcode = verbatim::opcode::nop;
  std::uint16_t wqe_index = 0;

  /// The WQE's length in the ring.
  std::uint16_t wqebbs = 1;
  fence_mode fm = fence_mode::none;
  completion_mode ce = completion_mode::on_error;
  bool solicited = false;
  std::uint32_t imm = 0;

  /// The stream of a DCI.
  std::uint16_t stream = 0;

  wqe_address address;
  wqe_request request;

  /// The local data, in pieces.
  std::vector<data_piece> pieces;
  std::vector<std::byte> inline_data;

  /// The length of all pieces, in bytes.
  std::uint32_t message_bytes = 0;

  template <class Request>
  bool asks_for() const noexcept {
    return std::holds_alternative<Request>(request);
  }

  bool is_atomic() const noexcept {
    return asks_for<atomic_request>() || asks_for<masked_atomic_request>();
  }

  /// Returns true if its result comes back into local memory.
  bool has_result() const noexcept { return is_atomic() || asks_for<read_request>(); }

  /// Returns true if no peer takes part.
  bool is_local() const noexcept {
    return !has_result() && !asks_for<send_request>() && !asks_for<write_request>() &&
           !asks_for<frame_request>();
  }

  /// IBV_SEND_FENCE waits for results; so does every stronger mode.
  bool waits_for_results() const noexcept { return fm >= fence_mode::reads_and_atomics; }
};

/// The reason why a WQE cannot be executed, and the contents of its error CQE.
struct wqe_problem {
  cqe_syndrome syndrome = cqe_syndrome::local_qp_op_err;
  vendor_syndrome vendor = vendor_syndrome::none;

  /// The field, its value and the expected value, in words.
  finding why;

  /// The WQE's opcode for the error CQE, as far as it is known.
  verbatim::opcode opcode = verbatim::opcode::nop;
};

/// The values that the device knows before it reads the WQE.
struct wqe_expectation {
  std::uint32_t qpn = 0;
  queue_pair_type transport = queue_pair_type::rc;
  std::uint16_t wqe_index = 0;

  /// The number of WQEBBs from this WQE on that the doorbell record covers.
  std::uint32_t wqebbs_posted = 0;

  /// True if the queue pair's port is Ethernet.
  bool ethernet = false;
};

}  // namespace verbatim::emulator
