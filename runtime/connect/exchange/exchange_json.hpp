// Frames of the endpoint exchange as JSON, for people and for RPC systems that carry text. Programs
// that use this also link verbatim-json.
#pragma once

#include <string>
#include <string_view>

#include "verbatim/connect/exchange/exchange_frame.hpp"

namespace verbatim::exchange {

/// Returns the frame as a JSON object with the names of the fields. The nonce, features, addresses
/// and lengths are strings, because many JSON readers lose bits of large numbers. Throws like
/// encode_frame().
std::string to_json(const exchange::frame& frame);

/// Returns the frame of a JSON text from any source, trusted or not. Throws an error that names the
/// field. Unknown names are skipped.
exchange::frame frame_of_json(std::string_view text);

}  // namespace verbatim::exchange
