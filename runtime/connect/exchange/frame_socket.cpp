// Frames over a TCP connection, and the listener that accepts connections.
#include "verbatim/connect/exchange/frame_socket.hpp"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <memory>
#include <span>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim::detail {
namespace {

struct frees_addresses {
  void operator()(addrinfo* list) const noexcept { freeaddrinfo(list); }
};

std::string host_and_port(const std::string& host, const std::string& port) {
  return (host.find(':') == host.npos ? host : "[" + host + "]") + ":" + port;
}

std::string name_of(const sockaddr* address, socklen_t length) {
  std::array<char, NI_MAXHOST> host{};
  std::array<char, NI_MAXSERV> port{};
  if (getnameinfo(address, length, host.data(), host.size(), port.data(), port.size(),
                  NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
    return "a peer without a name";
  }
  return host_and_port(host.data(), port.data());
}

std::unique_ptr<addrinfo, frees_addresses> addresses_of(const std::string& host, std::uint16_t port,
                                                        int flags) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags | AI_NUMERICSERV;
  addrinfo* list = nullptr;
  const auto service = std::to_string(port);
  const int failed =
      getaddrinfo(host.empty() ? nullptr : host.c_str(), service.c_str(), &hints, &list);
  if (failed != 0) {
    throw error(std::errc::address_not_available, "getaddrinfo", host_and_port(host, service),
                gai_strerror(failed));
  }
  return std::unique_ptr<addrinfo, frees_addresses>(list);
}

void set_option(int fd, int level, int option) noexcept {
  const int on = 1;
  (void)setsockopt(fd, level, option, &on, sizeof on);
}

/// Returns the timeout for poll(2). It is rounded up so that it does not end before the deadline.
int milliseconds_until(frame_socket::time_point deadline) noexcept {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, INT_MAX));
}

/// Waits for the events. Returns false at the deadline.
bool wait(int fd, short events, frame_socket::time_point deadline, const std::string& peer) {
  for (;;) {
    pollfd waits{fd, events, 0};
    const int left = milliseconds_until(deadline);
    const int ready = poll(&waits, 1, left);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) throw error(errno, "poll", peer, "");
    if (left == 0) return false;
  }
}

bool would_wait() noexcept { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

bool is_over(int number) noexcept {
  return number == ECONNRESET || number == EPIPE || number == ETIMEDOUT;
}

error closed_by(const std::string& peer) {
  return error(std::errc::connection_reset, "receive", peer, "the peer closed the connection");
}

}  // namespace

owned_fd::~owned_fd() {
  if (fd_ >= 0) (void)close(fd_);
}

frame_socket::frame_socket(owned_fd fd, std::string peer)
    : fd_(std::move(fd)), peer_(std::move(peer)) {
  set_option(fd_.get(), IPPROTO_TCP, TCP_NODELAY);
  set_option(fd_.get(), SOL_SOCKET, SO_KEEPALIVE);
}

frame_socket frame_socket::to(const std::string& host, std::uint16_t port, time_point deadline) {
  const auto list = addresses_of(host, port, 0);
  int last = 0;
  std::string tried;
  for (const auto* at = list.get(); at != nullptr; at = at->ai_next) {
    owned_fd fd(socket(at->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    tried = name_of(at->ai_addr, at->ai_addrlen);
    if (fd.get() < 0) throw error(errno, "socket", tried, "");
    last = connect(fd.get(), at->ai_addr, at->ai_addrlen) == 0 ? 0 : errno;
    if (last == EINPROGRESS) {
      if (!wait(fd.get(), POLLOUT, deadline, tried)) {
        throw error(std::errc::timed_out, "connect", tried,
                    "nobody answers: is the host reachable, and the port let through?");
      }
      socklen_t length = sizeof last;
      (void)getsockopt(fd.get(), SOL_SOCKET, SO_ERROR, &last, &length);
    }
    if (last == 0) return frame_socket(std::move(fd), tried);
  }
  throw error(last, "connect", tried, "is the server running, and is this its port?");
}

std::string frame_socket::local() const {
  sockaddr_storage own{};
  auto* const address = reinterpret_cast<sockaddr*>(&own);
  socklen_t length = sizeof own;
  if (getsockname(fd(), address, &length) != 0) throw error(errno, "getsockname", peer_, "");
  return name_of(address, length);
}

void frame_socket::wait_for(short events, time_point deadline) const {
  if (wait(fd(), events, deadline, peer_)) return;
  if (events == POLLOUT) {
    throw error(std::errc::timed_out, "send", peer_, "the peer took nothing until the deadline");
  }
  throw late();
}

error frame_socket::late() const {
  return error(std::errc::timed_out, "receive", peer_, "no answer came until the deadline");
}

void frame_socket::queue(const exchange::frame& frame) {
  const auto bytes = exchange::encode_frame(frame);
  out_.insert(out_.end(), bytes.begin(), bytes.end());
}

bool frame_socket::flush() {
  while (!out_.empty()) {
    const auto sent = ::send(fd(), out_.data(), out_.size(), MSG_NOSIGNAL);
    if (sent < 0 && would_wait()) return false;
    if (sent < 0 && is_over(errno)) throw closed_by(peer_);
    if (sent < 0) throw error(errno, "send", peer_, "");
    out_.erase(out_.begin(), out_.begin() + sent);
  }
  return true;
}

bool frame_socket::read() {
  // Reads at most one frame at a time, so that a peer that sends too much has to wait.
  while (in_.size() < exchange::max_frame_size) {
    std::array<std::byte, exchange::max_frame_size> buffer;
    const auto received = recv(fd(), buffer.data(), exchange::max_frame_size - in_.size(), 0);
    if (received < 0 && would_wait()) return true;
    if (received < 0 && !is_over(errno)) throw error(errno, "recv", peer_, "");
    if (received <= 0) return false;
    in_.insert(in_.end(), buffer.begin(), buffer.begin() + received);
  }
  return true;
}

bool frame_socket::has_more() const noexcept {
  std::byte one{};
  return recv(fd(), &one, sizeof one, MSG_PEEK) >= 0 || !would_wait();
}

std::optional<exchange::frame> frame_socket::next() {
  if (in_.size() < exchange::frame_header_size) return std::nullopt;
  const auto size = exchange::frame_size(in_);
  if (in_.size() < size) return std::nullopt;
  auto frame = exchange::decode_frame(std::span(in_).first(size));
  in_.erase(in_.begin(), in_.begin() + static_cast<std::ptrdiff_t>(size));
  return frame;
}

void frame_socket::send(const exchange::frame& frame, time_point deadline) {
  queue(frame);
  while (!flush()) wait_for(POLLOUT, deadline);
}

exchange::frame frame_socket::receive(time_point deadline) {
  for (;;) {
    // The deadline is kept even if a peer sends without a pause.
    if (std::chrono::steady_clock::now() >= deadline) throw late();
    if (auto frame = next()) return std::move(*frame);
    wait_for(POLLIN, deadline);
    if (!read()) {
      if (auto last = next()) return std::move(*last);
      throw closed_by(peer_);
    }
  }
}

void frame_socket::finish_sending() noexcept { (void)shutdown(fd(), SHUT_WR); }

frame_listener::frame_listener(const std::string& address, std::uint16_t port) {
  const auto list = addresses_of(address, port, AI_PASSIVE);
  for (const auto* at = list.get(); at != nullptr; at = at->ai_next) {
    fd_ = owned_fd(socket(at->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (fd_.get() < 0) continue;
    set_option(fd_.get(), SOL_SOCKET, SO_REUSEADDR);
    if (bind(fd_.get(), at->ai_addr, at->ai_addrlen) == 0 && listen(fd_.get(), SOMAXCONN) == 0) {
      return;
    }
  }
  throw error(errno, "listen", host_and_port(address, std::to_string(port)),
              "port 0 takes one that is free");
}

std::uint16_t frame_listener::port() const {
  sockaddr_storage address{};
  socklen_t length = sizeof address;
  if (getsockname(fd(), reinterpret_cast<sockaddr*>(&address), &length) != 0) {
    throw error(errno, "getsockname", "", "");
  }
  return ntohs(address.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(address).sin6_port
                                             : reinterpret_cast<sockaddr_in&>(address).sin_port);
}

accept_failure accept_failure_of(int number) noexcept {
  switch (number) {
    case EAGAIN:
    case EINTR:
    case ECONNABORTED:
    case ECONNRESET:
    case EPERM:  // a firewall forbids it
    // Linux's accept(2) also reports earlier network errors of the new connection.
    case EPROTO:
    case ENOPROTOOPT:
    case EOPNOTSUPP:
    case ENETDOWN:
    case ENETUNREACH:
    case EHOSTDOWN:
    case EHOSTUNREACH:
    case ENONET:
    case ETIMEDOUT:
      return accept_failure::gone;
    case EBADF:
    case ENOTSOCK:
    case EINVAL:
    case EFAULT:
      return accept_failure::broken;
    default:  // EMFILE, ENFILE, ENOBUFS, ENOMEM; any other error may pass too
      return accept_failure::shortage;
  }
}

std::optional<frame_socket> frame_listener::accept() {
  sockaddr_storage address{};
  socklen_t length = sizeof address;
  owned_fd accepted(
      accept4(fd(), reinterpret_cast<sockaddr*>(&address), &length, SOCK_NONBLOCK | SOCK_CLOEXEC));
  if (accepted.get() < 0) {
    const int number = errno;
    switch (accept_failure_of(number)) {
      case accept_failure::gone:
        return std::nullopt;
      case accept_failure::shortage:
        throw error(number, "accept", "", "raise RLIMIT_NOFILE, or take fewer clients at once");
      case accept_failure::broken:
        throw error(number, "accept", "", "the listener is of no use any more");
    }
  }
  return frame_socket(std::move(accepted),
                      name_of(reinterpret_cast<const sockaddr*>(&address), length));
}

}  // namespace verbatim::detail
