// A program that sleeps in epoll until the device has something to report: completions of a queue, and events
// of the device. A thread may sleep in the same epoll for sockets and timers.
#include <sys/epoll.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <iostream>
#include <stdexcept>
#include <system_error>

#include "verbatim/verbatim.hpp"

using namespace verbatim;
using namespace std::chrono_literals;
using qp_type = rc_qp<int>;

int main() try {
  auto device = open_device();
  pd domain(device);
  static std::array<std::byte, 4096> memory;
  mr region(domain, memory, access::local_write);
  completion_channel channel(device);
  cq<qp_type> completions(device, 64, channel);
  qp_type qp(domain, completions);
  qp_type peer(domain, completions);  // usually in another program
  qp.connect(peer.address());
  peer.connect(qp.address());

  const int loop = epoll_create1(EPOLL_CLOEXEC);
  const auto watch = [&](int fd) {
    epoll_event how{.events = EPOLLIN, .data = {.fd = fd}};
    if (epoll_ctl(loop, EPOLL_CTL_ADD, fd, &how) != 0)
      throw std::system_error(errno, std::generic_category(), "epoll_ctl");
  };
  watch(channel.fd());
  watch(device.event_fd());

  constexpr int rounds = 5;
  int received = 0;
  const auto handle =
      overloaded{[&](recv_completion<int>&& done) {
                   if (!done.ok()) throw std::runtime_error(explain(done));
                   ++received;
                 },
                 [](send_completion<int>&& done) { throw std::runtime_error(explain(done)); }};
  completions.arm();
  for (int round = 0; round < rounds; ++round) {
    (void)peer.rq_wqe().sge(region.slice(0, 64)).finish(int{round});
    peer.ring_recv_doorbell();
    (void)qp.sq_wqe().send().sge(region.slice(64, 64)).finish();
    qp.ring_doorbell();
    while (received <= round) {
      epoll_event ready{};
      if (epoll_wait(loop, &ready, 1, 10'000) != 1) throw std::runtime_error("nothing for 10 s");
      if (ready.data.fd == device.event_fd()) {
        while (const auto event = device.wait_event(0ns)) std::cout << *event << '\n';
        continue;
      }
      while (channel.wait(0ns)) {  // takes the event
      }
      // Completions that come between a poll and arm() raise no event: poll again after it.
      completions.poll(handle);
      completions.arm();
      completions.poll(handle);
    }
    std::printf("woken %d\n", round + 1);
  }
} catch (const std::exception& failed) {
  return std::fprintf(stderr, "event_loop: %s\n", failed.what()), 1;
}
