// The meeting of the two programs of network_peer.cpp, and their data.
#pragma once

#include <infiniband/verbs.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

namespace verbatim::testing {

[[noreturn]] inline void fail(const std::string& what) {
  std::fprintf(stderr, "network_peer: %s\n", what.c_str());
  std::exit(1);
}

inline void expect(bool fact, const std::string& what) {
  if (!fact) fail(what);
}

/// Byte `at` of the data number `which`.
inline std::uint8_t pattern(std::uint32_t which, std::size_t at) {
  return static_cast<std::uint8_t>(which * 37 + at * 11 + (at >> 8) * 5 + (at >> 16));
}

/// The work that fails: what the requester asks for, and its status, which may differ if the other end
/// is on rdma_rxe.
struct failure {
  ibv_wc_status status;
  ibv_wc_status with_rxe;
  std::uint32_t bytes_of_receive;
  bool is_write;
  bool other_is_gone;
  bool lkey_is_wrong;  // that of the receive
};
inline constexpr std::array<failure, 5> failures = {{
    {IBV_WC_REM_ACCESS_ERR, IBV_WC_REM_ACCESS_ERR, 0, true, false, false},
    {IBV_WC_REM_INV_REQ_ERR, IBV_WC_REM_OP_ERR, 8, false, false, false},
    {IBV_WC_REM_OP_ERR, IBV_WC_REM_OP_ERR, 64, false, false, true},
    {IBV_WC_RNR_RETRY_EXC_ERR, IBV_WC_RNR_RETRY_EXC_ERR, 0, false, false, false},
    {IBV_WC_RETRY_EXC_ERR, IBV_WC_RETRY_EXC_ERR, 0, false, true, false},
}};

struct coordinates {
  std::uint32_t qpn = 0, psn = 0, rkey = 0;
  std::uint64_t address = 0;
  ibv_gid gid{};
};

/// A TCP connection, for coordinates and for barriers.
class meeting {
 public:
  meeting(const char* port, const char* host) {
    addrinfo hints{};
    hints.ai_flags = host ? 0 : AI_PASSIVE;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    expect(getaddrinfo(host, port, &hints, &found) == 0, "the host is not known");
    for (int tries = 0; tries < 1000 && file_ < 0; ++tries) {
      const int file = socket(found->ai_family, SOCK_STREAM, 0);
      if (host) {
        if (connect(file, found->ai_addr, found->ai_addrlen) == 0) {
          file_ = file;
          break;
        }
        close(file);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      } else {
        const int one = 1;
        setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
        expect(bind(file, found->ai_addr, found->ai_addrlen) == 0 && listen(file, 1) == 0,
               "the TCP port cannot be used");
        file_ = accept(file, nullptr, nullptr);
        close(file);
      }
    }
    freeaddrinfo(found);
    expect(file_ >= 0, "nobody is there");
  }

  coordinates exchange(const coordinates& own) {
    coordinates result;
    expect(write(file_, &own, sizeof own) == sizeof own &&
               recv(file_, &result, sizeof result, MSG_WAITALL) == sizeof result,
           "the other end is gone");
    return result;
  }

  void tell(const coordinates& own) {
    expect(write(file_, &own, sizeof own) == sizeof own, "the other end is gone");
  }

  /// Returns true if the other end has said something, or is gone.
  bool has_news() const {
    pollfd file{file_, POLLIN, 0};
    return poll(&file, 1, 0) > 0;
  }

  void barrier() {
    char one = 'x';
    expect(write(file_, &one, 1) == 1 && read(file_, &one, 1) == 1, "the other end is gone");
  }

 private:
  int file_ = -1;
};

}  // namespace verbatim::testing
