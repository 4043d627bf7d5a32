// The headers that most tests of streams include, to be parsed once.
#include "verbatim/stream.hpp"
#include "verbs_headers.hpp"
