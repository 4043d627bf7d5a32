// The version of the headers as macros, and the version of the library as a function.
#pragma once

#include "verbatim/verbs/base/version.hpp"
#include "verbatim/wire/version.hpp"
