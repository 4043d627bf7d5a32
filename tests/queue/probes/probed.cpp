// Functions whose code tests/queue/probes/probes.py looks at, and a program that runs them for a
// debugger. It prints what the arguments of its probes must be.
#include <cstdint>
#include <cstdio>
#include <utility>

#include "device.hpp"
#include "verbatim/generated/transports/rc.hpp"

using namespace verbatim;

using pair = test::endpoint<send_queue<rc, int>>;

extern "C" {

// The usual uses: a chain, a doorbell, and a poll whose callback counts.
[[gnu::noinline]] post_result post_one(send_queue<rc, int>& sq, std::uint64_t raddr, rkey key,
                                       std::uint64_t addr, lkey from) {
  return sq.sq_wqe().write().rdma(raddr, key).sge(addr, 64, from).signal(7).finish();
}

[[gnu::noinline]] void ring_it(send_queue<rc, int>& sq) { sq.ring_doorbell(); }

[[gnu::noinline]] unsigned poll_it(completion_queue<pair>& cq, unsigned& failed) {
  return cq.poll([&](auto&& one) { failed += one.ok() ? 0u : 1u; });
}

}  // extern "C"

int main() {
  constexpr std::uint32_t qpn = 0x42;
  test::queue_pair_memory memory(16, qpn);
  test::completion_queue_device device(8);
  pair ends(memory);
  auto of_cq = device.memory();
  of_cq.cqn = 0x33;
  completion_queue<pair> cq(of_cq);
  cq.attach(qpn, ends);

  const auto first = post_one(ends.sq, 0x1000, rkey(1), 0x2000, lkey(2));
  const auto second = post_one(ends.sq, 0x1000, rkey(1), 0x2000, lkey(2));
  ring_it(ends.sq);
  device.sent(qpn, first.wqe_index(), opcode::rdma_write);
  device.send_failed(qpn, second.wqe_index(), cqe_syndrome::remote_access_err, opcode::rdma_write);
  unsigned failed = 0;
  const auto polled = poll_it(cq, failed);

  for (const auto wqe : {first, second}) {
    std::printf("post %u %u %u %llu\n", qpn, wqe.wqe_index(), 3u,
                static_cast<unsigned long long>(
                    reinterpret_cast<std::uintptr_t>(ends.sq.wqe_at(wqe.wqe_index()))));
  }
  std::printf("doorbell %u %u\n", qpn, ends.sq.pi());
  std::printf("error %u %u %u %u\n", qpn, second.wqe_index(),
              static_cast<unsigned>(cqe_syndrome::remote_access_err), 0x42u);
  std::printf("poll %u %u %u\n", 0x33u, polled, cq.ci());
  return failed == 1 ? 0 : 1;
}
