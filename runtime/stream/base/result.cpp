#include "verbatim/stream/base/result.hpp"

#include <cerrno>
#include <string>
#include <utility>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/portable/work_request.hpp"

namespace verbatim::stream {

std::string_view name(outcome how) noexcept {
  switch (how) {
    case outcome::done:
      return "done";
    case outcome::failed:
      return "failed";
    case outcome::cancelled:
      return "cancelled";
    case outcome::not_posted:
      return "not_posted";
    case outcome::no_slot:
      return "no_slot";
    case outcome::device_failed:
      return "device_failed";
  }
  return "";
}

std::string result::message() const {
  std::string words(name(how));
  switch (how) {
    case outcome::done:
      return words;
    case outcome::failed:
      return words + ": " + std::string(verbatim::name(status)) + ": " +
             std::string(meaning(status));
    case outcome::cancelled:
      return words + ": the program gave the operation up";
    case outcome::not_posted:
      if (error_number == ENOBUFS) {
        return words +
               ": all slots of the slot_pool are taken: await the operations that hold them, or "
               "make the pool with more slots";
      }
      return words + ": " + std::string(posted_list{0, error_number}.message());
    case outcome::no_slot:
      return words +
             ": the engine has no free operation: await some that are under way, or make the "
             "engine with more operations";
    case outcome::device_failed:
      return words + ": close what belongs to the device, and open it again";
  }
  return words;
}

result result::or_throw() && {
  if (ok()) return std::move(*this);
  const auto why = how == outcome::cancelled    ? std::errc::operation_canceled
                   : how == outcome::not_posted ? static_cast<std::errc>(error_number)
                   : how == outcome::no_slot    ? std::errc::no_buffer_space
                                                : std::errc::io_error;
  throw error(why, "co_await", "an operation", message());
}

}  // namespace verbatim::stream
