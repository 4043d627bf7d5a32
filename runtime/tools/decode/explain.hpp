// Syndromes in words, with what is likely behind them and what to look at next. All knowledge is in generated/syndromes.hpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/decode/item.hpp"

namespace verbatim::tools::decode {

struct explanation {
  std::string what;      ///< whose error it is
  std::string syndrome;  ///< name, number and meaning
  std::string vendor;    ///< likewise; empty if it was not given
  std::string hardware;
  std::string wqe;  ///< which one failed
  std::vector<std::string_view> causes;
  std::vector<std::string_view> checks;
  std::vector<std::string> reports;  ///< where the same was seen
  std::string_view source;           ///< of what is said about the vendor syndrome
};

explanation explain(const report& error);

}  // namespace verbatim::tools::decode
