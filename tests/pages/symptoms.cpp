// Makes one symptom of docs/troubleshooting.md: symptoms NAME. symptoms.py compares the page with what
// the program and the emulated device say.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

#include "verbatim/verbatim.hpp"

namespace {

using namespace verbatim;
using namespace std::chrono_literals;

/// Two queue pairs of this process that are connected, and memory to which only `granted` is allowed.
struct pair_of_queues {
  explicit pair_of_queues(verbatim::access granted = access::local_write | access::remote_write,
                          std::uint8_t rnr_retry = 7)
      : domain(open_device()),
        region(domain, memory, granted),
        completions(domain.context(), 64),
        qp(domain, completions, {.max_send_wqebbs = 64}),
        peer(domain, completions) {
    connect_attributes how;
    how.rts.rnr_retry = rnr_retry_count(rnr_retry);
    how.rts.timeout = ack_timeout(8);
    qp.connect(peer.address(), how);
    peer.connect(qp.address());
  }

  /// Rings, and prints the status of each completion until none comes for a while.
  void ring_and_see(unsigned count) {
    qp.ring_doorbell();
    (void)completions.collect(
        [](auto&& done) {
          std::printf("%d: %s\n", done.entry, std::string(name(done.status())).c_str());
          if (!done.ok() && done.status() != cqe_syndrome::wr_flush_err) {
            std::printf("%s\n", explain(done).c_str());
          }
        },
        count, 3s);
  }

  pd domain;
  std::byte memory[4096] = {};
  mr region;
  cq<rc_qp<int>> completions;
  rc_qp<int> qp, peer;
};

void expect(post_result posted) {
  if (!posted) std::printf("not posted: %s\n", std::string(message(posted.error())).c_str());
}

void remote_access() {
  pair_of_queues two(access::local_write);
  expect(two.qp.sq_wqe()
             .write()
             .rdma(two.region.remote(64, 64))
             .sge(two.region.slice(0, 64))
             .signal(1)
             .finish());
  two.ring_and_see(1);
}

void local_protection() {
  pair_of_queues two;
  expect(two.qp.sq_wqe().send().sge(two.region.addr(), 64, lkey(0x1234)).signal(1).finish());
  two.ring_and_see(1);
}

void flushed() {
  pair_of_queues two(access::local_write);
  for (int i = 1; i <= 2; ++i) {
    expect(two.qp.sq_wqe()
               .write()
               .rdma(two.region.remote(64, 64))
               .sge(two.region.slice(0, 64))
               .signal(i)
               .finish());
  }
  two.ring_and_see(2);
}

void no_receive() {
  pair_of_queues two(access::local_write, 1);
  expect(two.qp.sq_wqe().send().sge(two.region.slice(0, 64)).signal(1).finish());
  two.ring_and_see(1);
}

void short_receive() {
  pair_of_queues two;
  expect(two.peer.rq_wqe().sge(two.region.slice(0, 16)).finish(2));
  two.peer.ring_recv_doorbell();
  expect(two.qp.sq_wqe().send().sge(two.region.slice(64, 64)).signal(1).finish());
  two.ring_and_see(2);
}

void peer_gone() {
  pair_of_queues two;
  two.peer.close();
  expect(two.qp.sq_wqe().send().sge(two.region.slice(0, 64)).signal(1).finish());
  two.ring_and_see(1);
}

/// Waits without a doorbell for a completion that cannot come. The device speaks of it meanwhile.
void no_doorbell() {
  pair_of_queues two;
  expect(two.qp.sq_wqe()
             .write()
             .rdma(two.region.remote(64, 64))
             .sge(two.region.slice(0, 64))
             .signal(1)
             .finish());
  (void)two.completions.collect([](auto&&) {}, 1, 3s);
}

void unsignaled() {
  pair_of_queues two;
  expect(two.qp.sq_wqe()
             .write()
             .rdma(two.region.remote(64, 64))
             .sge(two.region.slice(0, 64))
             .finish());
  two.qp.ring_doorbell();
  (void)two.completions.collect([](auto&&) {}, 1, 200ms);
}

void endless() {
  pair_of_queues two;
  expect(two.qp.sq_wqe().send().sge(two.region.slice(0, 64)).signal(1).finish());
  two.qp.ring_doorbell();
  (void)two.completions.collect([](auto&&) {}, 1, 200ms);
}

void full() {
  pair_of_queues two;
  post_result posted = post_error::none;
  do posted = two.qp.sq_wqe().nop().finish();
  while (posted);
  expect(posted);
  two.qp.ring_doorbell();
}

void overrun() {
  pair_of_queues two;
  cq<rc_qp<int>> small(two.domain.context(), 4);
  rc_qp<int> qp(two.domain, small), peer(two.domain, small);
  qp.connect(peer.address());
  peer.connect(qp.address());
  for (int i = 0; i < 32; ++i) {
    expect(qp.sq_wqe()
               .write()
               .rdma(two.region.remote(64, 64))
               .sge(two.region.slice(0, 64))
               .signal(i)
               .finish());
  }
  qp.ring_doorbell();
  if (const auto event = two.domain.context().wait_event(3s))
    std::printf("%s\n", to_string(*event).c_str());
}

void unrung() {
  pair_of_queues two;
  expect(two.qp.sq_wqe().nop().finish());
  two.qp.close();
}

void bad_slice() {
  pair_of_queues two;
  (void)two.region.slice(4000, 100);
}

void still_used() {
  pair_of_queues two;
  if (const auto closed = two.domain.try_close(); !closed)
    std::printf("%s\n", closed.error().what());
}

void nothing() { pair_of_queues two; }

}  // namespace

int main(int argc, char** argv) try {
  const std::map<std::string_view, void (*)()> symptoms{
      {"remote_access", remote_access},
      {"local_protection", local_protection},
      {"flushed", flushed},
      {"no_receive", no_receive},
      {"short_receive", short_receive},
      {"peer_gone", peer_gone},
      {"no_doorbell", no_doorbell},
      {"full", full},
      {"overrun", overrun},
      {"unrung", unrung},
      {"bad_slice", bad_slice},
      {"still_used", still_used},
      {"nothing", nothing},
      {"unsignaled", unsignaled},
      {"endless", endless},
  };
  const auto found = symptoms.find(argc == 2 ? argv[1] : "");
  if (found == symptoms.end()) return std::fprintf(stderr, "usage: symptoms NAME\n"), 2;
  found->second();
  return 0;
} catch (const verbatim::error& failed) {
  std::printf("%s\n", failed.what());
  return 1;
}
