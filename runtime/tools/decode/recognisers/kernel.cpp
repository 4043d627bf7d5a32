// mlx5_ib and mlx5e of Linux, and mlx5en of FreeBSD.
#include "tools/decode/recognisers/recogniser.hpp"
#include "tools/decode/wc_status.hpp"
#include "tools/decode/words.hpp"
#include "verbatim/generated/enums.hpp"

namespace verbatim::tools::decode {
namespace {

side side_of(std::optional<std::uint8_t> cqe_opcode_number) {
  if (!cqe_opcode_number) return side::unknown;
  const auto value = static_cast<cqe_opcode>(*cqe_opcode_number);
  if (value == cqe_opcode::req_err) return side::requester;
  return value == cqe_opcode::resp_err ? side::responder : side::unknown;
}

/// Reads "... syndrome 0x4, vendor syndrome 0x32" from a line in lower case.
std::optional<report> facts(std::string_view line) {
  const auto vendor = line.find("vendor syndrome");
  const auto syndrome = line.find("syndrome");
  if (vendor == std::string_view::npos || syndrome >= vendor) return {};
  report said;
  said.syndrome = number_after<std::uint8_t>(line, "syndrome");
  said.vendor = number_after<std::uint8_t>(line, "vendor syndrome");
  if (!said.syndrome || !said.vendor) return {};
  said.side = side_of(number_after<std::uint8_t>(line, "opcode"));
  said.qpn = number_after<std::uint32_t>(line, " qn ");
  return said;
}

/// Reads "WC error: 4, Message: local protection error" of newer kernels. Some of the dumps after
/// it ("cqe_dump: ") are only in the debug log.
std::optional<report> status_in(std::string_view line) {
  if (line.find(", Message: ") == std::string_view::npos) return {};
  const auto status = number_after<std::uint8_t>(line, "WC error: ");
  const auto syndrome = status ? syndrome_of_status(*status) : std::nullopt;
  if (!syndrome) return {};
  report said;
  said.syndrome = static_cast<std::uint8_t>(*syndrome);
  return said;
}

std::optional<heading> kernel_heading_in(std::string_view line) {
  if (auto said = status_in(line)) return heading{content::cqe, std::move(said)};
  if (line.find("dump error cqe") != std::string_view::npos) return heading{content::cqe};
  if (line.find("WQE DUMP:") != std::string_view::npos) {
    return heading{content::wqe, {}, "raw_packet"};  // only mlx5e prints this
  }
  const auto plain = lower(line);
  if (plain.find("error cqe on cqn") == std::string::npos) return {};
  heading found{content::cqe, facts(plain)};
  if (!found.said) found.said = report{};
  if (plain.find("requestor") != std::string::npos) found.said->side = side::requester;
  if (plain.find("responder") != std::string::npos) found.said->side = side::responder;
  return found;
}

/// Reads the line that mlx5_ib prints after "Responder error cqe on cqn".
bool kernel_goes_on(report& said, std::string_view line) {
  const auto more = facts(lower(line));
  if (!more || said.syndrome) return false;
  said.syndrome = more->syndrome;
  said.vendor = more->vendor;
  return true;
}

std::optional<item> kernel_report_in(std::string_view line) {
  auto said = facts(lower(line));
  if (!said) return {};
  return item{.said = std::move(said)};
}

}  // namespace

const recogniser kernel{"kernel log", kernel_heading_in, kernel_report_in, kernel_goes_on};

}  // namespace verbatim::tools::decode
