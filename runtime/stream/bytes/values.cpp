#include "verbatim/stream/bytes/values.hpp"

#include <system_error>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim::stream {
namespace {

struct status_words {
  std::string_view name, meaning;
};

constexpr status_words words_of(stream_status status) noexcept {
  switch (status) {
    case stream_status::ok:
      return {"ok", "bytes were moved"};
    case stream_status::would_block:
      return {"would_block", "nothing can be moved now: poll the engine, and try again"};
    case stream_status::end:
      return {"end", "the peer writes no more, and everything was read"};
    case stream_status::truncated:
      return {"truncated",
              "the connection is gone before the peer had said that it writes no more: "
              "do not take what came for everything"};
    case stream_status::reset:
      return {"reset", "one of the ends has reset the stream: its code says why"};
    case stream_status::timed_out:
      return {"timed_out", "the time was over before: try again, or reset the stream"};
    case stream_status::protocol:
      return {"protocol",
              "the peer sent what no peer sends: see whether it runs the same protocol"};
    case stream_status::device_failed:
      return {"device_failed", "the device has failed: close it, and open it again"};
    case stream_status::closed:
      return {"closed", "this end was closed, or writes no more"};
    case stream_status::busy:
      return {"busy", "another operation of this kind waits already: one at a time"};
    case stream_status::invalid_length:
      return {"invalid_length",
              "the message is empty, or longer than longest_message(): give both ends a larger "
              "window or longer slots"};
    case stream_status::lent:
      return {"lent", "the next message is in the memory of its sender: call receive_into()"};
  }
  return {"", ""};
}

}  // namespace

std::string_view name(stream_status status) noexcept { return words_of(status).name; }
std::string_view meaning(stream_status status) noexcept { return words_of(status).meaning; }

namespace detail {

void check(const shared_options& how, bool shares_already, std::uint32_t cqes) {
  if (shares_already || how.slot_bytes < 64 || how.slots < 7) {
    throw error(std::errc::invalid_argument, "share_receives", "an engine",
                "call it once, with at least 7 slots of at least 64 bytes");
  }
  if (how.slots > cqes) {
    throw error(std::errc::invalid_argument, "share_receives", "an engine",
                "all slots may complete at once: give engine_options::cqes more than slots");
  }
}

}  // namespace detail
}  // namespace verbatim::stream
