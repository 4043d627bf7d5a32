// Checks the start of every WQE and its kind: one check per rule, in the order of the bytes.
#include "engine/check/wqe_reader.hpp"

#include "engine/check/cross_channel_check.hpp"
#include "engine/check/memory_copy_check.hpp"
#include "engine/check/reserved_bits.hpp"
#include "engine/check/tag_matching_check.hpp"
#include "engine/check/umr_check.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::size_t octowords_per_wqebb = wqebb / octoword;

/// The opmod of an MMO that copies, and of a WAIT for a time.
constexpr unsigned opmod_copy = 1;
constexpr unsigned opmod_wait_time = 2;

/// Returns true for the opcodes that exist on every transport.
bool is_cross_channel(opcode what) noexcept {
  return what == opcode::wait || what == opcode::send_en || what == opcode::recv_en;
}

}  // namespace

std::variant<operation, wqe_problem> wqe_reader::read() {
  if (read_ctrl() && read_kind()) return std::move(result_);
  return std::move(problem_);
}

bool wqe_reader::read_kind() {
  switch (ctrl_.opcode) {
    case opcode::nop:
      return true;
    case opcode::umr:
      return take(read_umr(whole(), ctrl_.imm));
    case opcode::set_psv:
      return read_psv();
    case opcode::mmo:
      return take(read_memory_copy(whole()));
    case opcode::tag_matching:
      return take(read_tag_request(whole()));
    case opcode::dump:
      return read_dump();
    case opcode::wait:
      return take(read_wait(whole()));
    case opcode::send_en:
    case opcode::recv_en:
      return take(read_enable(whole()));
    default:
      return read_fixed() && read_data();
  }
}

/// Checks that every field with a required value has it: reserved bits are 0, and inline flags are
/// correct.
bool wqe_reader::reserved_are_zero(std::span<const wire::field> fields, std::string_view segment,
                                   std::size_t at) {
  auto why = unexpected_field(fields, segment, wqe_.data() + at * octoword, at);
  return why.empty() || refuse(vendor_syndrome::reserved_bits, std::move(why));
}

bool wqe_reader::read_ctrl() {
  ctrl_ = ctrl_seg::read(wqe_.data());
  problem_.opcode = ctrl_.opcode;
  result_.opcode = ctrl_.opcode;
  result_.wqe_index = expected_.wqe_index;
  if (ctrl_.wqe_index != expected_.wqe_index) {
    return refuse<check::wqe_index>(
        vendor_syndrome::wqe_index,
        "its wqe_index is {} instead of {}: wqe_index counts WQEBBs modulo 65536, not "
        "modulo the ring",
        ctrl_.wqe_index, expected_.wqe_index);
  }
  if (ctrl_.qpn != expected_.qpn) {
    return refuse<check::wqe_qpn>(vendor_syndrome::qpn, "its qpn is {:#x} instead of {:#x}",
                                  ctrl_.qpn, expected_.qpn);
  }
  if (ctrl_.ds == 0) {
    return refuse<check::wqe_ds>(vendor_syndrome::length,
                                 "its ds is 0: ds counts octowords and includes the ctrl segment");
  }
  result_.wqebbs =
      static_cast<std::uint16_t>((ctrl_.ds + octowords_per_wqebb - 1) / octowords_per_wqebb);
  if (result_.wqebbs > expected_.wqebbs_posted) {
    return refuse<check::wqe_beyond_record>(
        vendor_syndrome::length,
        "its ds is {}, so it takes {} WQEBBs, but the doorbell record covers only {}: "
        "add all WQEBBs of a WQE to the producer index",
        ctrl_.ds, result_.wqebbs, expected_.wqebbs_posted);
  }
  if (!allowed_here()) return false;
  if (!check_opmod()) return false;
  if (ctrl_.fm > fence_mode::reads_atomics_and_key_changes) {
    return refuse<check::fence_mode>(
        vendor_syndrome::reserved_bits, "its fm is {}, and the highest fence mode is {}",
        static_cast<unsigned>(ctrl_.fm),
        static_cast<unsigned>(fence_mode::reads_atomics_and_key_changes));
  }
  result_.fm = ctrl_.fm;
  result_.ce = ctrl_.ce;
  result_.solicited = ctrl_.se != 0;
  result_.imm = ctrl_.imm;
  result_.stream = ctrl_.dci_stream_channel_id;
  return reserved_are_zero(ctrl_seg::fields, "ctrl_seg", 0);
}

bool wqe_reader::allowed_here() {
  const bool raw = expected_.transport == queue_pair_type::raw_packet;
  const bool of_packets = ctrl_.opcode == opcode::tso || ctrl_.opcode == opcode::enhanced_mpsw ||
                          ctrl_.opcode == opcode::dump;
  if (raw && of_packets) return true;
  if (of_packets) {
    return refuse<check::wqe_opcode>(
        vendor_syndrome::opcode, "its opcode {} ({:#04x}) does not exist on {}, only on raw packet",
        name(ctrl_.opcode), static_cast<unsigned>(ctrl_.opcode), name(expected_.transport));
  }
  if (is_cross_channel(ctrl_.opcode)) return true;
  if (raw && ctrl_.opcode != opcode::nop && ctrl_.opcode != opcode::send &&
      !name(ctrl_.opcode).empty()) {
    return refuse<check::wqe_opcode>(
        vendor_syndrome::opcode, "its opcode {} ({:#04x}) does not exist on {}", name(ctrl_.opcode),
        static_cast<unsigned>(ctrl_.opcode), name(expected_.transport));
  }
  switch (ctrl_.opcode) {
    case opcode::nop:
    case opcode::send:
    case opcode::send_imm:
      return true;
    case opcode::send_inval:
    case opcode::rdma_write:
    case opcode::rdma_write_imm:
    case opcode::umr:
    case opcode::set_psv:
    case opcode::mmo:
      if (expected_.transport != queue_pair_type::ud) return true;
      return refuse<check::wqe_opcode>(
          vendor_syndrome::opcode, "its opcode {} ({:#04x}) does not exist on {}",
          name(ctrl_.opcode), static_cast<unsigned>(ctrl_.opcode), name(expected_.transport));
    case opcode::rdma_read:
    case opcode::atomic_cs:
    case opcode::atomic_fa:
    case opcode::atomic_masked_cs:
    case opcode::atomic_masked_fa:
      if (is_reliable(expected_.transport)) return true;
      return refuse<check::wqe_opcode>(
          vendor_syndrome::opcode, "its opcode {} ({:#04x}) does not exist on {}",
          name(ctrl_.opcode), static_cast<unsigned>(ctrl_.opcode), name(expected_.transport));
    case opcode::tag_matching:
      if (expected_.transport == queue_pair_type::rc) return true;
      break;
    default:
      break;
  }
  if (name(ctrl_.opcode).empty()) {
    return refuse<check::wqe_opcode>(vendor_syndrome::opcode, "its opcode {:#04x} is not known",
                                     static_cast<unsigned>(ctrl_.opcode));
  }
  return refuse<check::opcode_not_emulated>(
      vendor_syndrome::opcode, "this device does not execute its opcode {} ({:#04x})",
      name(ctrl_.opcode), static_cast<unsigned>(ctrl_.opcode));
}

bool wqe_reader::read_dump() {
  constexpr std::uint32_t below_tisn = 0xff;
  if ((ctrl_.imm & below_tisn) != 0) {
    return refuse<check::dump_operands>(
        vendor_syndrome::segment,
        "its imm is {:#x}: a dump has the number of a TIS there, shifted left by 8", ctrl_.imm);
  }
  result_.request = dump_request{};
  if (!read_data()) return false;
  if (result_.pieces.size() != 1 || result_.pieces.front().is_inline) {
    return refuse<check::dump_operands>(
        vendor_syndrome::segment, "its ds is {}: a dump is ctrl_seg and one data_seg", ctrl_.ds);
  }
  return true;
}

bool wqe_reader::check_opmod() {
  const auto only = [this](unsigned value, std::string_view why) {
    return ctrl_.opmod == value ||
           refuse<check::wqe_opmod>(vendor_syndrome::opcode, "its opmod is {:#x} instead of {}{}",
                                    ctrl_.opmod, value, why);
  };
  switch (ctrl_.opcode) {
    case opcode::wait:
      return ctrl_.opmod <= opmod_wait_time ||
             refuse<check::wqe_opmod>(
                 vendor_syndrome::opcode,
                 "its opmod is {:#x}: a wait has 0 (completions of a CQ), 1 (data) or 2 (time)",
                 ctrl_.opmod);
    case opcode::mmo:
      return only(opmod_copy, ", a copy: this device has no other memory-to-memory engine");
    case opcode::atomic_masked_cs:
    case opcode::atomic_masked_fa:
      if (ctrl_.opmod >= opmod_masked_4 && ctrl_.opmod <= opmod_masked_4 + 2) return true;
      return refuse<check::wqe_opmod>(
          vendor_syndrome::opcode,
          "its opmod is {:#x}: a masked atomic has 8, 9 or 10, for 4, 8 or 16 bytes", ctrl_.opmod);
    default:
      return only(0, "");
  }
}

bool wqe_reader::read_psv() {
  constexpr unsigned octowords = 2;
  if (ctrl_.ds != octowords) {
    return refuse<check::wqe_ds>(
        vendor_syndrome::length,
        "its ds is {} instead of {}: a set_psv is ctrl_seg and set_psv_seg", ctrl_.ds, octowords);
  }
  if (!reserved_are_zero(set_psv_seg::fields, "set_psv_seg", 1)) return false;
  result_.request = set_psv_seg::read(wqe_.data() + octoword);
  return true;
}

}  // namespace verbatim::emulator
