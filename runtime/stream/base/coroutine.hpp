// <coroutine>, behind the check of the language's version: with C++17 it has an error of its own.
#pragma once

// clang-format off
#include "verbatim/wire/cpp20.hpp"

#include <coroutine>
// clang-format on
