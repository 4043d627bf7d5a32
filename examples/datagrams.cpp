// Datagrams: one queue pair sends to any number of peers, and an answer goes back to its sender.
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <stdexcept>
#include <string>

#include "verbatim/verbatim.hpp"

using namespace verbatim;
using namespace std::chrono_literals;
using request = verbs_qp<ud>::request;

constexpr std::uint32_t qkey = 0x11111111;  // both ends use the same
constexpr std::uint32_t room = 256;         // a datagram begins with grh_bytes of headers

int main() try {
  pd domain(open_device());  // any RDMA device
  static std::array<std::byte, 2 * room> memory;
  mr region(domain, memory, access::local_write);
  verbs_cq completions(domain.context(), 64);
  verbs_qp<ud> asker(domain, completions), answerer(domain, completions);
  asker.activate({.qkey = qkey});  // there is no connection
  answerer.activate({.qkey = qkey});
  (void)asker.post_recv(recv_request(region.slice(0, room), 1));
  (void)answerer.post_recv(recv_request(region.slice(room, room), 2));

  const auto send = [](verbs_qp<ud>& from, const std::string& text, const ud_destination& to) {
    const auto bytes = payload::inline_data(std::as_bytes(std::span(text)));
    if (const auto posted = from.post(request::send(bytes).to(to).id(3)); !posted)
      throw std::runtime_error(std::string(posted.message()));
  };
  const address_handle to(domain, answerer.address());  // the address comes over a socket
  send(asker, "what time is it?", to.destination(qkey));

  // Returns the text of the next datagram.
  const auto receive = [&](std::size_t at, work_completion& done) {
    if (completions.collect(std::span(&done, 1), 10s) != 1)
      throw std::runtime_error("no datagram for 10 s");
    if (!done.ok()) throw std::runtime_error(explain(done));
    return std::string(reinterpret_cast<const char*>(&memory[at + grh_bytes]),
                       done.byte_count() - grh_bytes);
  };
  work_completion done;
  std::printf("asked: %s\n", receive(room, done).c_str());
  // The completion and the headers identify the sender.
  const auto origin = origin_of(done, std::span(memory).subspan(room, room));
  ah_cache ways(domain, answerer.local_end());
  send(answerer, "time to go", ways.destination(reply_path(origin, answerer.local_end())));
  std::printf("answered: %s\n", receive(0, done).c_str());
} catch (const std::exception& failed) {
  return std::fprintf(stderr, "datagrams: %s\n", failed.what()), 1;
}
