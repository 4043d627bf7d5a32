// The operation that a send WQE asks for, as the device has read it, or the reason why it asks for
// none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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

/// The operation that a send WQE asks for.
struct operation {
  verbatim::opcode opcode = verbatim::opcode::nop;
  std::uint16_t wqe_index = 0;

  /// The WQE's length in the ring.
  std::uint16_t wqebbs = 1;
  fence_mode fm = fence_mode::none;
  completion_mode ce = completion_mode::on_error;
  bool solicited = false;
  std::uint32_t imm = 0;
  std::uint64_t raddr = 0;
  std::uint32_t rkey = 0;
  std::uint64_t swap_add = 0;
  std::uint64_t compare = 0;

  /// UD and DC: the address. DC has no Q_Key.
  av_ud_seg address;

  /// DC: the access key, and the stream of the DCI.
  std::uint64_t dc_key = 0;
  std::uint16_t stream = 0;
  /// Raw packet: the work of the port on the frame.
  frame_request frame;

  /// XRC: the shared receive queue of the peer that it is for.
  std::uint32_t xrc_srqn = 0;
  std::vector<data_piece> pieces;
  std::vector<std::byte> inline_data;

  /// The sum over the pieces, in bytes.
  std::uint32_t message_bytes = 0;

  /// For a UMR: its change to a memory key.
  std::optional<key_change> umr;

  std::optional<set_psv_seg> psv;

  /// For an MMO: the copy.
  std::optional<copy_request> copy;

  /// For a command queue pair: the change to a list of tags.
  std::optional<tag_request> tags;

  /// For a WAIT: its condition. For a SEND_EN or RECV_EN: the queue that it lets run.
  std::optional<wait_request> wait;
  std::optional<enable_request> enable;

  /// For a masked atomic: the operands as in the WQE, each of message_bytes.
  std::vector<std::byte> operands;

  bool is_masked_atomic() const noexcept {
    return opcode == verbatim::opcode::atomic_masked_cs ||
           opcode == verbatim::opcode::atomic_masked_fa;
  }

  bool is_atomic() const noexcept {
    return opcode == verbatim::opcode::atomic_cs || opcode == verbatim::opcode::atomic_fa ||
           is_masked_atomic();
  }

  /// True if no peer takes part.
  bool is_local() const noexcept {
    return opcode == verbatim::opcode::nop || opcode == verbatim::opcode::dump || umr.has_value() ||
           psv.has_value() || copy.has_value() || tags.has_value() || wait.has_value() ||
           enable.has_value();
  }

  /// IBV_SEND_FENCE waits for results; so does every mode above it.
  bool waits_for_results() const noexcept { return fm >= fence_mode::reads_and_atomics; }

  /// True if its result comes back into local memory.
  bool has_result() const noexcept { return is_atomic() || opcode == verbatim::opcode::rdma_read; }
};

/// The reason why a WQE cannot be executed, and the contents of its error CQE.
struct wqe_problem {
  cqe_syndrome syndrome = cqe_syndrome::local_qp_op_err;
  vendor_syndrome vendor = vendor_syndrome::none;

  /// Names the field, its value and the expected value.
  finding why;

  /// The WQE's opcode for the error CQE, as far as it is known.
  verbatim::opcode opcode = verbatim::opcode::nop;
};

/// The device's knowledge before it reads the WQE.
struct wqe_expectation {
  std::uint32_t qpn = 0;
  queue_pair_type transport = queue_pair_type::rc;
  std::uint16_t wqe_index = 0;

  /// The number of WQEBBs from this one on that the doorbell record covers.
  std::uint32_t wqebbs_posted = 0;

  /// True if the queue pair's port is Ethernet.
  bool ethernet = false;
};

}  // namespace verbatim::emulator
