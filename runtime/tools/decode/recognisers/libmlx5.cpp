// libmlx5 of rdma-core: four lines of four words, on the program's standard error.
#include "tools/decode/recognisers/recogniser.hpp"

namespace verbatim::tools::decode {
namespace {

std::optional<heading> libmlx5_heading_in(std::string_view line) {
  const bool says = line.find("mlx5: ") != std::string_view::npos &&
                    line.find("got completion with error:") != std::string_view::npos;
  return says ? std::optional(heading{content::cqe}) : std::nullopt;
}

}  // namespace

const recogniser libmlx5{"libmlx5", libmlx5_heading_in};

}  // namespace verbatim::tools::decode
