#include "tools/decode/mailbox.hpp"

#include <algorithm>

#include "tools/decode/field_reader.hpp"
#include "verbatim/generated/commands/mbox_out.hpp"
#include "verbatim/generated/described_commands.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::tools::decode {
mailbox_reading read_mailbox(const dumped_command& what, std::span<const std::byte> bytes) {
  mailbox_reading result;
  const auto* const known = std::ranges::find(firmware::described_commands, what.opcode,
                                              &firmware::described_command::opcode);
  result.is_described = known != std::end(firmware::described_commands);
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
