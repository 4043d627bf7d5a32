// The version of the headers, for programs that are compiled with more than one.
#pragma once

#include "verbatim/wire/cpp20.hpp"

#define VERBATIM_VERSION_MAJOR 0
#define VERBATIM_VERSION_MINOR 1
#define VERBATIM_VERSION_PATCH 0

/// The version as text.
#define VERBATIM_VERSION_TEXT "0.1.0"

/// The version as a number that grows: 0.1.0 is 100, and 1.2.3 is 10203.
#define VERBATIM_VERSION \
  (VERBATIM_VERSION_MAJOR * 10000 + VERBATIM_VERSION_MINOR * 100 + VERBATIM_VERSION_PATCH)
