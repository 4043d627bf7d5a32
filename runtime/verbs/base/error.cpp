// The exception of the control plane, and the one place that interprets return codes.
#include "verbatim/verbs/base/error.hpp"

#include <cerrno>
#include <utility>

#include "verbatim/verbs/base/logging.hpp"

namespace verbatim {
namespace {

/// Returns the remedy for an errno, without knowledge of the call.
std::string_view usual_remedy(int error_number) {
  switch (error_number) {
    case ENOMEM:
    case ENOSPC:
      return "the machine or the device has no more of it: close some objects, make queues "
             "shorter, or "
             "raise RLIMIT_MEMLOCK (ulimit -l)";
    case EPERM:
    case EACCES:
      return "this process may not: it takes a capability, such as CAP_NET_RAW, or another user";
    case EOPNOTSUPP:
    case ENOSYS:
    case EPROTONOSUPPORT:
      return "the device, its firmware or the kernel cannot do that";
    case EINVAL:
      return "the kernel or the device does not take what it was asked for, and dmesg may say what";
    case EBUSY:
    case EAGAIN:
      return "something else uses it: try again when that is done";
    case EIO:
    case ENODEV:
      return "the device does not answer: if it has failed or was taken out, close the context and "
             "open "
             "the device again";
    default:
      return "";
  }
}

}  // namespace

std::shared_ptr<const error::text> error::worded(std::string_view call, std::string_view object,
                                                 std::string_view condition,
                                                 std::string_view advice) {
  std::string what(call);
  if (!object.empty()) what.append(" on ").append(object);
  for (const auto part : {condition, advice}) {
    if (!part.empty()) what.append(": ").append(part);
  }
  verbs::log(logging::level::failure, what);
  return std::make_shared<text>(
      text{std::string(call), std::string(object), std::string(advice), std::move(what)});
}

error::error(int error_number, std::string_view call, std::string_view object,
             std::string_view remedy)
    : std::system_error(error_number, std::generic_category()),
      // A device that does not answer has not refused what this call asked for.
      text_(worded(call, object, code().message(),
                   remedy.empty() || error_number == EIO ? usual_remedy(error_number) : remedy)) {}

error::error(std::errc condition, std::string_view call, std::string_view object,
             std::string_view reason)
    : std::system_error(std::make_error_code(condition)), text_(worded(call, object, "", reason)) {}

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
