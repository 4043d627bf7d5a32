// Each process of a job writes a block into the memory of every other one, through one queue that
// sends to all and one that receives from all (DC): mpirun -n 8 verbatim-emulator all_to_all
// The argument rc makes a queue pair for each peer instead. docs/scaling-out.md compares them.
#include "all_to_all.hpp"

#include <chrono>
#include <cstdio>
#include <set>
#include <stdexcept>
#include <string_view>

#include "pmix_job.hpp"

using namespace verbatim;
using namespace std::chrono_literals;

constexpr std::uint32_t words = 128, block = words * sizeof(std::uint64_t);  // for each peer

/// A process publishes this of itself.
struct card {
  qp_address address;
  remote_region inbox;
};

std::uint64_t word(unsigned from, unsigned to, std::uint64_t at) {
  return ((std::uint64_t{from} << 32 | to) * words + at) * 0x9e3779b97f4a7c15;
}

template <class Queues>
void all_to_all(const pmix_job& job) {
  const unsigned me = job.rank(), size = job.size(), peers = size - 1;
  const pd domain(open_device());
  const ring_counter rings(domain.context());

  std::vector<std::uint64_t> out(size * words), in(size * words);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = word(me, unsigned(i / words), i % words);
  const mr outbox(domain, out), inbox(domain, in, access::local_write | access::remote_write);

  const completion_channel channel(domain.context());
  typename Queues::completions completions(domain.context(), 2 * window, channel);
  srq<unsigned> arrivals(domain, {.max_wr = window});
  const auto receive = [&] {  // without a buffer: immediate data are in the CQE
    if (!arrivals.srq_wqe().finish(0)) throw std::runtime_error("the SRQ is full");
  };
  for (unsigned i = 0; i < window; ++i) receive();
  arrivals.ring_doorbell();
  Queues queues(domain, completions, arrivals, me, size);

  std::vector<card> cards;
  for (const qp_address& address : queues.addresses()) cards.push_back({address, inbox.remote()});
  job.publish(cards);
  std::vector<remote_region> inboxes(size);
  for (unsigned peer = 0; peer < size; ++peer) {
    if (peer == me) continue;
    const auto theirs = job.published<card>(peer, Queues::index_for(me));
    queues.connect(domain, peer, theirs.address);
    inboxes[peer] = theirs.inbox.slice(me * block, block);
  }
  job.wait_for_all();  // for those that still connect

  unsigned posted = 0, written = 0;
  std::set<unsigned> arrived;  // from these processes
  const auto of_write = [&](send_completion<unsigned>&& done) {
    if (!done.ok()) throw std::runtime_error(explain(done));
    ++written;
  };
  const auto of_arrival = [&](recv_completion<unsigned>&& done) {
    if (!done.ok()) throw std::runtime_error(explain(done));
    const unsigned from = done.imm();
    for (std::size_t i = 0; i < words; ++i)
      if (in.at(from * words + i) != word(from, me, i)) throw std::runtime_error("a wrong block");
    arrived.insert(from);
    receive();
  };
  while (written < peers || arrived.size() < peers) {
    for (; posted < peers && posted - written < window; ++posted) {
      const unsigned to = (me + 1 + posted) % size;  // not all to the same one first
      auto write = queues.wqe_to(to).write().imm(me).rdma(inboxes[to]);
      auto posted_to = std::move(write).sge(outbox.slice(to * block, block)).signal(unsigned{to});
      if (!std::move(posted_to).finish()) throw std::runtime_error("a send queue is full");
      queues.ring_doorbell(to);
    }
    if (completions.wait(overloaded{of_write, of_arrival}, 60s) == 0)
      throw std::runtime_error("nothing has completed for a minute");
    arrivals.ring_doorbell();
  }
  job.wait_for_all();  // for those that still write to this one
  std::printf(
      "rank %u: %zu blocks are right, by %zu queues and %zu bytes of rings; %zu bytes published\n",
      me, arrived.size(), queues.count(), rings.bytes(), cards.size() * sizeof(card));
}

int main(int argc, char** argv) try {
  const bool is_rc = argc == 2 && std::string_view(argv[1]) == "rc";
  if (argc > 2 || (argc == 2 && !is_rc)) return std::fprintf(stderr, "all_to_all [rc]\n"), 2;
  const pmix_job job;
  is_rc ? all_to_all<rc_queues>(job) : all_to_all<dc_queues>(job);
} catch (const std::exception& failed) {
  return std::fprintf(stderr, "all_to_all: %s\n", failed.what()), 1;
}
