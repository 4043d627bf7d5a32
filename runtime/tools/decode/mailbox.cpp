#include "tools/decode/mailbox.hpp"

#include <algorithm>

#include "tools/decode/field_reader.hpp"
#include "verbatim/generated/commands/mbox_in.hpp"
#include "verbatim/generated/commands/mbox_out.hpp"
#include "verbatim/generated/described_commands.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::tools::decode {
namespace {

const firmware::described_command* described(std::uint16_t opcode) noexcept {
  const auto* const known =
      std::ranges::find(firmware::described_commands, opcode, &firmware::described_command::opcode);
  return known == std::end(firmware::described_commands) ? nullptr : known;
}

}  // namespace

dumped_command command_in(std::span<const std::byte> bytes) {
  const wire::mailbox_view<firmware::mbox_in, const std::byte> header(bytes);
  const auto opcode = static_cast<std::uint16_t>(header.get(firmware::mbox_in::opcode));
  const auto* const known = described(opcode);
  return {.title = std::string(known ? known->title : "unknown"), .opcode = opcode};
}

mailbox_reading read_mailbox(const dumped_command& what, std::span<const std::byte> bytes) {
  mailbox_reading result;
  const auto* const known = described(what.opcode);
  result.is_described = known != nullptr;
  field_reader reader(bytes);
  if (result.is_described) reader.read(what.is_answer ? known->out : known->in, 0, "");
  result.values = reader.values();
  result.others = reader.others();
  if (what.is_answer) {
    const wire::mailbox_view<firmware::mbox_out, const std::byte> answer(bytes);
    result.status = static_cast<std::uint8_t>(answer.get(firmware::mbox_out::status));
    result.syndrome = answer.get(firmware::mbox_out::syndrome);
  }
  return result;
}

}  // namespace verbatim::tools::decode
