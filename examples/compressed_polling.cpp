// A completion queue whose CQEs the device compresses: one CQE may stand for several completions.
// The program polls as from any other queue.
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "verbatim/verbatim.hpp"

using namespace verbatim;
using namespace std::chrono_literals;

constexpr unsigned messages = 48;

template <class Cq>
std::vector<unsigned> receive_all(const pd& domain) {
  using receiver = rc_qp<unsigned>;
  static std::vector<std::byte> memory(messages * 64);
  mr region(domain, std::span(memory), access::local_write);
  Cq arrived(domain.context(), 128);
  cq<receiver> sent(domain.context(), 128);
  receiver to(domain, sent, arrived), from(domain, sent);
  to.connect(from.address());
  from.connect(to.address());
  for (unsigned i = 0; i < messages; ++i)
    (void)to.rq_wqe().sge(region.slice(i * 64, 64)).finish(unsigned{i});
  to.ring_recv_doorbell();
  for (unsigned i = 0; i < messages; ++i) (void)from.sq_wqe().send().no_data().finish();
  from.ring_doorbell();

  std::vector<unsigned> entries;
  const auto keep = [&](auto&& done) {
    if (!done.ok()) throw std::runtime_error(explain(done));
    entries.push_back(done.entry);
  };
  arrived.collect(keep, messages, 10s);
  return entries;
}

int main() try {
  using receiver = rc_qp<unsigned>;
  using plain = cq<receiver>;
  using compressed = cq<with_format<cq_format{.compression = cqe_compression::basic}>, receiver>;
  pd domain(open_device());
  const auto in_order = receive_all<plain>(domain);
  const auto unfolded = receive_all<compressed>(domain);
  std::printf("%zu receives by plain CQEs, %zu by compressed ones\n", in_order.size(),
              unfolded.size());
  return in_order.size() == messages && in_order == unfolded ? 0 : 1;
} catch (const std::exception& failed) {
  return std::fprintf(stderr, "compressed_polling: %s\n", failed.what()), 1;
}
