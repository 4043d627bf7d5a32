// Two processes send a message back and forth over RC and check every byte.
//
//   verbatim-emulator ping_pong server &   verbatim-emulator ping_pong client
//
// On a machine with a ConnectX, leave verbatim-emulator out. The processes exchange their addresses
// through two files in the current directory; a real program uses a socket.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>

#include "verbatim/verbatim.hpp"

using namespace std::chrono_literals;
using clock_type = std::chrono::steady_clock;
enum class what { sent, received };
using qp_type = verbatim::rc_qp<what>;

constexpr std::size_t size = 64;
constexpr int rounds = 1000;

/// Writes our address to a file and returns the peer's.
verbatim::qp_address exchange(const verbatim::qp_address& ours, const std::string& own_file,
                              const std::string& peer_file) {
  std::ofstream(own_file + ".new", std::ios::binary)
      .write(reinterpret_cast<const char*>(&ours), sizeof ours);
  std::filesystem::rename(own_file + ".new", own_file);
  verbatim::qp_address peer;
  for (const auto deadline = clock_type::now() + 10s; clock_type::now() < deadline;) {
    std::ifstream file(peer_file, std::ios::binary);
    if (file.read(reinterpret_cast<char*>(&peer), sizeof peer)) return peer;
    std::this_thread::sleep_for(1ms);
  }
  throw std::runtime_error("the peer wrote no address within 10 seconds");
}

int main(int argc, char** argv) try {
  const std::string role = argc == 2 ? argv[1] : "";
  if (role != "server" && role != "client")
    return std::fprintf(stderr, "usage: ping_pong server|client\n"), 2;
  const bool client = role == "client";

  std::array<std::byte, 2 * size> buffer{};  // sent bytes, then received bytes
  verbatim::pd domain(verbatim::open_device());
  verbatim::mr region(domain, buffer, verbatim::access::local_write);
  verbatim::cq<qp_type> completions(domain.context(), 64);
  qp_type qp(domain, completions, {});

  const auto expect_message = [&] {
    const bool posted = qp.rq_wqe().sge(region.slice(size, size)).finish(what::received).ok();
    if (!posted) throw std::runtime_error("the receive queue is full");
    qp.ring_recv_doorbell();
  };
  const auto send = [&](int round) {
    std::fill_n(buffer.begin(), size, static_cast<std::byte>(round));
    if (auto r = qp.sq_wqe().send().sge(region.slice(0, size)).signal(what::sent).finish(); !r)
      throw std::runtime_error(std::string(message(r.error())));
    qp.ring_doorbell();
  };
  int sent = 0, received = 0;
  const auto wait_until = [&](const int& count, int wanted) {
    const auto deadline = clock_type::now() + 10s;
    while (count < wanted) {
      completions.poll([&](auto&& completion) {
        if (!completion.ok()) throw std::runtime_error(explain(completion));
        ++(completion.entry == what::sent ? sent : received);
      });
      if (clock_type::now() > deadline) throw std::runtime_error("no completion for 10 seconds");
    }
  };

  qp.to_init();  // receives can be posted from INIT on; one must be posted before the peer sends
  expect_message();
  qp.connect(exchange(qp.address(), role, client ? "server" : "client"));
  const auto begin = clock_type::now();
  for (int round = 0; round < rounds; ++round) {
    if (client) send(round);
    wait_until(received, round + 1);
    if (buffer[size] != static_cast<std::byte>(round)) throw std::runtime_error("wrong bytes");
    expect_message();
    if (!client) send(round);
  }
  wait_until(sent, rounds);  // the peer has everything
  const std::chrono::duration<double, std::micro> elapsed = clock_type::now() - begin;
  std::printf("%s: %d rounds of %zu bytes, all correct, %.1f us each\n", role.c_str(), rounds, size,
              elapsed.count() / rounds);
} catch (const std::exception& error) {
  std::fprintf(stderr, "ping_pong: %s\n", error.what());
  return EXIT_FAILURE;
}
