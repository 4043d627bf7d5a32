// The common part of the tests of the engine's work on requests of real verbs.
#pragma once

#include "connected_pair.hpp"
#include "raw_send_queue.hpp"

namespace verbatim::testing {

class engine_test : public connected_pair_test {};

}  // namespace verbatim::testing
