// The headers that most tests of the control plane include, to be parsed once.
#include "gtest_headers.hpp"
#include "verbatim/verbs.hpp"
