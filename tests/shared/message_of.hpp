// The message of an error of the library.
#pragma once

#include <string>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim {

inline std::string message_of(auto&& action) {
  try {
    action();
  } catch (const error& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace verbatim
