// The errors of connections that are made with rdma_cm.
#include "verbatim/connect/cm/cm_error.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <exception>
#include <string_view>
#include <vector>

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

/// Returns the text in private data, which zeros may follow; nothing if there are other bytes.
std::string_view text_in(const std::vector<std::byte>& data) noexcept {
  const auto end = std::find(data.begin(), data.end(), std::byte{});
  const bool is_text = std::all_of(data.begin(), end, [](std::byte one) {
    return one >= std::byte{' '} && one <= std::byte{'~'};
  });
  const bool is_padded =
      std::all_of(end, data.end(), [](std::byte one) { return one == std::byte{}; });
  if (!is_text || !is_padded) return {};
  return {reinterpret_cast<const char*>(data.data()), static_cast<std::size_t>(end - data.begin())};
}

std::string words_of(const rejection& rejection) {
  std::string text(meaning(rejection.reason));
  if (text.empty()) {
    text = "the peer rejected the connection for reason " +
           std::to_string(static_cast<unsigned>(rejection.reason)) +
           " of the InfiniBand specification";
  }
  if (const auto said = text_in(rejection.data); !said.empty()) {
    text += ". It says: ";
    text += said;
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
