// Reads commands of the firmware and their answers by the specs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/decode/item.hpp"

namespace verbatim::tools::decode {

/// A field that is not 0.
struct mailbox_value {
  std::string
      name;  ///< with the names of the structures around it: `qpc.primary_address_path.rlid`
  std::string text;     ///< a number in hex, or bytes
  std::string meaning;  ///< with what the number means, if the spec says it
};

struct mailbox_reading {
  std::vector<mailbox_value> values;
  std::size_t others = 0;      ///< bits that are set and in no field
  std::uint8_t status = 0;     ///< of an answer
  std::uint32_t syndrome = 0;  ///< of an answer
  bool is_described = false;   ///< a spec describes the command
};

/// Returns what command of the firmware the bytes are, by their opcode. The title of a command that no spec
/// describes is "unknown".
dumped_command command_in(std::span<const std::byte> bytes);

/// Returns the command of that name, as CREATE_PSV, or of that opcode, as 0x600, with is_answer set. Returns
/// nothing if no spec describes a command of that name.
std::optional<dumped_command> answer_to(std::string_view name_or_opcode);

mailbox_reading read_mailbox(const dumped_command& what, std::span<const std::byte> bytes);

}  // namespace verbatim::tools::decode
