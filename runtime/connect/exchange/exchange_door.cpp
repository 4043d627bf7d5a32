// The door of an exchange::server: places, file descriptors, and refusals.
#include "exchange_door.hpp"

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/resource.h>

#include <algorithm>

namespace verbatim::detail {
namespace {

using std::chrono::milliseconds;

/// The pause after a failure of accept(2), and while the door waits for a descriptor. No event
/// reports a free descriptor.
constexpr milliseconds pause(100);

/// The time that a client waits for a place before the server refuses it. It is shorter if
/// exchanges have less time.
constexpr milliseconds most_waiting(2500);

/// The most leaving clients at which the server still refuses another one. A refused client holds a
/// descriptor until it has read the reason.
constexpr std::size_t most_leaving = 64;

/// Returns true if there is a descriptor for a client and enough are left for the program, whose
/// queue pairs need descriptors. The lowest free number shows how many are open.
bool has_descriptor(int any, std::size_t clients) noexcept {
  const owned_fd lowest(fcntl(any, F_DUPFD_CLOEXEC, 0));
  if (lowest.get() < 0) return false;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return true;
  const auto kept = std::clamp<rlim_t>(limit.rlim_cur / 8, 1, 64);
  // A program with many open files still gets a few clients.
  return clients < kept || static_cast<rlim_t>(lowest.get()) + kept < limit.rlim_cur;
}

}  // namespace

exchange_door::exchange_door(const std::string& address, std::uint16_t port, std::size_t places,
                             milliseconds timeout)
    : listener_(address, port), places_(places), timeout_(timeout) {}

exchange_door::welcome exchange_door::ask(time_point now, const crowd& inside) {
  if (now < retry_) return welcome::wait;
  // The reserve is an open file, not a copy of another descriptor, because ENFILE counts files.
  if (reserve_.get() < 0) reserve_ = owned_fd(eventfd(0, EFD_CLOEXEC));
  lacks_places_ = inside.clients >= places_;
  if (!lacks_places_ && !is_short_ && has_descriptor(fd(), inside.clients)) return welcome::take;
  if (!full_since_) full_since_ = now;
  if (inside.idlest && now - *inside.idlest >= brief_silence) return welcome::replace;
  if (now - *full_since_ < std::min(timeout_ / 4, most_waiting)) {
    return is_short_ && !lacks_places_ ? welcome::take : welcome::wait;
  }
  return reserve_.get() >= 0 && inside.leaving < most_leaving ? welcome::refuse : welcome::wait;
}

exchange_door::time_point exchange_door::next_look(time_point now) const noexcept {
  return std::max(now + pause, retry_);
}

std::optional<frame_socket> exchange_door::admit(time_point now) {
  auto accepted = accept(now);
  if (accepted) full_since_.reset();
  return accepted;
}

std::optional<frame_socket> exchange_door::admit_to_refuse(time_point now) {
  reserve_ = owned_fd();
  return accept(now);
}

std::optional<frame_socket> exchange_door::accept(time_point now) {
  try {
    auto accepted = listener_.accept();
    is_short_ = false;
    return accepted;
  } catch (const error& e) {
    if (accept_failure_of(e.code().value()) == accept_failure::broken) throw;
    is_short_ = true;
    retry_ = now + pause;
    return std::nullopt;
  }
}

exchange::error exchange_door::refusal(const std::string& peer) const {
  const auto reason = lacks_places_
                          ? "the server has " + std::to_string(places_) +
                                " clients, as many as exchange::server_options::max_clients allows"
                          : std::string(
                                "the server has no file descriptor or no memory left for another "
                                "client: raise its RLIMIT_NOFILE (ulimit -n)");
  return {lacks_places_ ? std::errc::device_or_resource_busy : std::errc::too_many_files_open, peer,
          exchange::stage::offer, reason};
}

}  // namespace verbatim::detail
