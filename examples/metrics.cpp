// Counts the work of a queue pair, and shows the counters in the text format of Prometheus while it works.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <thread>

#include "verbatim/verbatim.hpp"

using namespace verbatim;
using namespace std::chrono_literals;

// Queues that count. Others have neither the counters nor code for them.
using pair = rc_qp<int, int, counting::counters::kept>;
using queue = cq<with_format<cq_format{.counters = counting::counters::kept}>, pair>;

struct metric {
  const char* name;
  const char* help;
  std::uint64_t value;
};

void show(const char* label, std::uint32_t number, std::initializer_list<metric> metrics) {
  for (const auto& [name, help, value] : metrics) {
    std::printf("# HELP verbatim_%s_total %s\n# TYPE verbatim_%s_total counter\n", name, help,
                name);
    std::printf("verbatim_%s_total{%s=\"0x%x\"} %llu\n", name, label, number,
                static_cast<unsigned long long>(value));
  }
}

/// Any thread may do this. A program with an HTTP server sends it as text/plain; version=0.0.4. If
/// it is written to a file NAME.prom, the textfile collector of node_exporter takes it.
void show(const pair& qp, const queue& completions) {
  const auto& sends = qp.counters();
  show("qpn", qp.qpn(),
       {{"send_posted", "Send WQEs that were posted.", sends.posted()},
        {"send_refused", "Send WQEs that finish() refused.", sends.refused()},
        {"send_doorbells", "Doorbells of the send queue.", sends.doorbells()},
        {"send_completions", "CQEs of the send queue.", sends.completions()},
        {"send_errors", "CQEs of the send queue with an error.", sends.errors()},
        {"send_wraps", "Laps of the send queue's ring.", sends.wraps()}});
  const auto& polled = completions.counters();
  show("cqn", completions.cqn(),
       {{"cq_polls", "Polls of the completion queue.", polled.polls()},
        {"cq_empty_polls", "Polls that found nothing.", polled.empty_polls()},
        {"cq_completions", "Completions that were polled.", polled.completions()},
        {"cq_errors", "CQEs with an error.", polled.errors()},
        {"cq_dropped", "CQEs of no queue pair.", polled.dropped()}});
  std::printf("\n");
}

int main() try {
  pd domain(open_device());
  static std::uint64_t word = 0;
  mr region(domain, std::span(&word, 1), access::local_write | access::remote_write);
  queue completions(domain.context(), 16);
  pair qp(domain, completions);
  pair peer(domain, completions);
  qp.connect(peer.address());
  peer.connect(qp.address());

  std::atomic<bool> done = false;
  std::thread worker([&] {
    // Two WQEs with one doorbell, and one CQE for both.
    for (int i = 0; i < 500; ++i) {
      (void)qp.sq_wqe().write().rdma(region.remote(0, 8)).sge(region.slice(0, 8)).finish();
      (void)qp.sq_wqe()
          .write()
          .rdma(region.remote(0, 8))
          .sge(region.slice(0, 8))
          .signal(i)
          .finish();
      qp.ring_doorbell();
      completions.collect([](auto&&) {}, 1, 10s);
    }
    done = true;
  });
  while (!done) {
    show(qp, completions);
    std::this_thread::sleep_for(100ms);
  }
  worker.join();
  show(qp, completions);
} catch (const error& failed) {
  return std::fprintf(stderr, "metrics: %s\n", failed.what()), 1;
}
