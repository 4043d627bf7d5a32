// Sends a message to a server and writes to the server's memory: exchange_client HOST PORT
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "verbatim/verbatim.hpp"

int main(int argc, char** argv) try {
  const auto port = argc == 3 ? std::strtoul(argv[2], nullptr, 10) : 0;
  if (port == 0 || port > 0xffff)
    return std::fprintf(stderr, "usage: exchange_client HOST PORT\n"), 2;
  verbatim::pd domain(verbatim::open_device());
  std::string text = "hello from the other process";
  const auto length = static_cast<std::uint32_t>(text.size());
  verbatim::mr region(domain, text);
  verbatim::cq<verbatim::rc_qp<int>> completions(domain.context(), 16);
  verbatim::rc_qp<int> qp(domain, completions);
  verbatim::exchange::client peer(argv[1], static_cast<std::uint16_t>(port), {.qp = qp});

  const auto& board = peer.agreed().peer.memory_named("board");
  if (peer.agreed().max_message < length || board.length < length)
    throw std::runtime_error("the server's memory is smaller than this message");
  bool posted = qp.sq_wqe().send().sge(region.slice()).finish().ok();
  posted &= qp.sq_wqe().write().rdma(board.region()).sge(region.slice()).signal(0).finish().ok();
  if (!posted) throw std::runtime_error("the send queue is full");
  qp.ring_doorbell();
  bool arrived = false;
  while (completions.poll([&](auto&& c) { arrived = c.ok(); }) == 0) {
  }
  if (!arrived) throw std::runtime_error("the WRITE failed");
  peer.bye();
} catch (const std::exception& error) {
  return std::fprintf(stderr, "exchange_client: %s\n", error.what()), 1;
}
