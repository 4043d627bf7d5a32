// Gives a peer access to a part of a region, and takes it away: a memory window.
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <stdexcept>

#include "verbatim/verbatim.hpp"

using namespace verbatim;
using namespace std::chrono_literals;
using qp_type = rc_qp<int>;

int main() try {
  pd domain(open_device());
  static std::array<std::byte, 8192> memory{std::byte{42}};
  mr region(domain, memory, access::local_write | access::remote_write | access::mw_bind);
  cq<qp_type> completions(domain.context(), 64);
  qp_type owner(domain, completions);  // the window belongs to this queue pair
  qp_type guest(domain, completions);  // usually in another program
  owner.connect(guest.address());
  guest.connect(owner.address());
  const auto ring_and_wait = [&](qp_type& qp, const post_result& posted) {
    if (!posted) throw std::runtime_error(std::string(message(posted.error())));
    qp.ring_doorbell();
    std::optional<cqe_syndrome> status;
    completions.collect([&](auto&& done) { status = done.status(); }, 1, 10s);
    if (!status) throw std::runtime_error("no completion for 10 seconds");
    return *status;
  };

  memory_window window(region);
  const auto binding = window.binding(4096, 64, access::remote_write);
  auto status = ring_and_wait(owner, owner.sq_wqe()
                                         .bind_mw()
                                         .window(binding.previous_rkey)
                                         .to(binding.mkey(owner.qpn()))
                                         .klm(64, binding.lkey, binding.addr)
                                         .signal(1)
                                         .finish());
  std::printf("bound: %s\n", name(status).data());

  const auto lent = window.remote(binding);  // the owner sends it to the guest
  const auto write = [&] {
    return guest.sq_wqe().write().rdma(lent).sge(region.slice(0, 64)).signal(2).finish();
  };
  status = ring_and_wait(guest, write());
  std::printf("the guest writes: %s\n", name(status).data());
  if (memory[4096] != std::byte{42}) return 1;

  status =
      ring_and_wait(owner, owner.sq_wqe().local_invalidate().key(binding.rkey).signal(3).finish());
  std::printf("taken away: %s\n", name(status).data());
  status = ring_and_wait(guest, write());
  std::printf("the guest writes: %s\n", name(status).data());
  return status == cqe_syndrome::remote_access_err ? 0 : 1;
} catch (const std::exception& failed) {
  return std::fprintf(stderr, "memory_windows: %s\n", failed.what()), 1;
}
