// Programs that print the status and vendor_err of a struct ibv_wc: NCCL, perftest, rdma-core's
// examples, Open MPI's openib and UCX over verbs.
#include <array>

#include "tools/decode/recognisers/recogniser.hpp"
#include "tools/decode/wc_status.hpp"
#include "tools/decode/words.hpp"

namespace verbatim::tools::decode {
namespace {

struct notation {
  std::string_view status;
  std::string_view vendor;
};

constexpr std::array<notation, 5> notations{{
    {"status=", "vendor err "},              // NCCL
    {"with error ", "vendor err "},          // NCCL, before 2.12
    {"ailed status ", "syndrom "},           // perftest
    {"with status: ", "vendor syndrome: "},  // examples of rdma-core and their children
    {"status number ", "vendor error "},     // Open MPI
}};

item report_of(cqe_syndrome syndrome, std::uint8_t vendor) {
  report said;
  said.syndrome = static_cast<std::uint8_t>(syndrome);
  said.vendor = vendor;
  return item{.said = std::move(said)};
}

/// Reads "send completion with error: remote access error [qpn 0xf9db wrid 0x149 vendor_err 0x88]",
/// and the older form "Send completion with error on qp 0x6214: remote access error syndrome 0x88".
std::optional<item> ucx_over_verbs(std::string_view line) {
  constexpr std::string_view words = "end completion with error";
  const auto begin = line.find(words);
  if (begin == std::string_view::npos) return {};
  line.remove_prefix(begin + words.size());
  const auto colon = line.find(": ");
  if (colon == std::string_view::npos) return {};
  const auto syndrome = syndrome_of_words(line.substr(colon + 2));
  const auto vendor = number_after<std::uint8_t>(
      line, line.find("vendor_err ") != std::string_view::npos ? "vendor_err " : " syndrome ");
  if (!syndrome || !vendor) return {};
  auto found = report_of(*syndrome, *vendor);
  found.said->side = side::requester;
  found.said->qpn = number_after<std::uint32_t>(line, colon == 0 ? "[qpn " : " on qp ");
  return found;
}

std::optional<item> verbs_programs_report_in(std::string_view line) {
  for (const auto& [status_key, vendor_key] : notations) {
    const auto status = number_after<std::uint8_t>(line, status_key);
    const auto vendor = number_after<std::uint8_t>(line, vendor_key);
    if (!status || !vendor) continue;
    if (const auto syndrome = syndrome_of_status(*status)) return report_of(*syndrome, *vendor);
  }
  return ucx_over_verbs(line);
}

}  // namespace

const recogniser verbs_programs{"ibv_wc", nullptr, verbs_programs_report_in};

}  // namespace verbatim::tools::decode
