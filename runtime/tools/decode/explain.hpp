// Explains syndromes and refused commands: their meaning, their likely causes, and what to check
// next. All knowledge is in generated/.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/decode/item.hpp"

namespace verbatim::tools::decode {

struct explanation {
  std::string what;      ///< the side of the error
  std::string syndrome;  ///< name, number and meaning
  std::string vendor;    ///< the same for the vendor syndrome; empty if it was not given
  std::string hardware;
  std::string wqe;  ///< the WQE that failed
  std::vector<std::string_view> causes;
  std::vector<std::string_view> checks;
  std::vector<std::string> reports;  ///< public reports of the same error
  std::string_view source;           ///< source of the text about the vendor syndrome
};

explanation explain(const report& error);

struct command_explanation {
  std::string command;  ///< name, number, modifier and meaning
  std::string status;
  std::string syndrome;
  std::string error = {};  ///< the number of errno; empty if it was not given
  std::vector<std::string_view> causes = {};
  std::vector<std::string_view> checks = {};
};

command_explanation explain(const refused_command& refused);

}  // namespace verbatim::tools::decode
