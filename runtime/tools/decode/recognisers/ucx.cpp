// UCX: "(synd 0x4 vend 0x52 hw_synd 0/147)", and the WQE in words in the same line or the next.
#include <algorithm>
#include <array>
#include <utility>

#include "tools/decode/recognisers/recogniser.hpp"
#include "tools/decode/words.hpp"
#include "verbatim/generated/enums.hpp"

namespace verbatim::tools::decode {
namespace {

constexpr std::array<std::pair<std::string_view, opcode>, 11> opcode_names{{
    {"NOP", opcode::nop},
    {"RDMA_WRITE", opcode::rdma_write},
    {"RDMA_WRITE_IMM", opcode::rdma_write_imm},
    {"SEND", opcode::send},
    {"SEND_IMM", opcode::send_imm},
    {"RDMA_READ", opcode::rdma_read},
    {"COMPARE_SWAP", opcode::atomic_cs},
    {"FETCH_ADD", opcode::atomic_fa},
    {"MASKED_COMPARE_SWAP", opcode::atomic_masked_cs},
    {"MASKED_FETCH_ADD", opcode::atomic_masked_fa},
    {"UMR", opcode::umr},
}};

void take_opcode(report& said, std::string_view word) {
  word = word.substr(0, word.find_first_of(" \t\r<>"));
  const auto* const known =
      std::ranges::find(opcode_names, word, &std::pair<std::string_view, opcode>::first);
  if (known != opcode_names.end()) said.wqe_opcode = static_cast<std::uint8_t>(known->second);
}

/// Reads "RC QP 0x14819 wqe[0]: SEND s-- [va 0x1f08e1c len 1204 lkey 0x8ee0f]", with or without the
/// part in brackets.
bool take_wqe(report& said, std::string_view line) {
  const auto index = line.find(" wqe[");
  const auto qp = line.rfind("QP 0x", index);
  if (index == std::string_view::npos || qp == std::string_view::npos) return false;
  said.qpn = number_in<std::uint32_t>(line.substr(qp + 2));
  said.wqe_counter = number_in<std::uint16_t>(line.substr(index + 5));
  const auto end = line.find("]: ", index);
  if (end == std::string_view::npos) return true;
  const auto words = line.substr(end + 3);
  if (line.substr(0, qp).ends_with("SRQ ")) said.side = side::responder;
  said.wqe = words.substr(0, words.find_last_not_of(" \t\r>") + 1);
  take_opcode(said, words);
  if (said.wqe_opcode) said.side = side::requester;
  return true;
}

std::optional<item> ucx_report_in(std::string_view line) {
  const auto begin = line.find("(synd 0x");
  if (begin == std::string_view::npos) return {};
  const auto facts = line.substr(begin);
  report said;
  said.syndrome = number_after<std::uint8_t>(facts, "synd ");
  said.vendor = number_after<std::uint8_t>(facts, "vend ");
  if (!said.syndrome || !said.vendor) return {};
  if (const auto hardware = facts.find("hw_synd "); hardware != std::string_view::npos) {
    const auto pair = facts.substr(hardware + 8);
    said.hardware_type = number_in<std::uint8_t>(pair);
    said.hardware = number_after<std::uint8_t>(pair, "/");
  }
  take_wqe(said, line.substr(0, begin));
  said.wqe = {};  // in this form, the words describe the error
  if (const auto name = facts.find(") opcode "); name != std::string_view::npos) {
    take_opcode(said, facts.substr(name + 9));
    said.side = side::requester;
  }
  return item{.said = std::move(said)};
}

bool ucx_goes_on(report& said, std::string_view line) { return !said.qpn && take_wqe(said, line); }

}  // namespace

const recogniser ucx{"UCX", nullptr, ucx_report_in, ucx_goes_on};

}  // namespace verbatim::tools::decode
