// libxlio and libvma: "cqe: syndrome=0x2 vendor=0x68 hw=0x86 (type=0x0) wqe_opcode_qpn=0x…
// wqe_counter=0x… wqe=…".
#include "tools/decode/hex_line.hpp"
#include "tools/decode/recognisers/recogniser.hpp"
#include "tools/decode/words.hpp"

namespace verbatim::tools::decode {
namespace {

std::optional<item> xlio_report_in(std::string_view line) {
  const auto begin = line.find("cqe: syndrome=");
  if (begin == std::string_view::npos) return {};
  line.remove_prefix(begin);
  item found;
  report said;
  said.syndrome = number_after<std::uint8_t>(line, "syndrome=");
  said.vendor = number_after<std::uint8_t>(line, "vendor=");
  if (!said.syndrome || !said.vendor) return {};
  said.hardware = number_after<std::uint8_t>(line, "hw=");
  said.hardware_type = number_after<std::uint8_t>(line, "type=");
  said.wqe_counter = number_after<std::uint16_t>(line, "wqe_counter=");
  set_opcode_and_qpn(said, number_after<std::uint32_t>(line, "wqe_opcode_qpn="));
  if (const auto wqe = line.find(" wqe="); wqe != std::string_view::npos) {
    said.side = side::requester;
    if (auto bytes = read_hex_line(line.substr(wqe + 5))) {
      found.kind = content::wqe;
      found.transport = "raw_packet";
      found.bytes = std::move(bytes->bytes);
    }
  }
  found.said = std::move(said);
  return found;
}

}  // namespace

const recogniser xlio{"libxlio", nullptr, xlio_report_in};

}  // namespace verbatim::tools::decode
