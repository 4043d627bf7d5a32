// Explains syndromes: their meaning, their likely causes, and what to look at next. All knowledge
// is in generated/syndromes.hpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/decode/item.hpp"

namespace verbatim::tools::decode {

struct explanation {
  std::string what;      ///< the side whose error it is
  std::string syndrome;  ///< name, number and meaning
  std::string vendor;    ///< likewise; empty if it was not given
  std::string hardware;
  std::string wqe;  ///< the WQE that failed
  std::vector<std::string_view> causes;
  std::vector<std::string_view> checks;
  std::vector<std::string> reports;  ///< places where the same was seen
  std::string_view source;           ///< source of the text about the vendor syndrome
};

explanation explain(const report& error);

}  // namespace verbatim::tools::decode
