// Checks the segments after the ctrl_seg, in WQEs that move data.
#include "engine/check/address_check.hpp"
#include "engine/check/wqe_reader.hpp"
#include "engine/memory/masked_atomic.hpp"
#include "engine/ring/terminator.hpp"
#include "verbatim/generated/segments/atomic_seg.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/inline_seg.hpp"
#include "verbatim/generated/segments/masked_fa32_seg.hpp"
#include "verbatim/generated/segments/raddr_seg.hpp"
#include "verbatim/generated/segments/xrc_seg.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::emulator {
namespace {

/// The most octowords of a READ WQE, which has at most 512 bytes. The kernel's MLX5_MAX_SGE_RD
/// follows from it.
constexpr std::size_t most_read_octowords = 512 / octoword;

/// The longest message of InfiniBand.
constexpr std::uint64_t longest_message = std::uint64_t{1} << 31;

}  // namespace

/// Copies the operands out, and skips the padding to octowords.
bool wqe_reader::read_masked_operands(remote_place at) {
  const std::size_t bytes = std::size_t{4} << (ctrl_.opmod - opmod_masked_4);
  const std::size_t count =
      ctrl_.opcode == opcode::atomic_masked_cs ? masked_swap_operands : masked_add_operands;
  const std::size_t octowords = (count * bytes + octoword - 1) / octoword;
  if (ctrl_.ds != taken_ + octowords + 1) {
    return refuse<check::wqe_ds>(
        vendor_syndrome::length,
        "its ds is {} instead of {}: {} of {} bytes is ctrl_seg, raddr_seg, {} octowords "
        "of operands and one data_seg for the result",
        ctrl_.ds, taken_ + octowords + 1, name(ctrl_.opcode), bytes, octowords);
  }
  // Bytes after shorter operands have no meaning, and other libraries do not write them.
  const auto operands = wqe_.subspan(taken_ * octoword, count * bytes);
  result_.request = masked_atomic_request{at, {operands.begin(), operands.end()}};
  if (ctrl_.opcode == opcode::atomic_masked_fa && ctrl_.opmod == opmod_masked_4 &&
      !reserved_are_zero(masked_fa32_seg::fields, "masked_fa32_seg", taken_)) {
    return false;
  }
  taken_ += octowords;
  return true;
}

bool wqe_reader::read_address() {
  const bool dynamic = expected_.transport == queue_pair_type::dci;
  const address_reading reading(wqe_, ctrl_.ds, expected_.ethernet, dynamic);
  if (!reading.problem.empty()) return refuse(reading.vendor, reading.problem);
  result_.address = packet_address{reading.address, reading.dc_key};
  taken_ += reading.octowords;
  return true;
}

bool wqe_reader::read_ethernet() {
  ethernet_reading reading(wqe_, ctrl_.ds, ctrl_.opcode);
  if (!reading.problem.empty()) return refuse(reading.vendor, reading.problem);
  result_.request = std::move(reading.request);
  taken_ += reading.octowords;
  return true;
}

/// Returns the name of the segment between the ctrl and the raddr segment, or nothing.
std::string_view wqe_reader::segment_before_raddr() const noexcept {
  return expected_.transport == queue_pair_type::xrc_send ? "xrc_seg" : "address vector";
}

bool wqe_reader::read_xrc() {
  if (ctrl_.ds < 2) {
    return refuse<check::wqe_ds>(vendor_syndrome::length,
                                 "its ds is 1, but on XRC an xrc_seg comes after the ctrl_seg");
  }
  if (!reserved_are_zero(xrc_seg::fields, "xrc_seg", taken_)) return false;
  const std::uint32_t srqn = xrc_seg::read(wqe_.data() + taken_ * octoword).xrc_srqn;
  if (srqn == 0 || srqn > 0xffffff) {
    return refuse<check::xrc_srqn>(
        vendor_syndrome::segment,
        "xrc_srqn of its xrc_seg is {:#x}: SRQ numbers have 24 bits and are not 0", srqn);
  }
  result_.address = xrc_address{srqn};
  ++taken_;
  return true;
}

/// Reads the segments that each transport and opcode puts before the data.
bool wqe_reader::read_fixed() {
  if (expected_.transport == queue_pair_type::raw_packet) return read_ethernet();
  result_.request = send_request{};
  if (expected_.transport == queue_pair_type::ud) return read_address();
  if (expected_.transport == queue_pair_type::dci && !read_address()) return false;
  if (expected_.transport == queue_pair_type::xrc_send && !read_xrc()) return false;
  return read_remote();
}

/// Reads the raddr_seg of WQEs that have one, and operands that follow it.
bool wqe_reader::read_remote() {
  switch (ctrl_.opcode) {
    case opcode::rdma_write:
    case opcode::rdma_write_imm:
    case opcode::rdma_read:
    case opcode::atomic_cs:
    case opcode::atomic_fa:
    case opcode::atomic_masked_cs:
    case opcode::atomic_masked_fa:
      break;
    default:
      return true;
  }
  if (ctrl_.ds <= taken_) {
    return refuse<check::wqe_ds>(
        vendor_syndrome::length, "its ds is {}, but {} has a raddr_seg after the {}", ctrl_.ds,
        name(ctrl_.opcode), taken_ == 1 ? std::string_view("ctrl_seg") : segment_before_raddr());
  }
  if (!reserved_are_zero(raddr_seg::fields, "raddr_seg", taken_)) return false;
  const auto segment = raddr_seg::read(wqe_.data() + taken_ * octoword);
  const remote_place at{segment.raddr, segment.rkey};
  ++taken_;
  switch (ctrl_.opcode) {
    case opcode::rdma_read:
      result_.request = read_request{at};
      return true;
    case opcode::atomic_cs:
    case opcode::atomic_fa:
      return read_operands(at);
    case opcode::atomic_masked_cs:
    case opcode::atomic_masked_fa:
      return read_masked_operands(at);
    default:
      result_.request = write_request{at};
      return true;
  }
}

bool wqe_reader::read_operands(remote_place at) {
  if (ctrl_.ds != taken_ + 2) {
    return refuse<check::wqe_ds>(
        vendor_syndrome::length,
        "its ds is {} instead of {}: {} is ctrl_seg,{}{}{} raddr_seg, atomic_seg and one "
        "data_seg for the result",
        ctrl_.ds, taken_ + 2, name(ctrl_.opcode), taken_ == 2 ? "" : " ",
        taken_ == 2 ? std::string_view() : segment_before_raddr(), taken_ == 2 ? "" : ",");
  }
  const auto operands = atomic_seg::read(wqe_.data() + taken_ * octoword);
  result_.request = atomic_request{at, operands.swap_add, operands.compare};
  ++taken_;
  return true;
}

bool wqe_reader::read_inline(std::size_t at) {
  const auto header = inline_seg::read(wqe_.data() + at * octoword);
  if (!reserved_are_zero(inline_seg::fields, "inline_seg", at)) return false;
  if (result_.has_result()) {
    return refuse<check::inline_in_result>(
        vendor_syndrome::segment,
        "octoword {} is an inline_seg, but the result of {} needs a data_seg to go to", at,
        name(ctrl_.opcode));
  }
  const std::size_t octowords = (inline_seg::size + header.byte_count + octoword - 1) / octoword;
  if (at + octowords > ctrl_.ds) {
    return refuse<check::wqe_ds>(
        vendor_syndrome::length,
        "its inline_seg (octoword {}) says {} bytes, which end after octoword {} of {}: "
        "ds counts the padded inline data too",
        at, header.byte_count, at + octowords, ctrl_.ds);
  }
  const auto bytes = wqe_.subspan(at * octoword + inline_seg::size, header.byte_count);
  result_.pieces.push_back({.byte_count = header.byte_count,
                            .addr = result_.inline_data.size(),
                            .lkey = 0,
                            .is_inline = true});
  result_.inline_data.insert(result_.inline_data.end(), bytes.begin(), bytes.end());
  taken_ += octowords;
  return true;
}

bool wqe_reader::read_pointer(std::size_t at) {
  const auto segment = data_seg::read(wqe_.data() + at * octoword);
  if (segment.lkey == terminator_lkey && segment.byte_count == 0) {
    return refuse<check::send_terminator>(
        vendor_syndrome::segment,
        "octoword {} is a list terminator, which belongs into receive WQEs only", at);
  }
  if (segment.byte_count == 0) {
    return refuse<check::zero_byte_count>(
        vendor_syndrome::segment,
        "byte_count of its data_seg (octoword {}) is 0, which means 2 GiB: leave "
        "zero-length SGEs out",
        at);
  }
  result_.pieces.push_back(
      {.byte_count = segment.byte_count, .addr = segment.addr, .lkey = segment.lkey});
  ++taken_;
  return true;
}

bool wqe_reader::read_data() {
  while (taken_ < ctrl_.ds) {
    const bool is_inline = wire::get<31, 31>(wire::load32(wqe_.data() + taken_ * octoword)) != 0;
    if (!(is_inline ? read_inline(taken_) : read_pointer(taken_))) return false;
  }
  std::uint64_t sum = 0;
  for (const data_piece& piece : result_.pieces) sum += piece.byte_count;
  if (sum > longest_message) {
    problem_.syndrome = cqe_syndrome::local_length_err;
    return refuse<check::message_length>(vendor_syndrome::message_length,
                                         "its message of {} bytes is longer than {}", sum,
                                         longest_message);
  }
  result_.message_bytes = static_cast<std::uint32_t>(sum);
  return check_composition();
}

bool wqe_reader::check_composition() {
  if (ctrl_.opcode == opcode::rdma_read && ctrl_.ds > most_read_octowords) {
    return refuse<check::read_length>(vendor_syndrome::length,
                                      "its ds is {}, but an rdma_read has at most {} octowords",
                                      ctrl_.ds, most_read_octowords);
  }
  if (ctrl_.opcode == opcode::enhanced_mpsw && result_.pieces.empty()) {
    return refuse<check::wqe_ds>(
        vendor_syndrome::length,
        "its ds is {}, but an enhanced_mpsw has one packet at least: a data_seg or an "
        "inline_seg after the eth_seg",
        ctrl_.ds);
  }
  const std::size_t result_bytes = result_.asks_for<masked_atomic_request>()
                                       ? std::size_t{4} << (ctrl_.opmod - opmod_masked_4)
                                       : sizeof(std::uint64_t);
  if (result_.is_atomic() && result_.message_bytes != result_bytes) {
    return refuse<check::atomic_result>(
        vendor_syndrome::segment,
        "byte_count of its data_seg is {}, but the result of {} has {} bytes",
        result_.message_bytes, name(ctrl_.opcode), result_bytes);
  }
  return true;
}

}  // namespace verbatim::emulator
