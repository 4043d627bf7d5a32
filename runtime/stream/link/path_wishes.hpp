// The wishes of an end of an exchange for the path.
#pragma once

#include <optional>

#include "verbatim/connect/path/fill.hpp"
#include "verbatim/verbs/values/path.hpp"

namespace verbatim::stream {

/// The wishes of an end for the path, as in exchange::side.
struct path_wishes {
  std::optional<path> wanted = std::nullopt;  ///< preferences; the ends fill in the rest
  fill_options fill = {};                     ///< limits of the filled values
};

}  // namespace verbatim::stream
