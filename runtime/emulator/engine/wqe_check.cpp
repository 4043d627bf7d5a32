// One check per rule, in the order of the bytes.
#include "engine/wqe_check.hpp"

#include <fmt/format.h>

#include <optional>

#include "engine/address_check.hpp"
#include "engine/masked_atomic.hpp"
#include "engine/reserved_bits.hpp"
#include "engine/umr_check.hpp"
#include "verbatim/generated/segments/atomic_seg.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/inline_seg.hpp"
#include "verbatim/generated/segments/raddr_seg.hpp"
#include "verbatim/generated/segments/xrc_seg.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::size_t octoword = 16;
constexpr std::size_t octowords_per_wqebb = 4;

/// The kernel's MLX5_MAX_SGE_RD follows from it: a READ WQE has at most 512 bytes.
constexpr std::size_t most_read_octowords = 512 / octoword;

/// The longest message of InfiniBand.
constexpr std::uint64_t longest_message = std::uint64_t{1} << 31;

/// opmod of an MMO that copies, and of a masked atomic of 4 bytes; those of 8 and 16 follow.
constexpr unsigned opmod_copy = 1;
constexpr unsigned opmod_masked_4 = 8;

/// What a receive list ends with; has no meaning in a send WQE.
constexpr std::uint32_t terminator_lkey = 0x100;

/// Reads one WQE front to back.
class wqe_reader {
 public:
  wqe_reader(std::span<const std::byte> wqe, const wqe_expectation& expected)
      : wqe_(wqe), expected_(expected) {}

  std::variant<operation, wqe_problem> read() {
    if (!read_ctrl()) return std::move(problem_);
    if (result_.opcode == opcode::nop) return std::move(result_);
    if (result_.opcode == opcode::umr) return read_key_change();
    if (result_.opcode == opcode::mmo) return read_copy();
    if (result_.opcode == opcode::tag_matching) return read_tags();
    if (read_fixed() && read_data()) return std::move(result_);
    return std::move(problem_);
  }

 private:
  template <class... Args>
  bool refuse(vendor_syndrome vendor, fmt::format_string<Args...> words, Args&&... args) {
    problem_.vendor = vendor;
    problem_.words = fmt::format(words, std::forward<Args>(args)...);
    return false;
  }

  bool read_ctrl();
  bool allowed_here();
  bool check_opmod();
  std::variant<operation, wqe_problem> read_key_change();
  std::variant<operation, wqe_problem> read_copy();
  std::variant<operation, wqe_problem> read_tags();
  bool read_masked_operands();
  bool read_fixed();
  bool read_address();
  bool read_ethernet();
  bool read_xrc();
  std::string_view segment_before_raddr() const noexcept;
  bool read_data();
  bool read_inline(std::size_t at);
  bool read_pointer(std::size_t at);
  bool check_composition();
  bool reserved_are_zero(std::span<const wire::field> fields, std::string_view segment,
                         std::size_t at);

  std::span<const std::byte> wqe_;
  const wqe_expectation& expected_;
  ctrl_seg ctrl_;
  operation result_;
  wqe_problem problem_;

  /// Octowords read so far.
  std::size_t taken_ = 1;
};

/// Every field whose value is given has it: reserved bits are 0, and an inline flag is as it must.
bool wqe_reader::reserved_are_zero(std::span<const wire::field> fields, std::string_view segment,
                                   std::size_t at) {
  const auto words = unexpected_field(fields, segment, wqe_.data() + at * octoword, at);
  return words.empty() || refuse(vendor_syndrome::reserved_bits, "{}", words);
}

bool wqe_reader::read_ctrl() {
  ctrl_ = ctrl_seg::read(wqe_.data());
  problem_.opcode = ctrl_.opcode;
  result_.opcode = ctrl_.opcode;
  result_.wqe_index = expected_.wqe_index;
  if (ctrl_.wqe_index != expected_.wqe_index) {
    return refuse(vendor_syndrome::wqe_index,
                  "its wqe_index is {} instead of {}: wqe_index counts WQEBBs modulo 65536, not "
                  "modulo the ring",
                  ctrl_.wqe_index, expected_.wqe_index);
  }
  if (ctrl_.qpn != expected_.qpn) {
    return refuse(vendor_syndrome::qpn, "its qpn is {:#x} instead of {:#x}", ctrl_.qpn,
                  expected_.qpn);
  }
  if (ctrl_.ds == 0) {
    return refuse(vendor_syndrome::length,
                  "its ds is 0: ds counts octowords and includes the ctrl segment");
  }
  result_.wqebbs =
      static_cast<std::uint16_t>((ctrl_.ds + octowords_per_wqebb - 1) / octowords_per_wqebb);
  if (result_.wqebbs > expected_.wqebbs_posted) {
    return refuse(vendor_syndrome::length,
                  "its ds is {}, so it takes {} WQEBBs, but the doorbell record covers only {}: "
                  "add all WQEBBs of a WQE to the producer index",
                  ctrl_.ds, result_.wqebbs, expected_.wqebbs_posted);
  }
  if (!allowed_here()) return false;
  if (!check_opmod()) return false;
  if (ctrl_.fm > fence_mode::fence_and_small) {
    return refuse(vendor_syndrome::reserved_bits, "its fm is {}, and the highest fence mode is {}",
                  static_cast<unsigned>(ctrl_.fm),
                  static_cast<unsigned>(fence_mode::fence_and_small));
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
  if (ctrl_.opcode == opcode::tso && raw) return true;
  if (raw && ctrl_.opcode != opcode::nop && ctrl_.opcode != opcode::send &&
      ctrl_.opcode != opcode::enhanced_mpsw && !name(ctrl_.opcode).empty()) {
    return refuse(vendor_syndrome::opcode, "its opcode {} ({:#04x}) does not exist on {}",
                  name(ctrl_.opcode), static_cast<unsigned>(ctrl_.opcode),
                  name(expected_.transport));
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
    case opcode::mmo:
      if (expected_.transport != queue_pair_type::ud) return true;
      return refuse(vendor_syndrome::opcode, "its opcode {} ({:#04x}) does not exist on {}",
                    name(ctrl_.opcode), static_cast<unsigned>(ctrl_.opcode),
                    name(expected_.transport));
    case opcode::rdma_read:
    case opcode::atomic_cs:
    case opcode::atomic_fa:
    case opcode::atomic_masked_cs:
    case opcode::atomic_masked_fa:
      if (is_reliable(expected_.transport)) return true;
      return refuse(vendor_syndrome::opcode, "its opcode {} ({:#04x}) does not exist on {}",
                    name(ctrl_.opcode), static_cast<unsigned>(ctrl_.opcode),
                    name(expected_.transport));
    case opcode::tag_matching:
      if (expected_.transport == queue_pair_type::rc) return true;
      break;
    default:
      break;
  }
  if (name(ctrl_.opcode).empty()) {
    return refuse(vendor_syndrome::opcode, "its opcode {:#04x} is not known",
                  static_cast<unsigned>(ctrl_.opcode));
  }
  return refuse(vendor_syndrome::opcode, "this device does not execute its opcode {} ({:#04x})",
                name(ctrl_.opcode), static_cast<unsigned>(ctrl_.opcode));
}

std::variant<operation, wqe_problem> wqe_reader::read_key_change() {
  auto read = read_umr(wqe_.first(ctrl_.ds * octoword), ctrl_.imm);
  if (auto* const words = std::get_if<std::string>(&read)) {
    refuse(vendor_syndrome::segment, "{}", *words);
    return std::move(problem_);
  }
  result_.umr = std::move(std::get<key_change>(read));
  return std::move(result_);
}

std::variant<operation, wqe_problem> wqe_reader::read_copy() {
  auto read = read_memory_copy(wqe_.first(ctrl_.ds * octoword));
  if (const auto* const words = std::get_if<std::string>(&read)) {
    refuse(vendor_syndrome::segment, "{}", *words);
    return std::move(problem_);
  }
  result_.copy = std::get<copy_request>(read);
  return std::move(result_);
}

std::variant<operation, wqe_problem> wqe_reader::read_tags() {
  auto read = read_tag_request(wqe_.first(ctrl_.ds * octoword));
  if (const auto* const words = std::get_if<std::string>(&read)) {
    refuse(vendor_syndrome::segment, "{}", *words);
    return std::move(problem_);
  }
  result_.tags = std::get<tag_request>(read);
  return std::move(result_);
}

bool wqe_reader::check_opmod() {
  const auto only = [this](unsigned value, std::string_view why) {
    return ctrl_.opmod == value ||
           refuse(vendor_syndrome::opcode, "its opmod is {:#x} instead of {}{}", ctrl_.opmod, value,
                  why);
  };
  switch (ctrl_.opcode) {
    case opcode::mmo:
      return only(opmod_copy, ", a copy: this device has no other memory-to-memory engine");
    case opcode::atomic_masked_cs:
    case opcode::atomic_masked_fa:
      if (ctrl_.opmod >= opmod_masked_4 && ctrl_.opmod <= opmod_masked_4 + 2) return true;
      return refuse(vendor_syndrome::opcode,
                    "its opmod is {:#x}: a masked atomic has 8, 9 or 10, for 4, 8 or 16 bytes",
                    ctrl_.opmod);
    default:
      return only(0, "");
  }
}

/// Copies the operands out, and skips what rounds them up to octowords.
bool wqe_reader::read_masked_operands() {
  const std::size_t bytes = std::size_t{4} << (ctrl_.opmod - opmod_masked_4);
  const std::size_t count =
      ctrl_.opcode == opcode::atomic_masked_cs ? masked_swap_operands : masked_add_operands;
  const std::size_t octowords = (count * bytes + octoword - 1) / octoword;
  if (ctrl_.ds != taken_ + octowords + 1) {
    return refuse(vendor_syndrome::length,
                  "its ds is {} instead of {}: {} of {} bytes is ctrl_seg, raddr_seg, {} octowords "
                  "of operands and one data_seg for the result",
                  ctrl_.ds, taken_ + octowords + 1, name(ctrl_.opcode), bytes, octowords);
  }
  // What lies behind shorter operands means nothing, and other libraries leave it as it was.
  const auto operands = wqe_.subspan(taken_ * octoword, count * bytes);
  result_.operands.assign(operands.begin(), operands.end());
  taken_ += octowords;
  return true;
}

bool wqe_reader::read_address() {
  const bool dynamic = expected_.transport == queue_pair_type::dci;
  const address_reading reading(wqe_, ctrl_.ds, expected_.ethernet, dynamic);
  if (!reading.problem.empty()) return refuse(reading.vendor, "{}", reading.problem);
  result_.address = reading.address;
  result_.dc_key = reading.dc_key;
  taken_ += reading.octowords;
  return true;
}

bool wqe_reader::read_ethernet() {
  ethernet_reading reading(wqe_, ctrl_.ds, ctrl_.opcode == opcode::tso);
  if (!reading.problem.empty()) return refuse(reading.vendor, "{}", reading.problem);
  result_.frame = std::move(reading.request);
  taken_ += reading.octowords;
  return true;
}

/// What stands between the ctrl and the raddr segment, if anything does.
std::string_view wqe_reader::segment_before_raddr() const noexcept {
  return expected_.transport == queue_pair_type::xrc_send ? "xrc_seg" : "address vector";
}

bool wqe_reader::read_xrc() {
  if (ctrl_.ds < 2) {
    return refuse(vendor_syndrome::length,
                  "its ds is 1, but on XRC an xrc_seg comes after the ctrl_seg");
  }
  // Its reserved bits are not looked at: libmlx5 leaves there what the ring held.
  result_.xrc_srqn = xrc_seg::read(wqe_.data() + taken_ * octoword).xrc_srqn;
  if (result_.xrc_srqn == 0 || result_.xrc_srqn > 0xffffff) {
    return refuse(vendor_syndrome::segment,
                  "xrc_srqn of its xrc_seg is {:#x}: SRQ numbers have 24 bits and are not 0",
                  result_.xrc_srqn);
  }
  ++taken_;
  return true;
}

bool wqe_reader::read_fixed() {
  if (expected_.transport == queue_pair_type::ud) return read_address();
  if (expected_.transport == queue_pair_type::raw_packet) return read_ethernet();
  if (expected_.transport == queue_pair_type::dci && !read_address()) return false;
  const bool has_raddr = result_.has_result() || ctrl_.opcode == opcode::rdma_write ||
                         ctrl_.opcode == opcode::rdma_write_imm;
  if (expected_.transport == queue_pair_type::xrc_send && !read_xrc()) return false;
  if (!has_raddr) return true;
  if (ctrl_.ds <= taken_) {
    return refuse(vendor_syndrome::length, "its ds is {}, but {} has a raddr_seg after the {}",
                  ctrl_.ds, name(ctrl_.opcode),
                  taken_ == 1 ? std::string_view("ctrl_seg") : segment_before_raddr());
  }
  // reserved_0c is not looked at: UCX leaves in it what the ring held, and NICs execute that.
  const auto raddr = raddr_seg::read(wqe_.data() + taken_ * octoword);
  result_.raddr = raddr.raddr;
  result_.rkey = raddr.rkey;
  ++taken_;
  if (!result_.is_atomic()) return true;
  if (result_.is_masked_atomic()) return read_masked_operands();
  if (ctrl_.ds != taken_ + 2) {
    return refuse(vendor_syndrome::length,
                  "its ds is {} instead of {}: {} is ctrl_seg,{}{}{} raddr_seg, atomic_seg and one "
                  "data_seg for the result",
                  ctrl_.ds, taken_ + 2, name(ctrl_.opcode), taken_ == 2 ? "" : " ",
                  taken_ == 2 ? std::string_view() : segment_before_raddr(),
                  taken_ == 2 ? "" : ",");
  }
  const auto operands = atomic_seg::read(wqe_.data() + taken_ * octoword);
  result_.swap_add = operands.swap_add;
  result_.compare = operands.compare;
  ++taken_;
  return true;
}

bool wqe_reader::read_inline(std::size_t at) {
  const auto header = inline_seg::read(wqe_.data() + at * octoword);
  if (!reserved_are_zero(inline_seg::fields, "inline_seg", at)) return false;
  if (result_.has_result()) {
    return refuse(vendor_syndrome::segment,
                  "octoword {} is an inline_seg, but the result of {} needs a data_seg to go to",
                  at, name(ctrl_.opcode));
  }
  const std::size_t octowords = (inline_seg::size + header.byte_count + octoword - 1) / octoword;
  if (at + octowords > ctrl_.ds) {
    return refuse(vendor_syndrome::length,
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
    return refuse(vendor_syndrome::segment,
                  "octoword {} is a list terminator, which belongs into receive WQEs only", at);
  }
  if (segment.byte_count == 0) {
    return refuse(vendor_syndrome::segment,
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
    return refuse(vendor_syndrome::length, "its message of {} bytes is longer than {}", sum,
                  longest_message);
  }
  result_.message_bytes = static_cast<std::uint32_t>(sum);
  return check_composition();
}

bool wqe_reader::check_composition() {
  if (ctrl_.opcode == opcode::rdma_read && ctrl_.ds > most_read_octowords) {
    return refuse(vendor_syndrome::length,
                  "its ds is {}, but an rdma_read has at most {} octowords", ctrl_.ds,
                  most_read_octowords);
  }
  const std::size_t result_bytes = result_.is_masked_atomic()
                                       ? std::size_t{4} << (ctrl_.opmod - opmod_masked_4)
                                       : sizeof(std::uint64_t);
  if (result_.is_atomic() && result_.message_bytes != result_bytes) {
    return refuse(vendor_syndrome::segment,
                  "byte_count of its data_seg is {}, but the result of {} has {} bytes",
                  result_.message_bytes, name(ctrl_.opcode), result_bytes);
  }
  return true;
}

}  // namespace

std::variant<operation, wqe_problem> check_wqe(std::span<const std::byte> wqe,
                                               const wqe_expectation& expected) {
  return wqe_reader(wqe, expected).read();
}

}  // namespace verbatim::emulator
