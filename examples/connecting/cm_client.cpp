// Connects to a server by rdma_cm and sends a message: cm_client HOST PORT
#include <cstdio>
#include <stdexcept>
#include <string>

#include "verbatim/connect/cm/route.hpp"
#include "verbatim/verbatim.hpp"

using namespace verbatim;
using namespace std::chrono_literals;

int main(int argc, char** argv) try {
  if (argc != 3) return std::fprintf(stderr, "usage: cm_client HOST PORT\n"), 2;
  cm::reactor loop;
  auto route = cm::resolve(loop, argv[1], argv[2]);
  pd domain(open_device(route.device()));
  std::string text = "hello by host name and port";
  mr region(domain, std::span(text));
  verbs_cq cq(domain.context(), 4);
  verbs_qp<rc> qp(domain, cq, {.port = route.port()});
  auto connection = std::move(route).connect(qp);

  using request = verbs_qp<rc>::request;
  request list[] = {
      request::send(region.slice(0, static_cast<std::uint32_t>(text.size()))).signal(1)};
  if (!qp.post(list)) throw std::runtime_error("the send queue is full");
  for (const auto& done : cq.completions(1, 10s)) {
    if (!done.ok()) throw std::runtime_error(explain(done));
  }
  connection.disconnect();
} catch (const std::exception& error) {
  return std::fprintf(stderr, "cm_client: %s\n", error.what()), 1;
}
