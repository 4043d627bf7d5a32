// The flags of a send WQE: fence and solicited event.
#pragma once

#include "verbatim/generated/enums.hpp"

namespace verbatim {

/// The flags of a send WQE, as in `write({.fence = fence_mode::reads_and_atomics})`. By default a
/// WQE waits for nothing. IBV_SEND_FENCE corresponds to fence_mode::reads_atomics_and_key_changes.
struct send_flags {
  fence_mode fence = fence_mode::none;  ///< earlier work that the WQE waits for
  bool solicited = false;  ///< raises an event at the responder if it waits for solicited events
};

}  // namespace verbatim
