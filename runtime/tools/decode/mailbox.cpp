#include "tools/decode/mailbox.hpp"

#include <algorithm>

#include "tools/decode/field_reader.hpp"
#include "tools/decode/words.hpp"
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

std::string title_of(std::uint16_t opcode) {
  const auto* const known = described(opcode);
  return std::string(known ? known->title : "unknown");
}

char upper(char c) noexcept { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

}  // namespace

dumped_command command_in(std::span<const std::byte> bytes) {
  const wire::mailbox_view<firmware::mbox_in, const std::byte> header(bytes);
  const auto opcode = static_cast<std::uint16_t>(header.get(firmware::mbox_in::opcode));
  return {.title = title_of(opcode), .opcode = opcode};
}

std::optional<dumped_command> answer_to(std::string_view name_or_opcode) {
  const auto* const named =
      std::ranges::find_if(firmware::described_commands, [name_or_opcode](const auto& one) {
        return std::ranges::equal(one.title, name_or_opcode, {}, {}, upper);
      });
  auto opcode = number_of<std::uint16_t>(name_or_opcode);
  if (named != std::end(firmware::described_commands)) opcode = named->opcode;
  if (!opcode) return {};
  return dumped_command{.title = title_of(*opcode), .opcode = *opcode, .is_answer = true};
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
