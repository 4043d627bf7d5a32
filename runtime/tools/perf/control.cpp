// The TCP connection on which the two ends agree, and by which each notices that the other is gone.
#include "tools/perf/control.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "tools/perf/failure.hpp"

namespace verbatim::tools::perf {
namespace {

constexpr std::size_t longest_line = 1 << 16;

/// `number` is the errno, or 0 if the peer has closed the connection.
failure departed(const std::string& peer, int number) {
  if (number == ETIMEDOUT || number == EHOSTUNREACH || number == ENETUNREACH) {
    return failure(failed, peer +
                               " does not answer any more: its machine is down, or the network "
                               "between is");
  }
  return failure(failed, peer + " has ended the connection: its own output says why");
}

void set_number(int fd, int option, std::int64_t value) noexcept {
  const auto number = static_cast<int>(value);
  (void)setsockopt(fd, IPPROTO_TCP, option, &number, sizeof number);
}

}  // namespace

control control::to(const std::string& host, std::uint16_t port,
                    std::chrono::milliseconds patience) {
  try {
    return {detail::frame_socket::to(host, port, std::chrono::steady_clock::now() + patience),
            patience};
  } catch (const error& e) {
    throw failure(nothing_run, std::string(e.what()) + " (start `verbatim perf` on " + host +
                                   " without a host name; both ends need the same --tcp-port)");
  }
}

control::control(detail::frame_socket socket, std::chrono::milliseconds patience)
    : socket_(std::move(socket)), patience_(patience) {
  // After a third of the time without a message, and then repeatedly, the system asks if the peer is still
  // there. An answer that is missing for the whole time ends the connection.
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(patience / 3).count();
  set_number(socket_.fd(), TCP_KEEPIDLE, seconds);
  set_number(socket_.fd(), TCP_KEEPINTVL, seconds);
  set_number(socket_.fd(), TCP_USER_TIMEOUT, std::max<std::int64_t>(patience.count(), 1));
}

void control::send(const json& message) {
  const auto line = message.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
  std::size_t done = 0;
  while (done < line.size()) {
    const auto sent = ::send(socket_.fd(), line.data() + done, line.size() - done, MSG_NOSIGNAL);
    if (sent >= 0) {
      done += static_cast<std::size_t>(sent);
    } else if (errno == EAGAIN) {
      pollfd waits{socket_.fd(), POLLOUT, 0};
      (void)poll(&waits, 1, -1);
    } else if (errno != EINTR) {
      throw departed(peer(), errno);
    }
  }
}

control::json control::receive(std::optional<std::chrono::milliseconds> patience) {
  const auto begin = std::chrono::steady_clock::now();
  for (;;) {
    if (const auto end = read_.find('\n'); end != std::string::npos) {
      const auto line = read_.substr(0, end);
      read_.erase(0, end + 1);
      auto message = json::parse(line, nullptr, false);
      if (message.is_object()) return message;
      throw failure(nothing_run, peer() + " is no `verbatim perf`: it sends something else");
    }
    if (read_.size() > longest_line) {
      throw failure(nothing_run, peer() + " is no `verbatim perf`: it sends too long a line");
    }
    int wait = -1;
    if (patience) {
      const auto over = std::chrono::duration_cast<std::chrono::milliseconds>(
          std::chrono::steady_clock::now() - begin);
      if (over >= *patience) {
        throw failure(
            failed, peer() + " has said nothing for " + std::to_string(patience->count()) + " ms");
      }
      wait = static_cast<int>((*patience - over).count());
    }
    pollfd waits{socket_.fd(), POLLIN, 0};
    (void)poll(&waits, 1, wait);
    std::array<char, 4096> buffer;
    const auto came = recv(socket_.fd(), buffer.data(), buffer.size(), 0);
    if (came == 0) throw departed(peer(), 0);
    if (came < 0 && errno != EAGAIN && errno != EINTR) throw departed(peer(), errno);
    if (came > 0) read_.append(buffer.data(), static_cast<std::size_t>(came));
  }
}

control::state control::look() const noexcept {
  if (!read_.empty()) return state::spoke;
  char one = 0;
  const auto came = recv(socket_.fd(), &one, 1, MSG_PEEK | MSG_DONTWAIT);
  if (came > 0) return state::spoke;
  return came < 0 && (errno == EAGAIN || errno == EINTR) ? state::quiet : state::gone;
}

}  // namespace verbatim::tools::perf
