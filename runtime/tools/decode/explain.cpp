#include "tools/decode/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <system_error>

#include "verbatim/generated/described_commands.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/syndromes.hpp"

namespace verbatim::tools::decode {
namespace {

std::string_view whose(side failed) {
  if (failed == side::requester) return "requester error";
  return failed == side::responder ? "responder error" : "error";
}

std::string syndrome_text(std::uint8_t code) {
  const auto value = static_cast<cqe_syndrome>(code);
  if (name(value).empty()) return fmt::format("{:#04x}, which no spec describes", code);
  return fmt::format("{} ({:#04x}): {}", name(value), code, meaning(value));
}

std::string hardware_text(const report& error) {
  if (!error.hardware) return {};
  if (*error.hardware == 0 && error.hardware_type.value_or(0) == 0) return "0x00: none was given";
  auto text = fmt::format("{:#04x}", *error.hardware);
  if (error.hardware_type.value_or(0) != 0)
    text += fmt::format(", type {:#x}", *error.hardware_type);
  return text + "; there is no public list of these";
}

std::string wqe_text(const report& error) {
  std::string text;
  const auto add = [&text](const std::string& more) { text += (text.empty() ? "" : ", ") + more; };
  if (error.wqe_opcode && error.side != side::responder) {
    const auto known = name(static_cast<opcode>(*error.wqe_opcode));
    add(known.empty() ? fmt::format("opcode {:#04x}", *error.wqe_opcode) : std::string(known));
  }
  if (error.side == side::responder) add("a receive");
  if (error.qpn) add(fmt::format("QPN {:#x}", *error.qpn));
  if (error.wqe_counter) add(fmt::format("wqe_counter {:#x}", *error.wqe_counter));
  if (!error.wqe.empty()) add(error.wqe);
  return text;
}

/// The modifier of a command is a group, a subject or, in commands about general objects, their type.
std::string modifier_text(const refused_command& refused) {
  constexpr std::uint16_t first_of_objects = 0xa00;
  constexpr std::uint16_t last_of_objects = 0xa03;
  if (refused.op_mod == 0) return {};
  const bool is_type = refused.opcode >= first_of_objects && refused.opcode <= last_of_objects;
  return fmt::format(", op_mod {:#x}{}", refused.op_mod, is_type ? ", the type of the object" : "");
}

std::string command_text(const refused_command& refused) {
  const auto* const known = std::ranges::find(firmware::described_commands, refused.opcode,
                                              &firmware::described_command::opcode);
  const bool found = known != std::end(firmware::described_commands);
  return fmt::format("{} ({:#x}){}{}", found ? known->title : std::string_view(refused.title),
                     refused.opcode, modifier_text(refused),
                     found ? fmt::format(": {}", known->meaning) : "");
}

std::string status_text(std::uint8_t code) {
  const auto value = static_cast<cmd_status>(code);
  if (name(value).empty()) return fmt::format("{:#04x}, which no spec describes", code);
  return fmt::format("{} ({:#04x}): {}", name(value), code, meaning(value));
}

void take(std::vector<std::string_view>& to, std::span<const std::string_view> from) {
  if (to.empty()) to.assign(from.begin(), from.end());
}

}  // namespace

explanation explain(const report& error) {
  explanation result;
  result.what = whose(error.side);
  result.hardware = hardware_text(error);
  result.wqe = wqe_text(error);
  if (error.vendor) {
    result.vendor = wire::in_words(vendor_syndromes, *error.vendor);
    if (const auto* const entry = wire::find(vendor_syndromes, *error.vendor)) {
      result.source = entry->source;
      // The vendor syndrome is more specific, so its advice comes first.
      take(result.causes, entry->advice.causes);
      take(result.checks, entry->advice.checks);
    }
  }
  if (!error.syndrome) return result;
  result.syndrome = syndrome_text(*error.syndrome);
  const auto advised = advice(static_cast<cqe_syndrome>(*error.syndrome));
  take(result.causes, advised.causes);
  take(result.checks, advised.checks);
  for (const auto& known : vendor_reports) {
    if (known.syndrome != *error.syndrome || known.vendor != error.vendor) continue;
    const bool same_hardware = error.hardware && known.hardware == *error.hardware;
    const bool other_hardware = error.hardware && known.hardware >= 0 && !same_hardware;
    result.reports.push_back(
        fmt::format("{} ({}{})", known.meaning, known.source,
                    other_hardware ? fmt::format("; with hardware syndrome {:#04x}", known.hardware)
                    : same_hardware ? "; with the same hardware syndrome"
                                    : ""));
  }
  return result;
}

command_explanation explain(const refused_command& refused) {
  const auto advised = advice(static_cast<cmd_status>(refused.status));
  command_explanation result{
      .command = command_text(refused),
      .status = status_text(refused.status),
      .syndrome = fmt::format("{:#x}; there is no public list of these", refused.syndrome)};
  if (refused.error) {
    result.error =
        fmt::format("{}: {}", *refused.error, std::generic_category().message(*refused.error));
  }
  take(result.causes, advised.causes);
  take(result.checks, advised.checks);
  return result;
}

}  // namespace verbatim::tools::decode
