// Which port asks the subnet administrator, and for how long.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace verbatim {

struct sa_options {
  std::string device = {};                  ///< "" is the first that has an active InfiniBand port
  std::uint8_t port = 0;                    ///< 0 is the first that is active
  std::chrono::milliseconds timeout{1000};  ///< of each attempt
  unsigned retries = 3;                     ///< how often to ask again when nobody answers
};

}  // namespace verbatim
