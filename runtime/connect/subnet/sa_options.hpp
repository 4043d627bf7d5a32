// Options for the subnet administrator: the port to use, and the timeouts.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::subnet {

/// Options of a subnet::client.
struct options {
  std::string device = {};                  ///< "": the first device with an active InfiniBand port
  std::uint8_t port = 0;                    ///< 0: the first active port
  std::chrono::milliseconds timeout{1000};  ///< time limit of each attempt
  unsigned retries = 3;                     ///< repetitions if there is no answer
};

}  // namespace verbatim::subnet
