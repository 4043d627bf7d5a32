// The errors of connections that are made with rdma_cm.
#include "verbatim/connect/cm/cm_error.hpp"

#include <cerrno>
#include <exception>

namespace verbatim::cm {
namespace {

std::errc condition_of(reject_reason reason) noexcept {
  switch (reason) {
    case reject_reason::timed_out:
      return std::errc::connection_aborted;
    case reject_reason::stale_connection:
      return std::errc::resource_unavailable_try_again;
    case reject_reason::invalid_gid:
      return std::errc::address_not_available;
    default:
      return std::errc::connection_refused;
  }
}

std::string words_of(const rejection& rejection) {
  std::string text(meaning(rejection.reason));
  if (text.empty()) {
    text = "the peer rejected the connection for reason " +
           std::to_string(static_cast<unsigned>(rejection.reason)) +
           " of the InfiniBand specification";
  }
  return text;
}

}  // namespace

std::string_view meaning(reject_reason reason) noexcept {
  switch (reason) {
    case reject_reason::timed_out:
      return "the peer gave up before the connection was made: answer sooner, or let it wait "
             "longer";
    case reject_reason::no_listener:
      return "connection refused: nobody listens on that port of that address: start the server, "
             "and "
             "look at its port and at the kind of queue pair";
    case reject_reason::stale_connection:
      return "the peer still knows an older connection of this queue pair: try again with another "
             "queue pair, or after some seconds";
    case reject_reason::invalid_gid:
      return "no RDMA port of the peer has that address";
    case reject_reason::by_program:
      return "connection refused: the peer's program listens, but rejected the request or closed "
             "before it accepted";
    case reject_reason::options:
      return "connection refused: the peer's program does not take the options of this end (ECE)";
  }
  return "";
}

error::error(std::string_view call, std::string_view object, cm::rejection rejection)
    : verbatim::error(condition_of(rejection.reason), call, object, words_of(rejection)),
      rejection_(std::make_shared<const cm::rejection>(std::move(rejection))) {}

namespace detail {

void check(int returned, std::string_view call, std::string_view object, std::string_view remedy) {
  if (returned == 0) return;
  throw cm::error(errno != 0 ? errno : EIO, call, object, remedy);
}

cm::error as_error(std::string_view call, std::string_view object) {
  try {
    throw;
  } catch (const cm::error& failed) {
    return failed;
  } catch (const verbatim::error& failed) {
    return failed;
  } catch (const std::exception& failed) {
    return cm::error(std::errc::operation_canceled, call, object, failed.what());
  }
}

}  // namespace detail
}  // namespace verbatim::cm
