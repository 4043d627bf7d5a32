// Frames of the endpoint exchange as JSON, for people and for RPC systems that carry text.
// Link verbatim-json besides.
#pragma once

#include <string>
#include <string_view>

#include "verbatim/connect/exchange_frame.hpp"

namespace verbatim {

/// An object whose names are those of the fields. Nonce, features, addresses and lengths are text, as
/// JSON's numbers lose bits in many readers. Throws as encode_frame() does.
std::string to_json(const exchange_frame& frame);

/// The reverse, of anybody's text: throws an error that names the field. Names that are not known are
/// skipped.
exchange_frame frame_of_json(std::string_view text);

}  // namespace verbatim
