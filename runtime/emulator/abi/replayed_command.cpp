// Compares attributes one by one, apart from those that differ from run to run.
#include "abi/replayed_command.hpp"

#include <fmt/format.h>
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_verbs.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "abi/watched_command.hpp"
#include "replay/comparison.hpp"
#include "system/user_memory.hpp"

namespace verbatim::emulator {
namespace {

using recording::attribute;
using recording::bytes_view;

const attribute* find(const std::vector<attribute>& all, std::uint16_t id) {
  const auto at =
      std::find_if(all.begin(), all.end(), [id](const auto& one) { return one.id == id; });
  return at == all.end() ? nullptr : &*at;
}

/// Copies the random first PSNs of the present command into the recorded one.
void take_psns(std::vector<std::byte>& then, bytes_view now) {
  constexpr std::size_t places[] = {offsetof(ib_uverbs_modify_qp, rq_psn),
                                    offsetof(ib_uverbs_modify_qp, sq_psn)};
  for (const std::size_t at : places) {
    if (at + 4 <= std::min(then.size(), now.size())) {
      std::copy_n(now.begin() + static_cast<std::ptrdiff_t>(at), 4,
                  then.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }
}

/// Returns the difference of an attribute that the program passes.
std::string attribute_difference(std::string_view name, const attribute& then,
                                 const attribute& now) {
  if (then.length != now.length) {
    return fmt::format("it has a length of {}, and had {}", now.length, then.length);
  }
  if (then.bytes.empty()) {
    // A handle, a number, or an address.
    return difference(std::as_bytes(std::span(&then.data, 1)), then.addresses,
                      std::as_bytes(std::span(&now.data, 1)));
  }
  std::vector<std::byte> bytes(then.bytes.begin(), then.bytes.end());
  if (name == "modify_qp" && then.id == UVERBS_ATTR_CORE_IN) take_psns(bytes, now.bytes);
  return difference(bytes, then.addresses, now.bytes);
}

/// Returns true if the answer has descriptors of files, which are the program's own.
bool has_descriptors(std::string_view name) noexcept {
  constexpr std::string_view names[] = {"get_context", "create_comp_channel", "alloc_async_event"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// Returns true if the answer counts what the program has read, as closing commands do.
bool closes(std::string_view name) noexcept {
  return name.find("destroy") != name.npos || name.find("dealloc") != name.npos;
}

bool asks(std::string_view name) noexcept { return name.find("query") != name.npos; }

}  // namespace

void compare_inputs(engine_hooks& engine, const recorded_command& then,
                    const ib_uverbs_ioctl_hdr& now) {
  const auto inputs = command_attributes::inputs_of(now);
  for (const attribute& one : then.asked.inputs) {
    // The room for an output holds arbitrary bytes before the command.
    if (find(then.answered.outputs, one.id)) continue;
    const attribute* const other = find(inputs.all(), one.id);
    const auto what = other ? attribute_difference(then.asked.name, one, *other) : "it is missing";
    if (what.empty()) continue;
    return engine.differs(fmt::format("attribute {:#x} of the command: {}", one.id, what));
  }
  for (const attribute& one : inputs.all()) {
    if (find(then.asked.inputs, one.id)) continue;
    return engine.differs(
        fmt::format("attribute {:#x} of the command is there, and was not", one.id));
  }
}

void answer_again(engine_hooks& engine, const recorded_command& then,
                  const ib_uverbs_ioctl_hdr& now) {
  const std::string_view name = then.asked.name;
  if (has_descriptors(name) || closes(name)) return;
  const auto outputs = command_attributes::outputs_of(now);
  for (const attribute& one : then.answered.outputs) {
    const attribute* const other = find(outputs.all(), one.id);
    if (one.bytes.empty() || !other) continue;
    if (asks(name) && one.length == other->length) {
      (void)copy_to_program(other->data, one.bytes.data(), one.bytes.size());
      continue;
    }
    const auto what = difference(one.bytes, one.addresses, other->bytes);
    if (what.empty()) continue;
    return engine.differs(fmt::format("attribute {:#x} of the answer: {}", one.id, what));
  }
}

}  // namespace verbatim::emulator
