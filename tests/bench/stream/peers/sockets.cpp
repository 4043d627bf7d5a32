// Sockets for driver.hpp: those of TCP (KIND tcp), or of librdmacm (KIND rsockets).
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <rdma/rsocket.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "driver.hpp"

namespace verbatim::bench {

void check(bool is_good, const char* what) {
  if (!is_good) fail(std::string(what) + ": " + std::strerror(errno));
}

struct sockets {
  sockets(std::string_view kind, const scenario& what) : is_tcp_(kind == "tcp") {
    if (!is_tcp_ && kind != "rsockets") fail("KIND is tcp or rsockets");
    for (std::size_t end = 0; end < 2; ++end) {
      out_[end].resize(what.bytes());
      in_[end].resize(what.bytes());
    }
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int door = is_tcp_ ? socket(AF_INET, SOCK_STREAM, 0) : rsocket(AF_INET, SOCK_STREAM, 0);
    check(door >= 0, "socket");
    auto* const at = reinterpret_cast<sockaddr*>(&address);
    socklen_t length = sizeof address;
    check((is_tcp_ ? bind(door, at, length) : rbind(door, at, length)) == 0, "bind");
    check((is_tcp_ ? listen(door, 128) : rlisten(door, 128)) == 0, "listen");
    check((is_tcp_ ? getsockname(door, at, &length) : rgetsockname(door, at, &length)) == 0,
          "name");
    for (std::size_t i = 0; i <= what.idle; ++i) connect_one(door, *at, length);
    for (std::size_t end = 0; end < 2; ++end) {
      for (const auto& one : polled_[end]) prepare(one.fd);
    }
    if (what.idle == 0) return;
    for (std::size_t end = 0; is_tcp_ && end < 2; ++end) {
      epoll_[end] = epoll_create1(0);
      for (const auto& one : polled_[end]) {
        epoll_event event = {.events = EPOLLIN, .data = {.fd = one.fd}};
        check(epoll_ctl(epoll_[end], EPOLL_CTL_ADD, one.fd, &event) == 0, "epoll_ctl");
      }
    }
    waits_ = true;
  }

  std::span<std::byte> out(std::size_t end) { return out_[end]; }
  std::span<std::byte> in(std::size_t end) { return in_[end]; }
  bool is_idle(std::size_t) const { return true; }

  /// One connection alone is read without asking. Among many, the program asks which can be read.
  void progress(std::size_t end) {
    if (!waits_) return;
    if (is_tcp_) {
      std::array<epoll_event, 16> events;
      check(epoll_wait(epoll_[end], events.data(), 16, 0) >= 0, "epoll_wait");
    } else {
      check(rpoll(polled_[end].data(), polled_[end].size(), 0) >= 0, "rpoll");
    }
  }
  template <class Work>
  void batch(std::size_t, Work&& work) {
    work();
  }
  std::size_t send(std::size_t end, std::size_t offset, std::size_t length) {
    const auto* const from = out_[end].data() + offset;
    return moved(is_tcp_ ? ::send(fd_[end], from, length, 0) : rsend(fd_[end], from, length, 0));
  }
  std::size_t receive(std::size_t end, std::size_t offset, std::size_t length) {
    auto* const to = in_[end].data() + offset;
    return moved(is_tcp_ ? ::recv(fd_[end], to, length, 0) : rrecv(fd_[end], to, length, 0));
  }

 private:
  static std::size_t moved(ssize_t bytes) {
    if (bytes > 0) return static_cast<std::size_t>(bytes);
    check(bytes < 0 && (errno == EAGAIN || errno == EWOULDBLOCK), "send or receive");
    return 0;
  }

  /// Small messages go at once, and no call waits.
  void prepare(int fd) const {
    const int on = 1;
    check((is_tcp_ ? setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on)
                   : rsetsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on)) == 0,
          "NODELAY");
    check((is_tcp_ ? fcntl(fd, F_SETFL, O_NONBLOCK) : rfcntl(fd, F_SETFL, O_NONBLOCK)) == 0,
          "O_NONBLOCK");
  }

  void connect_one(int door, const sockaddr& at, socklen_t length) {
    fd_[0] = is_tcp_ ? socket(AF_INET, SOCK_STREAM, 0) : rsocket(AF_INET, SOCK_STREAM, 0);
    check(fd_[0] >= 0, "socket");
    std::thread connects([&] {
      check((is_tcp_ ? connect(fd_[0], &at, length) : rconnect(fd_[0], &at, length)) == 0,
            "connect");
    });
    fd_[1] = is_tcp_ ? accept(door, nullptr, nullptr) : raccept(door, nullptr, nullptr);
    check(fd_[1] >= 0, "accept");
    connects.join();
    for (std::size_t end = 0; end < 2; ++end) {
      polled_[end].push_back({.fd = fd_[end], .events = POLLIN, .revents = 0});
    }
  }

  const bool is_tcp_;
  bool waits_ = false;
  std::array<int, 2> fd_ = {}, epoll_ = {};
  std::array<std::vector<pollfd>, 2> polled_;
  std::array<std::vector<std::byte>, 2> out_, in_;
};

}  // namespace verbatim::bench

int main(int argc, char** argv) {
  return verbatim::bench::run<verbatim::bench::sockets>(argc, argv);
}
