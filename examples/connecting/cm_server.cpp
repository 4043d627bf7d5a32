// Accepts one connection by rdma_cm, and prints the port and the received message: cm_server [PORT]
#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>
#include <system_error>

#include "verbatim/connect/cm/listener.hpp"
#include "verbatim/verbatim.hpp"

using namespace verbatim;
using namespace std::chrono_literals;

int main(int argc, char** argv) try {
  std::uint16_t port = 0;
  const std::string_view given = argc > 1 ? argv[1] : "0";
  const auto read = std::from_chars(given.begin(), given.end(), port);
  if (argc > 2 || read.ec != std::errc() || read.ptr != given.end())
    return std::fprintf(stderr, "cm_server: say the port to listen on, or nothing\n"), 2;
  cm::reactor loop;
  cm::listener listener(loop, {.port = port});
  std::printf("%u\n", listener.port());
  std::fflush(stdout);

  auto request = listener.next(60s);
  pd domain(open_device(request.device()));
  std::string memory(64, '\0');
  mr region(domain, std::span(memory));
  verbs_cq cq(domain.context(), 4);
  verbs_qp<rc> qp(domain, cq, {.port = request.port()});
  auto connection = std::move(request).accept(
      qp,
      {.end = {.post_receives = [&] { (void)qp.post_recv(recv_request(region.slice(0, 64))); }}});

  for (const auto& done : cq.completions(1, 10s)) {
    if (done.ok()) std::printf("%.*s\n", static_cast<int>(done.byte_count()), memory.c_str());
  }
  while (connection.is_open()) loop.turn(10s);  // until the client disconnects
} catch (const std::exception& error) {
  return std::fprintf(stderr, "cm_server: %s\n", error.what()), 1;
}
