// Connections by rdma_cm: this library beside the calls of librdmacm.
//
//   verbatim-emulator cm_bench ours|librdmacm ADDRESS COUNT   makes connections in turn; prints the rate
//   verbatim-emulator cm_bench idle ADDRESS COUNT             holds them all; prints what each costs
//
// ADDRESS is one of an RDMA port: 127.0.0.1 on the emulated device. The server is a process of its own.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>

#include "connections.hpp"

namespace verbatim::bench {
namespace {

struct contestant {
  std::string_view name;
  server serve;
  client connect;
};

constexpr contestant contestants[] = {
    {"ours", serve_with_library, connect_with_library},
    {"librdmacm", serve_by_hand, connect_by_hand},
    {"idle", serve_idle, connect_idle},
};

/// Serves in this process, and writes the port to the pipe.
int serve(server with, unsigned count, int pipe) try {
  with(count, [pipe](std::uint16_t port) {
    if (write(pipe, &port, sizeof port) != sizeof port)
      throw std::runtime_error("the pipe is closed");
  });
  std::fflush(stdout);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "cm_bench: the server: {}\n", error.what());
  return 1;
}

int run(const contestant& who, const std::string& address, unsigned count) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  // librdmacm does not work in the child of a process that has called it.
  const pid_t child = fork();
  if (child == 0) _exit(serve(who.serve, count, ends[1]));
  close(ends[1]);
  std::uint16_t port = 0;
  if (read(ends[0], &port, sizeof port) != sizeof port)
    throw std::runtime_error("the server did not begin");
  const auto begin = std::chrono::steady_clock::now();
  who.connect(address, port, count);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  if (who.name != "idle") {
    fmt::print("{}: {:.0f} connections per second\n", who.name, count / took.count());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status != 0;
}

}  // namespace
}  // namespace verbatim::bench

int main(int argc, char** argv) try {
  using namespace verbatim::bench;
  const std::string_view text = argc == 4 ? argv[3] : "";
  unsigned count = 0;
  std::from_chars(text.begin(), text.end(), count);
  for (const auto& one : contestants) {
    if (count != 0 && one.name == argv[1]) return run(one, argv[2], count);
  }
  fmt::print(stderr, "usage: cm_bench ours|librdmacm|idle ADDRESS COUNT\n");
  return 2;
} catch (const std::exception& error) {
  fmt::print(stderr, "cm_bench: {}\n", error.what());
  return 1;
}
