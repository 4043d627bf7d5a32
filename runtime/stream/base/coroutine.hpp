// Includes <coroutine> after the check of the language's version, because <coroutine> reports its
// own error with C++17.
#pragma once

// clang-format off
#include "verbatim/wire/cpp20.hpp"

#include <coroutine>
// clang-format on
