// The offer that each end of a connection makes to the other: its address, its capabilities, and
// the memory that it shares.
#include "verbatim/connect/exchange/connection_offer.hpp"

#include <charconv>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim::exchange {

std::string to_string(const exchange::id& id) {
  char digits[16];
  const auto end = std::to_chars(digits, digits + sizeof digits, id.nonce, 16).ptr;
  return "0x" + std::string(digits, end) + ", generation " + std::to_string(id.generation);
}

const memory_token& exchange::offer::memory_named(std::string_view name, guid device) const {
  std::string names;
  for (const auto& token : memory) {
    const bool here = token.device == guid() || token.device == device;
    if (token.name == name && here) return token;
    names.append(names.empty() ? "" : ", ").append(token.name);
    if (!here) names.append(" of device ").append(to_string(token.device));
  }
  throw verbatim::error(std::errc::invalid_argument, "memory_named", "the peer's offer",
                        "it has no memory '" + std::string(name) + "'; it has " +
                            (names.empty() ? "none" : std::move(names)));
}

}  // namespace verbatim::exchange
