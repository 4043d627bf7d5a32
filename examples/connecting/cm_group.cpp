// Sends a datagram to a multicast group, or receives one: cm_group send|receive GROUP LOCAL-ADDRESS
#include <cstdio>
#include <stdexcept>
#include <string>

#include "verbatim/connect/cm/group.hpp"
#include "verbatim/verbatim.hpp"

using namespace verbatim;
using namespace std::chrono_literals;

int main(int argc, char** argv) try {
  const std::string role = argc == 4 ? argv[1] : "";
  const auto source = argc == 4 ? cm::address::parse(argv[3]) : std::nullopt;
  if (!source || (role != "send" && role != "receive"))
    return std::fprintf(stderr, "usage: cm_group send|receive GROUP LOCAL-ADDRESS\n"), 2;
  const bool sends = role == "send";
  cm::reactor loop;
  const cm::group_options options{.source = source, .send_only = sends};
  pd domain(open_device(cm::device_of_group(loop, argv[2], options)));
  std::string memory = "hello to the group";
  const auto length = static_cast<std::uint32_t>(memory.size());
  memory.resize(128);  // receives begin with 40 bytes of headers
  mr region(domain, std::span(memory));
  verbs_cq cq(domain.context(), 4);
  verbs_qp<ud> qp(domain, cq);
  qp.activate({.qkey = cm::datagram_qkey});
  if (!sends) (void)qp.post_recv(recv_request(region.slice(0, 128)));
  auto group = cm::join(loop, qp, argv[2], options);
  const auto to = group.peer().handle(domain);

  using request = verbs_qp<ud>::request;
  request list[] = {
      request::send(region.slice(0, length)).to(to.destination(group.peer().qkey)).signal(1)};
  if (sends && !qp.post(list)) throw std::runtime_error("the send queue is full");
  if (!sends) std::printf("joined\n"), std::fflush(stdout);
  for (const auto& done : cq.completions(1, 20s)) {
    if (!done.ok()) throw std::runtime_error(explain(done));
    if (!sends) std::printf("%.*s\n", static_cast<int>(done.byte_count()) - 40, &memory[40]);
  }
  group.leave();
} catch (const std::exception& error) {
  return std::fprintf(stderr, "cm_group: %s\n", error.what()), 1;
}
