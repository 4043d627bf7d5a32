// Strict reading of an MMO WQE: ctrl_seg, mmo_meta_seg, and two data_seg.
#include "engine/check/memory_copy_check.hpp"

#include <fmt/format.h>

#include "engine/check/reserved_bits.hpp"
#include "report/finding.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/mmo_meta_seg.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::size_t opaque_alignment = 64;
constexpr std::uint64_t two_gib = std::uint64_t{1} << 31;

}  // namespace

std::variant<copy_request, finding> read_memory_copy(std::span<const std::byte> wqe) {
  if (wqe.size() != 4 * octoword) {
    return found<check::wqe_ds>(
        "its ds is {} instead of 4: a copy is ctrl_seg, mmo_meta_seg and two "
        "data_seg, source and destination",
        wqe.size() / octoword);
  }
  const auto ctrl = ctrl_seg::read(wqe.data());
  const auto meta = mmo_meta_seg::read(wqe.data() + octoword);
  const auto from = data_seg::read(wqe.data() + 2 * octoword);
  const auto to = data_seg::read(wqe.data() + 3 * octoword);
  if (ctrl.imm != 0) tell_unread_bits("ctrl_seg", "imm");
  if (meta.mmo_control_31_0 != 0) {
    return found<check::copy_layout>("mmo_control_31_0 of its mmo_meta_seg is {:#x} instead of 0",
                                     meta.mmo_control_31_0);
  }
  for (std::size_t i = 2; i < 4; ++i) {
    if ((std::to_integer<unsigned>(wqe[i * octoword]) & 0x80) != 0) {
      return found<check::copy_layout>("octoword {} is an inline_seg, but a copy has two data_seg",
                                       i);
    }
  }
  if (from.byte_count != to.byte_count) {
    return found<check::copy_layout>("its source has {} bytes and its destination {}",
                                     from.byte_count, to.byte_count);
  }
  if (meta.opaque_va % opaque_alignment != 0) {
    return found<check::copy_layout>(
        "opaque_va of its mmo_meta_seg is {:#x}: the buffer for the result begins "
        "at a multiple of {}",
        meta.opaque_va, opaque_alignment);
  }
  copy_request result;
  result.from = {from.lkey, from.addr};
  result.to = {to.lkey, to.addr};
  result.bytes = from.byte_count == 0 ? two_gib : from.byte_count;
  result.opaque = {meta.opaque_lkey, meta.opaque_va};
  return result;
}

}  // namespace verbatim::emulator
