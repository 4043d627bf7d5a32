// The whole library. A program that needs only some of the layers includes their headers instead:
// verbatim/queue.hpp, verbatim/verbs.hpp, verbatim/connect.hpp.
#pragma once

#include "verbatim/connect.hpp"
#include "verbatim/queue.hpp"
#include "verbatim/verbs.hpp"
