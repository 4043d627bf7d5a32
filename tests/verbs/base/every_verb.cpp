// Makes, uses and drops objects of every kind. every_failure.py has one verb after another fail; then it says
// so, and does all of it once more, which has to succeed.
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "verbatim/verbatim.hpp"

namespace {

using namespace verbatim;
using namespace std::chrono_literals;

std::array<std::byte, 4096> memory;

struct leaks {
  static inline std::vector<std::string> told;
  static void note(const error& leaked) noexcept {
    if (leaked.call().empty() || leaked.object().empty() || leaked.advice().empty()) std::abort();
    told.emplace_back(leaked.what());
  }
};

/// A WRITE to itself arrives.
template <class Cq, class Qp>
void exchange(Cq& cq, Qp& qp, const mr& mr) {
  if (!qp.sq_wqe()
           .write()
           .rdma(mr.addr() + 64, mr.rkey())
           .sge(mr.addr(), 64, mr.lkey())
           .signal(7)
           .finish()) {
    throw std::runtime_error("no room");
  }
  qp.ring_doorbell();
  int seen = 0;
  const auto end = std::chrono::steady_clock::now() + 10s;
  while (seen == 0 && std::chrono::steady_clock::now() < end) {
    cq.poll([&](auto&& c) { seen = c.status() == cqe_syndrome::ok ? 1 : -1; });
  }
  if (seen != 1) throw std::runtime_error("the WRITE did not arrive");
}

template <cq_format Format>
void connected(const context& context, const pd& pd, const mr& mr) {
  completion_channel channel(context);
  using type = rc_qp<int>;
  cq<with_format<Format>, type> cq(context, 16, channel);
  cq.moderate(2, 10us);
  cq.moderate(0, 0us);
  type qp(pd, cq);
  qp.connect(qp.address());
  exchange(cq, qp, mr);
  cq.resize(64);
  qp.to_error();
  qp.reset();
  uar uar(pd);
  type own(uar, cq);
  own.connect(own.address());
}

void datagrams(const context& context, const pd& pd) {
  cq<ud_qp<int>> cq(context, 16);
  ud_qp<int> qp(pd, cq);
  qp.activate();
  const address_handle to(pd, qp.address());
}

void shared(const context& context, const pd& pd) {
  srq<int> srq(pd);
  srq.arm_limit(2);
  cq<rc_qp<int, on_srq<int>>, dci_qp<int>, dct<int>> cq(context, 16);
  rc_qp<int, on_srq<int>> qp(pd, cq, srq);
  dci_qp<int> dci(pd, cq);
  dci.activate();
  const dct<int> target(pd, cq, srq, {.dc_key = 5});
}

void xrc_and_tags(const context& context, const pd& pd) {
  const xrc_domain domain(context);
  cq<xrc_srq<int>> cq_of_srq(context, 16);
  const xrc_srq<int> srq(domain, pd, cq_of_srq);
  const xrc_recv_qp receiver(domain);
  using tagged = rc_qp<int, on_tm_srq<int>>;
  cq<tagged, tm_srq<int>> matching(context, 64);
  tm_srq<int> tags(pd, matching);
  const tagged qp(pd, matching, tags);
}

void memory_of_every_kind(const context& context, const pd& pd) {
  auto made = mr::allocate(pd, 8192, {.access = access::local_write | access::relaxed_ordering});
  (void)made.rereg({.access = access::local_write | access::remote_read});
  const mr paged(pd, std::span(memory), access::local_write | access::on_demand);
  pd.advise(pd::advice::prefetch_write, paged.slice());
  const device_memory counters(context, 64);
  const mr region(pd, counters, access::local_write | access::remote_atomic);
  counters.write(0, made.memory().first(64));
}

void through_verbs(const context& context, const pd& pd) {
  const mr mr(pd, std::span(memory), access::local_write | access::remote_write | access::mw_bind);
  memory_window window(mr);
  const memory_window<window_type::type_1> wide(mr);
  completion_channel channel(context);
  verbs_cq cq(context, 16, channel);
  cq.resize(32);
  cq.moderate(2, 10us);
  extended_cq<> extended(context, 16);
  verbs_srq srq(pd);
  srq.arm_limit(2);
  verbs_qp<rc> qp(pd, cq, srq);
  qp.connect(qp.address());
  (void)qp.query();
  const auto binding = window.binding(0, 64, access::remote_write);
  if (!qp.post(verbs_qp<rc>::request::bind(binding).signal(1))) throw std::runtime_error("no room");
  // Polled and not waited for: where the page of registers cannot be had, libmlx5 arms through a null
  // pointer.
  std::array<work_completion, 1> done;
  unsigned seen = 0;
  const auto end = std::chrono::steady_clock::now() + 10s;
  while (seen == 0 && std::chrono::steady_clock::now() < end) seen = cq.poll(done);
  if (seen == 0 || !done[0].ok()) throw std::runtime_error("the window is not bound");
  verbs_qp<rc, posting::sessions> sessions(pd, extended);
  sessions.connect(sessions.address());
  verbs_qp<ud> datagrams(pd, cq, extended);
  datagrams.activate();
  datagrams.attach({*parse_gid("ff12:401b::1"), lid(0xc001)});
  verbs_qp<rc, signaling::automatic> automatic(pd, extended, cq, {}, {.inline_up_to = 64});
  automatic.connect(automatic.address());
}

void scenario() {
  context context = open_device();
  (void)context.local_end(1);
  (void)context.wait_event(0ns);
  const pd pd(context);
  const mr mr(pd, std::span(memory), access::local_write | access::remote_write);
  connected<cq_format{}>(context, pd, mr);
  connected<cq_format{.compression = cqe_compression::enhanced}>(context, pd, mr);
  datagrams(context, pd);
  shared(context, pd);
  xrc_and_tags(context, pd);
  memory_of_every_kind(context, pd);
  through_verbs(context, pd);
}

}  // namespace

int main() {
  on_leak(leaks::note);
  const auto first = attempt(scenario);
  if (!first) {
    const auto& e = first.error();
    std::printf("%s\n", e.what());
    if (e.call().empty() || e.object().empty() || e.advice().empty()) return 2;
  }
  for (const auto& one : leaks::told) std::printf("%s\n", one.c_str());
  if (first && leaks::told.empty()) return 0;  // nothing failed, or the failure has no effect
  leaks::told.clear();
  scenario();
  return leaks::told.empty() ? 0 : 3;
}
