// Options for the subnet administrator: the port that asks, and for how long.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::subnet {

/// Options of a subnet::client.
struct options {
  std::string device = {};                  ///< "": the first with an active InfiniBand port
  std::uint8_t port = 0;                    ///< 0: the first that is active
  std::chrono::milliseconds timeout{1000};  ///< of each attempt
  unsigned retries = 3;                     ///< repetitions when nobody answers
};

}  // namespace verbatim::subnet
