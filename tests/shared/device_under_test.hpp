// The device that tests of verbs run on.
#pragma once

#include <cstdlib>

#include "verbatim/verbs/discovery/device.hpp"

namespace verbatim::testing {

/// Returns the device that VERBATIM_TEST_DEVICE selects, or else the first device: the emulated
/// one.
inline context device_under_test() {
  const char* const selected = std::getenv("VERBATIM_TEST_DEVICE");
  return open_device(selected != nullptr ? selected : "");
}

}  // namespace verbatim::testing
