// A program goes on after a full queue, and after a request that the peer refuses: reset() and
// connect() make its queue pair work again.
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string>

#include "verbatim/verbatim.hpp"

using namespace verbatim;
using namespace std::chrono_literals;
using qp_type = rc_qp<int>;

int main() try {
  pd domain(open_device());
  static std::array<std::byte, 4096> memory;
  mr region(domain, memory, access::local_write | access::remote_write);
  cq<qp_type> completions(domain.context(), 64);
  qp_type qp(domain, completions, {.max_send_wqebbs = 4});
  qp_type peer(domain, completions);  // usually in another program
  const auto connect = [&] {
    qp.connect(peer.address());
    peer.connect(qp.address());
  };
  const auto write = [&](rkey key, int entry) {
    return qp.sq_wqe()
        .write()
        .rdma(region.addr(), key)
        .sge(region.slice(64, 64))
        .signal(int{entry})
        .finish();
  };
  /// Waits for a completion, and returns its status.
  const auto wait = [&] {
    std::optional<cqe_syndrome> status;
    const auto tell = [&](auto&& done) {
      status = done.status();
      if (!done.ok()) std::printf("entry %d: %s\n", done.entry, explain(done).c_str());
    };
    if (completions.collect(tell, 1, 10s) == 0) throw std::runtime_error("no completion for 10 s");
    return *status;
  };

  // A post that does not fit is refused, and nothing of it is in the queue.
  connect();
  int posted = 0;
  post_result last = write(region.rkey(), posted);
  while (last) last = write(region.rkey(), ++posted);
  std::printf("%d requests fit, then: %s\n", posted, message(last.error()).data());
  qp.ring_doorbell();
  for (int i = 0; i < posted; ++i) {
    if (wait() != cqe_syndrome::ok) return 1;
  }

  // The peer refuses a key that it has not made. Both queue pairs are in the state ERROR then, and what
  // was posted behind the request comes back without having been executed.
  (void)write(rkey(1), 100);
  (void)write(region.rkey(), 101);
  qp.ring_doorbell();
  if (wait() != cqe_syndrome::remote_access_err || wait() != cqe_syndrome::wr_flush_err) return 1;

  // reset() forgets what is outstanding. After it, the queue pairs are connected like new ones.
  qp.reset();
  peer.reset();
  connect();
  (void)write(region.rkey(), 200);
  qp.ring_doorbell();
  const bool works = wait() == cqe_syndrome::ok;
  std::printf("after reset() and connect(): %s\n", works ? "ok" : "still wrong");
  return works ? 0 : 1;
} catch (const std::exception& failed) {
  return std::fprintf(stderr, "failures: %s\n", failed.what()), 1;
}
