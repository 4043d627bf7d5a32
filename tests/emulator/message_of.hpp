// What an error of the library said.
#pragma once

#include <string>

#include "verbatim/verbs/error.hpp"

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
