// What a send WQE can ask for besides its operation.
#pragma once

#include "verbatim/generated/enums.hpp"

namespace verbatim {

/// `write({.fence = fence_mode::fence_and_small})`; without, a WQE waits for nothing.
struct send_flags {
  fence_mode fence = fence_mode::none;
  bool solicited = false;  ///< raise an event at the responder, if it waits for solicited ones
};

}  // namespace verbatim
