// Makes a queue pair and memory for each client. Prints the received data when the client is done.
// See exchange.sh.
#include <cstdio>
#include <map>
#include <string>

#include "verbatim/verbatim.hpp"

constexpr std::uint32_t half = 128;  // bytes; messages go to the first half, writes to the second

struct peer {
  explicit peer(const verbatim::pd& domain)
      : region(domain, memory, verbatim::access::local_write | verbatim::access::remote_write),
        completions(domain.context(), 16),
        qp(domain, completions) {}
  std::string memory = std::string(2 * half, '\0');
  verbatim::mr region;
  verbatim::cq<verbatim::rc_qp<int>> completions;
  verbatim::rc_qp<int> qp;
};

int main(int argc, char**) try {
  if (argc != 1) return std::fprintf(stderr, "exchange_server takes no arguments\n"), 2;
  verbatim::pd domain(verbatim::open_device());
  std::map<std::uint64_t, peer> peers;
  const auto answer = [&](const verbatim::exchange::id& id, const verbatim::exchange::offer&) {
    auto& made = peers.try_emplace(id.nonce, domain).first->second;
    const auto receive = [&made](const verbatim::exchange::agreement&) {
      const auto posted = made.qp.rq_wqe().sge(made.region.slice(0, half)).finish(0);
      if (!posted) throw std::runtime_error("the receive queue is full");
      made.qp.ring_recv_doorbell();
    };
    const verbatim::exchange::memory_token board{made.region.addr() + half, half,
                                                 made.region.rkey(), "board"};
    return verbatim::exchange::side{
        .qp = made.qp, .max_message = half, .memory = {board}, .post_receives = receive};
  };
  const auto ended = [&](const verbatim::exchange::id& id,
                         const verbatim::exchange::error* failure) {
    if (failure != nullptr) throw *failure;
    const char* const memory = peers.at(id.nonce).memory.data();
    std::printf("message: %s\nboard: %s\n", memory, memory + half);
  };
  verbatim::exchange::server server({.answer = answer, .ended = ended});
  std::printf("%u\n", server.port()), std::fflush(stdout);
  do server.serve_once(std::chrono::seconds(10));
  while (server.clients() != 0);
} catch (const std::exception& error) {
  return std::fprintf(stderr, "exchange_server: %s\n", error.what()), 1;
}
