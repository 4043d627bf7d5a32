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

/// Returns the address of its port for rdma_cm: VERBATIM_TEST_ADDRESS, or that of the emulated
/// device.
inline const char* address_under_test() {
  const char* const given = std::getenv("VERBATIM_TEST_ADDRESS");
  return given != nullptr ? given : "127.0.0.1";
}

}  // namespace verbatim::testing
