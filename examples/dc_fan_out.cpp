// One dynamically connected initiator (DCI) writes to many targets (DCTs), one after the other,
// without a connection to any of them. An RC program needs a queue pair for each peer.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <span>
#include <stdexcept>
#include <vector>

#include "verbatim/verbatim.hpp"

using namespace verbatim;
using namespace std::chrono_literals;

constexpr unsigned peers = 16;
constexpr std::uint64_t key = 0x0123456789abcdef;  // a DCT refuses WQEs with another key

/// A peer that receives; usually each is in another program.
struct peer {
  peer(const pd& domain, mr& region, unsigned number)
      : completions(domain.context(), 16),
        receives(domain, {.max_wr = 16}),
        target(domain, completions, receives, {.dc_key = key}),
        word(region.remote(number * sizeof(std::uint64_t), sizeof(std::uint64_t))) {}

  cq<dct<int>> completions;
  srq<int> receives;
  dct<int> target;
  remote_region word;
};

int main() try {
  pd domain(open_device());
  static std::vector<std::uint64_t> words(peers);
  mr region(domain, std::span(words), access::local_write | access::remote_write);
  std::deque<peer> all;
  for (unsigned i = 0; i < peers; ++i) all.emplace_back(domain, region, i);

  cq<dci_qp<unsigned>> completions(domain.context(), 64);
  dci_qp<unsigned> dci(domain, completions);
  dci.activate();  // an initiator has no peer: there is nothing to connect
  for (unsigned i = 0; i < peers; ++i) {
    // The address vector names the target of one WQE. A program keeps it, see ah_cache.
    const address_handle to(domain, all[i].target.address());
    const std::uint64_t value = 1000 + i;
    const auto posted = dci.sq_wqe()
                            .av(to.dc(key))
                            .write()
                            .rdma(all[i].word)
                            .inline_data(std::as_bytes(std::span(&value, 1)))
                            .signal(unsigned{i})
                            .finish();
    if (!posted) throw std::runtime_error(std::string(message(posted.error())));
    dci.ring_doorbell();
    // The handle is needed until the WQE is done.
    completions.collect(
        [](auto&& c) {
          if (!c.ok()) throw std::runtime_error(explain(c));
        },
        1, 10s);
  }
  unsigned right = 0;
  for (unsigned i = 0; i < peers; ++i) right += words[i] == 1000 + i ? 1 : 0;
  std::printf("one queue pair wrote to %u peers\n", right);
  return right == peers ? 0 : 1;
} catch (const std::exception& failed) {
  return std::fprintf(stderr, "dc_fan_out: %s\n", failed.what()), 1;
}
