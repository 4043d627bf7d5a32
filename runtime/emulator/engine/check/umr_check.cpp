// Checks ctrl_seg, umr_ctrl_seg, mkey_ctx_seg, then the translation list, padded to 64 bytes, then
// BSFs.
#include "engine/check/umr_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/check/bsf_check.hpp"
#include "engine/check/reserved_bits.hpp"
#include "report/finding.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/klm_seg.hpp"
#include "verbatim/generated/segments/repeat_block_seg.hpp"
#include "verbatim/generated/segments/repeat_ent_seg.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::size_t list_at = ctrl_seg::size + umr_ctrl_seg::size + mkey_ctx_seg::size;

/// The position of the op of a repeat_block_seg, and its value, which distinguishes it from the key
/// of a klm_seg.
constexpr std::size_t op_at = 4;
constexpr std::uint32_t repeat_op = 0x400;

/// The fields that a program's UMR may change; the kernel changes the others.
constexpr std::uint64_t programs_fields = [] {
  std::uint64_t mask = 0;
  for (const mkey_mask one : {mkey_mask::len, mkey_mask::start_addr, mkey_mask::mkey,
                              mkey_mask::qpn, mkey_mask::local_read, mkey_mask::local_write,
                              mkey_mask::remote_read, mkey_mask::remote_write, mkey_mask::atomic,
                              mkey_mask::free, mkey_mask::bsf_enable, mkey_mask::sig_err}) {
    mask |= static_cast<std::uint64_t>(one);
  }
  return mask;
}();

/// Reads one UMR front to back. Each step returns the error, or nothing.
class umr_reader {
 public:
  explicit umr_reader(std::span<const std::byte> wqe) : wqe_(wqe) {}

  finding read_control();
  finding read_bsfs();
  finding read_list();

  key_change result;

 private:
  finding read_klms(std::size_t octowords);
  finding read_strided(std::size_t octowords);
  finding check_padding(std::size_t octowords) const;
  const std::byte* entry(std::size_t i) const { return wqe_.data() + list_at + i * octoword; }

  std::span<const std::byte> wqe_;  // without BSFs, after they are read
};

finding umr_reader::read_control() {
  if (wqe_.size() < list_at) {
    return found<check::wqe_ds>(
        "its ds is {}, but a UMR is ctrl_seg, umr_ctrl_seg and mkey_ctx_seg, {} "
        "octowords, before the translation list",
        wqe_.size() / octoword, list_at / octoword);
  }
  const std::byte* const at = wqe_.data() + ctrl_seg::size;
  if (auto words = unexpected_field(umr_ctrl_seg::fields, "umr_ctrl_seg", at, 1); !words.empty()) {
    return words;
  }
  result.control = umr_ctrl_seg::read(at);
  result.context = mkey_ctx_seg::read(at + umr_ctrl_seg::size);
  const umr_ctrl_seg& control = result.control;
  if (control.check_free && control.check_not_free) {
    return found<check::umr_check_free>(
        "its umr_ctrl_seg asks for a key that is free and not free");
  }
  if (const std::uint64_t others = control.mkey_mask & ~programs_fields) {
    return found<check::umr_mask>(
        "bits {:#x} of its mkey_mask name fields that only the kernel may change", others);
  }
  if (control.trans_off_en && control.bsf_octowords != 0) {
    return found<check::umr_part_of_list>(
        "it changes the translation list from octoword {} on: this device only "
        "takes whole lists, from 0",
        control.bsf_octowords);
  }
  return {};
}

finding umr_reader::read_bsfs() {
  const umr_ctrl_seg& control = result.control;
  const std::size_t bytes = control.trans_off_en ? 0 : control.bsf_octowords * octoword;
  if (bytes == 0) {
    if (!result.changes(mkey_mask::bsf_enable) || !result.context.bsf_en) return {};
    return found<check::bsf_enable>(
        "bsf_en of its mkey_ctx_seg is 1, but bsf_octowords of its umr_ctrl_seg is 0");
  }
  if (bytes > wqe_.size() - list_at) {
    return found<check::umr_length>(
        "its bsf_octowords is {}, but {} octowords follow the mkey_ctx_seg by its ds",
        control.bsf_octowords, (wqe_.size() - list_at) / octoword);
  }
  if (!result.changes(mkey_mask::bsf_enable) || !result.context.bsf_en) {
    return found<check::bsf_enable>(
        "it has a BSF, but does not enable it: bsf_en of its mkey_ctx_seg must be 1, and "
        "bsf_enable in its mkey_mask");
  }
  auto read = read_bsf(wqe_.last(bytes), (wqe_.size() - bytes) / octoword);
  if (auto* const words = std::get_if<finding>(&read)) return std::move(*words);
  result.bsf = std::get<bsf_reading>(read);
  result.bsf_octowords = control.bsf_octowords;
  wqe_ = wqe_.first(wqe_.size() - bytes);
  return {};
}

finding umr_reader::read_list() {
  const std::size_t octowords = wqe_.size() / octoword - list_at / octoword;
  const umr_ctrl_seg& control = result.control;
  if (control.klm_octowords % 4 != 0) {
    return found<check::umr_length>(
        "its klm_octowords is {}: round the list up to 64 bytes, a multiple of 4",
        control.klm_octowords);
  }
  if (control.klm_octowords != 0 && !control.list_inline) {
    return found<check::umr_list_in_memory>(
        "its translation list is not in the WQE (list_inline is 0): this device does not fetch "
        "one from memory");
  }
  if (control.klm_octowords != octowords) {
    return found<check::umr_length>(
        "its klm_octowords is {}, but {} octowords follow the mkey_ctx_seg by its ds",
        control.klm_octowords, octowords);
  }
  if (octowords == 0) return {};
  result.has_list = true;
  return wire::load32(entry(0) + op_at) == repeat_op ? read_strided(octowords)
                                                     : read_klms(octowords);
}

finding umr_reader::read_klms(std::size_t octowords) {
  std::size_t i = 0;
  for (; i < octowords; ++i) {
    const auto klm = klm_seg::read(entry(i));
    if (klm.byte_count == 0 && klm.mkey == 0 && klm.address == 0) break;
    if (klm.byte_count == 0) {
      return found<check::umr_list_entry>("byte_count of entry {} of its translation list is 0", i);
    }
    result.translation.entries.push_back({klm.byte_count, klm.mkey, klm.address, 0});
  }
  result.list_octowords = static_cast<std::uint32_t>(i);
  return check_padding(octowords);
}

finding umr_reader::read_strided(std::size_t octowords) {
  const auto block = repeat_block_seg::read(entry(0));
  if (!repeat_block_seg::fields[3].as_expected(entry(0))) {
    return found<check::reserved_bits>("reserved bits of its repeat_block_seg are not zero");
  }
  if (block.num_ent == 0 || block.num_ent >= octowords) {
    return found<check::umr_list_entry>(
        "its repeat_block_seg says that {} entries follow, but klm_octowords leaves "
        "room for {}",
        block.num_ent, octowords - 1);
  }
  if (block.repeat_count == 0)
    return found<check::umr_list_entry>("repeat_count of its repeat_block_seg is 0");
  result.translation.repeat_count = block.repeat_count;
  for (std::size_t i = 1; i <= block.num_ent; ++i) {
    const auto one = repeat_ent_seg::read(entry(i));
    if (one.byte_count == 0) {
      return found<check::umr_list_entry>("byte_count of entry {} of its strided list is 0", i - 1);
    }
    if (one.stride < one.byte_count) {
      return found<check::umr_list_entry>(
          "stride {} of entry {} of its strided list is less than its byte_count "
          "{}: the stride includes the bytes that are taken",
          one.stride, i - 1, one.byte_count);
    }
    result.translation.entries.push_back({one.byte_count, one.memkey, one.va, one.stride});
  }
  if (const auto sum = result.translation.bytes_per_repetition(); sum != block.byte_count) {
    return found<check::umr_list_entry>(
        "byte_count of its repeat_block_seg is {}, but its entries have {} bytes "
        "together",
        block.byte_count, sum);
  }
  result.list_octowords = block.num_ent + 1u;
  return check_padding(octowords);
}

finding umr_reader::check_padding(std::size_t octowords) const {
  if (std::any_of(entry(result.list_octowords), entry(octowords),
                  [](std::byte one) { return one != std::byte{}; })) {
    return found<check::umr_padding>(
        "its translation list has {} entries, and what pads it to {} octowords is "
        "not zero",
        result.list_octowords, octowords);
  }
  return {};
}

}  // namespace

std::variant<key_change, finding> read_umr(std::span<const std::byte> wqe, std::uint32_t key) {
  umr_reader reader(wqe);
  auto problem = reader.read_control();
  if (problem.empty()) problem = reader.read_bsfs();
  if (problem.empty()) problem = reader.read_list();
  if (!problem.empty()) return problem;
  reader.result.key = key;
  return std::move(reader.result);
}

}  // namespace verbatim::emulator
