// One message to post.
#pragma once

#include <cstdint>

namespace verbatim::tools::perf {

struct message {
  std::uint32_t qp = 0;
  std::uint64_t number = 0;  ///< of the queue pair's messages in this round, from 0
  std::uint32_t size = 0;    ///< in bytes
  std::uint32_t covers = 0;  ///< messages that its completion reports; 0 if it has none
};

}  // namespace verbatim::tools::perf
