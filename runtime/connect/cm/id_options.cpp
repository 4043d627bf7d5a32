// Options of connections before they begin, and the limits of private data.
#include "verbatim/connect/cm/id_options.hpp"

#include <string>

#include "verbatim/connect/cm/cm_error.hpp"

namespace verbatim::cm {

std::span<const std::byte> without_length(std::span<const std::byte> received) {
  if (received.empty()) return {};
  const auto length = std::to_integer<std::size_t>(received[0]);
  if (length < received.size()) return received.subspan(1, length);
  throw error(std::errc::bad_message, "without_length", "",
              "the first byte says " + std::to_string(length) + " bytes, and only " +
                  std::to_string(received.size() - 1) + " follow: the peer sent no measured_data");
}

namespace detail {

void check_length(std::span<const std::byte> bytes, std::size_t limit, const char* call) {
  if (bytes.size() <= limit) return;
  throw cm::error(std::errc::message_size, call, "",
                  "the private data has " + std::to_string(bytes.size()) +
                      " bytes, and the message has room for " + std::to_string(limit));
}

}  // namespace detail
}  // namespace verbatim::cm
