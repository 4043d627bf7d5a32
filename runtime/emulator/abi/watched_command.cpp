// Reads attributes without knowing the command.
#include "abi/watched_command.hpp"

#include <rdma/ib_user_ioctl_cmds.h>

#include <span>

#include "system/user_memory.hpp"

namespace verbatim::emulator {
namespace {

/// Input of up to eight bytes is in the attribute itself.
constexpr std::size_t inline_bytes = sizeof(ib_uverbs_attr::data);

std::span<const ib_uverbs_attr> attributes_of(const ib_uverbs_ioctl_hdr& header) noexcept {
  return {header.attrs, header.num_attrs};
}

/// Returns true for room that a command only writes, in every command.
bool is_room(std::uint16_t id, std::uint16_t object, std::uint16_t method) noexcept {
  const bool wrapped = object == UVERBS_OBJECT_DEVICE && method == UVERBS_METHOD_INVOKE_WRITE;
  return id == UVERBS_ATTR_UHW_OUT || (wrapped && id == UVERBS_ATTR_CORE_OUT);
}

}  // namespace

void command_attributes::add(const ib_uverbs_attr& from, bool with_bytes) {
  recording::attribute one{
      .id = from.attr_id, .length = from.len, .flags = from.flags, .data = from.data};
  auto& bytes = bytes_.emplace_back(with_bytes ? from.len : 0);
  if (!bytes.empty() && !copy_from_program(bytes.data(), from.data, bytes.size())) bytes.clear();
  auto& addresses = addresses_.emplace_back(
      addresses_in(bytes.empty() ? std::as_bytes(std::span(&from.data, 1)) : std::span(bytes)));
  one.bytes = bytes;
  one.addresses = addresses;
  attributes_.push_back(one);
}

command_attributes command_attributes::inputs_of(const ib_uverbs_ioctl_hdr& header) {
  command_attributes result;
  for (const ib_uverbs_attr& one : attributes_of(header)) {
    result.add(one,
               one.len > inline_bytes && !is_room(one.attr_id, header.object_id, header.method_id));
  }
  return result;
}

command_attributes command_attributes::outputs_of(const ib_uverbs_ioctl_hdr& header) {
  command_attributes result;
  for (const ib_uverbs_attr& one : attributes_of(header)) {
    if ((one.flags & UVERBS_ATTR_F_VALID_OUTPUT) != 0) result.add(one, true);
  }
  return result;
}

void record_command(std::uint64_t context, const ib_uverbs_ioctl_hdr& header,
                    std::string_view name) {
  if (!recording_here()) return;
  const auto inputs = command_attributes::inputs_of(header);
  record(recording::command_body{context, header.object_id, header.method_id, name, inputs.all()});
}

void record_answer(const ib_uverbs_ioctl_hdr& header, int error) {
  recorder* const to = recording_here();
  if (!to) return;
  const auto outputs = command_attributes::outputs_of(header);
  to->add(recording::answer_body{static_cast<std::uint32_t>(error), outputs.all()});
  to->flush();
}

}  // namespace verbatim::emulator
