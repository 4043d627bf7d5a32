// The exception of the control plane, and the one place that understands return codes.
#include "verbatim/verbs/error.hpp"

#include <cerrno>

namespace verbatim {
namespace {

std::string joined(std::string_view call, std::string_view object, std::string_view first,
                   std::string_view second) {
  std::string text(call);
  if (!object.empty()) text.append(" on ").append(object);
  for (const auto part : {first, second}) {
    if (!part.empty()) text.append(": ").append(part);
  }
  return text;
}

}  // namespace

error::error(int error_number, std::string_view call, std::string_view object,
             std::string_view remedy)
    : std::system_error(error_number, std::generic_category()),
      text_(std::make_shared<text>(text{std::string(call), std::string(object), std::string(remedy),
                                        joined(call, object, code().message(), remedy)})) {}

error::error(std::errc condition, std::string_view call, std::string_view object,
             std::string_view reason)
    : std::system_error(std::make_error_code(condition)),
      text_(std::make_shared<text>(text{std::string(call), std::string(object), std::string(reason),
                                        joined(call, object, reason, "")})) {}

namespace verbs {

int error_number(int returned) noexcept {
  if (returned >= 0) return returned;
  if (returned < -1) return -returned;
  return errno != 0 ? errno : EIO;
}

void check(int returned, std::string_view call, std::string_view object, std::string_view remedy) {
  if (const int number = error_number(returned); number != 0) {
    throw error(number, call, object, remedy);
  }
}

}  // namespace verbs
}  // namespace verbatim
