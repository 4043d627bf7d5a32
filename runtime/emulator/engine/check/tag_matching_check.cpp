// Strict reading of a TAG_MATCHING WQE: ctrl_seg, tm_seg, and one data_seg to append.
#include "engine/check/tag_matching_check.hpp"

#include <fmt/format.h>

#include "engine/check/reserved_bits.hpp"
#include "engine/ring/terminator.hpp"
#include "report/finding.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::emulator {
std::variant<tag_request, finding> read_tag_request(std::span<const std::byte> wqe) {
  constexpr std::size_t without_data = ctrl_seg::size + tm_seg::size;
  if (wqe.size() < without_data) {
    return found<check::wqe_ds>("its ds is {}, but a tag_matching has a tm_seg after the ctrl_seg",
                                wqe.size() / octoword);
  }
  const std::byte* const at = wqe.data() + ctrl_seg::size;
  tag_request result;
  result.operation = tm_seg::read(at);
  const bool appends = result.operation.opcode == tm_op::append;
  if (auto words = unexpected_field(tm_seg::fields, "tm_seg", at, 1); !words.empty()) return words;
  if (name(result.operation.opcode).empty()) {
    return found<check::tag_layout>("opcode {} of its tm_seg is not known",
                                    static_cast<unsigned>(result.operation.opcode));
  }
  const std::size_t expected = without_data + (appends ? data_seg::size : 0);
  if (wqe.size() != expected) {
    return found<check::wqe_ds>("its ds is {} instead of {}: {} is ctrl_seg and tm_seg{}",
                                wqe.size() / octoword, expected / octoword,
                                name(result.operation.opcode),
                                appends ? ", and one data_seg for the buffer" : "");
  }
  if (!appends) return result;
  result.buffer = data_seg::read(wqe.data() + without_data);
  const bool none = result.buffer.lkey == terminator_lkey && result.buffer.byte_count == 0;
  if (!none && result.buffer.byte_count == 0) {
    return found<check::zero_byte_count>(
        "byte_count of its data_seg is 0, which means 2 GiB: a tag without a buffer has a "
        "terminator instead");
  }
  return result;
}

}  // namespace verbatim::emulator
