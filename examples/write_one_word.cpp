// Writes one word into the memory of a peer, and prints what the device reports.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <span>

#include "verbatim/verbatim.hpp"

using namespace verbatim;
using namespace std::chrono_literals;

int main() try {
  pd domain(open_device());
  static std::uint64_t word = 0;
  mr region(domain, std::span(&word, 1), access::local_write | access::remote_write);
  cq<rc_qp<int>> completions(domain.context(), 16);
  rc_qp<int> qp(domain, completions);
  rc_qp<int> peer(domain, completions);  // usually in another program
  qp.connect(peer.address());
  peer.connect(qp.address());

  const std::uint64_t value = 2026;  // inside the WQE, so this memory need not be registered
  const auto posted = qp.sq_wqe()
                          .write()
                          .rdma(region.remote(0, sizeof word))
                          .inline_data(std::as_bytes(std::span(&value, 1)))
                          .signal(1)
                          .finish();
  if (!posted) return std::fprintf(stderr, "%s\n", message(posted.error()).data()), 1;
  qp.ring_doorbell();

  bool good = false;
  completions.collect([&](auto&& done) { good = done.ok(); }, 1, 10s);
  std::printf("the peer's word is %llu\n", static_cast<unsigned long long>(word));
  return good && word == value ? 0 : 1;
} catch (const error& failed) {
  return std::fprintf(stderr, "write_one_word: %s\n", failed.what()), 1;
}
