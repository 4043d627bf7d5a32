// Strict reading of a TAG_MATCHING WQE: ctrl_seg, tm_seg, and one data_seg to append.
#include <fmt/format.h>

#include "engine/tag_request.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::size_t octoword = 16;

/// mlx5dv.h, MLX5_INVALID_LKEY: with byte_count 0 there is no buffer.
constexpr std::uint32_t terminator_lkey = 0x100;

}  // namespace

std::variant<tag_request, std::string> read_tag_request(std::span<const std::byte> wqe) {
  constexpr std::size_t without_data = ctrl_seg::size + tm_seg::size;
  if (wqe.size() < without_data) {
    return fmt::format("its ds is {}, but a tag_matching has a tm_seg after the ctrl_seg",
                       wqe.size() / octoword);
  }
  const std::byte* const at = wqe.data() + ctrl_seg::size;
  tag_request result;
  result.operation = tm_seg::read(at);
  const bool appends = result.operation.opcode == tm_op::append;
  for (const wire::field& field : tm_seg::fields) {
    if (field.reserved() && !field.as_expected(at)) {
      return fmt::format(
          "{} of its tm_seg is not zero: zero a segment's reserved bits, the ring "
          "still holds old WQEs",
          field.name);
    }
  }
  if (name(result.operation.opcode).empty()) {
    return fmt::format("opcode {} of its tm_seg is not known",
                       static_cast<unsigned>(result.operation.opcode));
  }
  const std::size_t expected = without_data + (appends ? data_seg::size : 0);
  if (wqe.size() != expected) {
    return fmt::format("its ds is {} instead of {}: {} is ctrl_seg and tm_seg{}",
                       wqe.size() / octoword, expected / octoword, name(result.operation.opcode),
                       appends ? ", and one data_seg for the buffer" : "");
  }
  if (!appends) return result;
  result.buffer = data_seg::read(wqe.data() + without_data);
  const bool none = result.buffer.lkey == terminator_lkey && result.buffer.byte_count == 0;
  if (!none && result.buffer.byte_count == 0) {
    return "byte_count of its data_seg is 0, which means 2 GiB: a tag without a buffer has a "
           "terminator instead";
  }
  return result;
}

}  // namespace verbatim::emulator
