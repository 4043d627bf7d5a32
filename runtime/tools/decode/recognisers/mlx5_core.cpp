// mlx5_core of Linux, mlx5core of FreeBSD, and libmlx5 on VFIO: commands that the firmware refused, and
// commands with their answers as bytes.
#include "tools/decode/recognisers/recogniser.hpp"
#include "tools/decode/words.hpp"

namespace verbatim::tools::decode {
namespace {

constexpr std::string_view letters_of_titles =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

/// Takes name and number from the end of "...: CREATE_MKEY(0x200) ".
template <class Command>
bool take_title(Command& to, std::string_view before) {
  const auto open = before.rfind('(');
  if (open == std::string_view::npos) return false;
  const auto opcode = number_in<std::uint16_t>(before.substr(open + 1));
  const auto name = before.substr(0, open);
  const auto end_of_others = name.find_last_not_of(letters_of_titles);
  to.title = name.substr(end_of_others == std::string_view::npos ? 0 : end_of_others + 1);
  to.opcode = opcode.value_or(0);
  return opcode.has_value();
}

/// Takes "bad parameter(0x3), syndrome (0x4bb88f), err(-22)", where the words may have parentheses.
bool take_status(refused_command& to, std::string_view behind) {
  const auto end = behind.find(", syndrome (");
  const auto open = behind.substr(0, end).rfind('(');
  if (end == std::string_view::npos || open == std::string_view::npos) return false;
  const auto status = number_in<std::uint8_t>(behind.substr(open + 1));
  const auto syndrome = number_after<std::uint32_t>(behind, ", syndrome (");
  to.status = status.value_or(0);
  to.syndrome = syndrome.value_or(0);
  to.error = number_after<std::uint16_t>(behind, "err(-");
  return status && syndrome;
}

/// Reads "cmd[0]: dump command data CREATE_QP(0x500) INPUT", which the debug log has before the bytes.
std::optional<heading> dump_in(std::string_view line) {
  constexpr std::string_view key = "dump command data ";
  const auto at = line.find(key);
  dumped_command said{.is_answer = line.ends_with(" OUTPUT")};
  if (at == std::string_view::npos || (!said.is_answer && !line.ends_with(" INPUT")) ||
      !take_title(said, line.substr(at + key.size())))
    return {};
  return heading{.kind = content::mailbox, .dumped = std::move(said)};
}

/// Reads "CREATE_MKEY(0x200) op_mod(0x0) failed, status bad parameter(0x3), syndrome (0x35e6ec)".
/// Newer kernels add ", err(-22)".
std::optional<item> refusal_in(std::string_view line) {
  constexpr std::string_view key = " failed, status ";
  const auto failed = line.find(key);
  const auto modifier = line.substr(0, failed).rfind("op_mod(");
  if (failed == std::string_view::npos || modifier == std::string_view::npos) return {};
  refused_command said;
  const auto op_mod = number_after<std::uint16_t>(line.substr(modifier), "op_mod(");
  if (!op_mod || !take_title(said, line.substr(0, modifier)) ||
      !take_status(said, line.substr(failed + key.size())))
    return {};
  said.op_mod = *op_mod;
  return item{.refused = std::move(said)};
}

}  // namespace

const recogniser mlx5_core{"kernel log", dump_in, refusal_in};

}  // namespace verbatim::tools::decode
