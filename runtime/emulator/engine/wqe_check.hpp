// Strict reading of a send WQE: either the operation it asks for, or a sentence on what is wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "engine/cross_channel.hpp"
#include "engine/ethernet_check.hpp"
#include "engine/key_change.hpp"
#include "engine/memory_copy.hpp"
#include "engine/tag_request.hpp"
#include "engine/vendor_syndromes.hpp"
#include "objects/queue_pair.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/av_ud_seg.hpp"
#include "verbatim/generated/segments/set_psv_seg.hpp"

namespace verbatim::emulator {

/// A piece of an operation's local data, in the order of the WQE.
struct data_piece {
  std::uint32_t byte_count = 0;

  /// Where in the program's memory; of inline data, where in operation::inline_data.
  std::uint64_t addr = 0;
  std::uint32_t lkey = 0;
  bool is_inline = false;
};

/// What a send WQE asks for.
struct operation {
  verbatim::opcode opcode = verbatim::opcode::nop;
  std::uint16_t wqe_index = 0;

  /// Length in the ring.
  std::uint16_t wqebbs = 1;
  fence_mode fm = fence_mode::none;
  completion_mode ce = completion_mode::on_error;
  bool solicited = false;
  std::uint32_t imm = 0;
  std::uint64_t raddr = 0;
  std::uint32_t rkey = 0;
  std::uint64_t swap_add = 0;
  std::uint64_t compare = 0;

  /// UD and DC: where it goes. Of DC without the Q_Key.
  av_ud_seg address;

  /// DC: the access key, and the stream of the DCI.
  std::uint64_t dc_key = 0;
  std::uint16_t stream = 0;
  /// Raw packet: what the port does to the frame.
  frame_request frame;

  /// XRC: which shared receive queue of the peer it is for.
  std::uint32_t xrc_srqn = 0;
  std::vector<data_piece> pieces;
  std::vector<std::byte> inline_data;

  /// Sum over the pieces.
  std::uint32_t message_bytes = 0;

  /// Of a UMR: what it does to a memory key.
  std::optional<key_change> umr;

  std::optional<set_psv_seg> psv;

  /// Of an MMO.
  std::optional<copy_request> copy;

  /// Of a command queue pair: what to do with a list of tags.
  std::optional<tag_request> tags;

  /// Of a WAIT, and of a SEND_EN or RECV_EN.
  std::optional<wait_request> wait;
  std::optional<enable_request> enable;

  /// Of a masked atomic: as in the WQE, each of message_bytes.
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
  bool waits_for_results() const noexcept { return fm >= fence_mode::fence; }

  /// True if its result comes back into local memory.
  bool has_result() const noexcept { return is_atomic() || opcode == verbatim::opcode::rdma_read; }
};

/// Why a WQE cannot be executed, and what its error CQE says.
struct wqe_problem {
  cqe_syndrome syndrome = cqe_syndrome::local_qp_op_err;
  vendor_syndrome vendor = vendor_syndrome::none;

  /// Names the field, what it holds and what was expected.
  std::string words;

  /// What of the WQE is known for the error CQE.
  verbatim::opcode opcode = verbatim::opcode::nop;
};

/// What the device knows before it reads the WQE.
struct wqe_expectation {
  std::uint32_t qpn = 0;
  queue_pair_type transport = queue_pair_type::rc;
  std::uint16_t wqe_index = 0;

  /// How many WQEBBs from this one on the doorbell record covers.
  std::uint32_t wqebbs_posted = 0;

  /// The queue pair's port is Ethernet.
  bool ethernet = false;
};

/// Reads the WQE that begins at `wqe`, which holds all posted octowords of it, at most 63, in one
/// piece.
std::variant<operation, wqe_problem> check_wqe(std::span<const std::byte> wqe,
                                               const wqe_expectation& expected);

}  // namespace verbatim::emulator
