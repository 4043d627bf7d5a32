// DPDK's mlx5 driver: rte_hexdump of an error CQE, and files with a whole CQ and its SQ or RQ.
#include "tools/decode/recognisers/recogniser.hpp"
#include "tools/decode/words.hpp"

namespace verbatim::tools::decode {
namespace {

std::optional<heading> dpdk_heading_in(std::string_view line) {
  const auto has = [line](std::string_view words) {
    return line.find(words) != std::string_view::npos;
  };
  if (has("MLX5 Error CQE:") || has("MLX5 CQE:")) return heading{content::cqe};
  if (has("MLX5 Error CQ:")) return heading{content::cq_ring};
  if (has("MLX5 Error SQ:")) return heading{content::sq_ring, {}, "raw_packet"};
  if (has("MLX5 Error RQ:")) return heading{content::rq_ring};
  return {};
}

std::optional<item> dpdk_report_in(std::string_view line) {
  if (line.find("Unexpected CQE error syndrome") == std::string_view::npos) return {};
  report said;
  said.syndrome = number_after<std::uint8_t>(line, "syndrome");
  if (!said.syndrome) return {};
  if (const auto sqn = number_after<std::uint32_t>(line, "SQN =")) {
    said.side = side::requester;
    said.qpn = sqn;
  } else if (const auto rqn = number_after<std::uint32_t>(line, "RQN =")) {
    said.side = side::responder;
    said.qpn = rqn;
  }
  said.wqe_counter = number_after<std::uint16_t>(line, "wqe_counter =");
  return item{.said = std::move(said)};
}

}  // namespace

const recogniser dpdk{"DPDK", dpdk_heading_in, dpdk_report_in};

}  // namespace verbatim::tools::decode
