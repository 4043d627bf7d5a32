// DOCA GPUNetIO and NIXL: "got completion with err: syndrome=0x…, vendor_err_synd=0x…,
// hw_err_synd=0x…".
#include "tools/decode/recognisers/recogniser.hpp"
#include "tools/decode/words.hpp"

namespace verbatim::tools::decode {
namespace {

std::optional<item> doca_report_in(std::string_view line) {
  const auto begin = line.find("got completion with err: syndrome=");
  if (begin == std::string_view::npos) return {};
  line.remove_prefix(begin);
  report said;
  said.syndrome = number_after<std::uint8_t>(line, "syndrome=");
  said.vendor = number_after<std::uint8_t>(line, "vendor_err_synd=");
  if (!said.syndrome || !said.vendor) return {};
  said.hardware = number_after<std::uint8_t>(line, "hw_err_synd=");
  said.hardware_type = number_after<std::uint8_t>(line, "hw_synd_type=");
  // Some versions print the counter and the QPN in the host's byte order, so they are not used.
  return item{.said = std::move(said)};
}

}  // namespace

const recogniser doca{"DOCA", nullptr, doca_report_in};

}  // namespace verbatim::tools::decode
