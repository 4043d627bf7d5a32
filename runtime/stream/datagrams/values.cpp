#include "verbatim/stream/datagrams/values.hpp"

#include <string>

namespace verbatim::stream {
namespace {

struct datagram_words {
  std::string_view name, meaning;
};

constexpr datagram_words words_of(datagram_status status) noexcept {
  switch (status) {
    case datagram_status::ok:
      return {"ok", "a datagram was sent or received"};
    case datagram_status::would_block:
      return {"would_block",
              "no datagram has arrived, or there is no room for one: poll the engine, and try "
              "again"};
    case datagram_status::too_long:
      return {"too_long",
              "a datagram is one packet, so it is not longer than the port's MTU: send it in "
              "pieces, or use a message_channel"};
    case datagram_status::timed_out:
      return {"timed_out", "the time was over before: try again"};
    case datagram_status::busy:
      return {"busy", "another operation of this kind waits already: one at a time"};
    case datagram_status::no_slot:
      return {
          "no_slot",
          "all slots of the slot_pool are taken: wait for sends that hold some, or make the pool "
          "with more slots"};
    case datagram_status::closed:
      return {"closed", "the socket was closed"};
    case datagram_status::failed:
      return {"failed", "the queue pair is in ERROR: close the socket, and make another"};
    case datagram_status::device_failed:
      return {"device_failed", "the device has failed: close it, and open it again"};
  }
  return {"", ""};
}

}  // namespace

std::string_view name(datagram_status status) noexcept { return words_of(status).name; }
std::string_view meaning(datagram_status status) noexcept { return words_of(status).meaning; }

std::string datagram_result::message() const {
  const auto words = std::string(name(status)) + ": ";
  if (status == datagram_status::too_long) {
    return words + std::to_string(bytes) + " bytes, and this socket sends at most " +
           std::to_string(longest) + ": " + std::string(meaning(status));
  }
  if (status == datagram_status::failed) {
    return words + std::string(verbatim::name(reason)) + ": " +
           std::string(verbatim::meaning(reason)) + "; " + std::string(meaning(status));
  }
  return words + std::string(meaning(status));
}

}  // namespace verbatim::stream
