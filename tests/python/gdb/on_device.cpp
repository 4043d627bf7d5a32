// Handles of queues on the emulated device, for a debugger to look at.
#include <array>
#include <cstddef>

#include "verbatim/verbatim.hpp"

namespace {
using namespace verbatim;

struct everything {
  cq<rc_qp<int>, rc_qp<int, on_srq<int>>> completions;
  rc_qp<int> qp;
  srq<int> shared;
  rc_qp<int, on_srq<int>> on_shared;
};
}  // namespace

/// The debugger stops here.
extern "C" [[gnu::noinline]] void look_here(everything& all) {
  asm volatile("" ::"r"(&all) : "memory");  // the compiler must keep the argument
}

int main() {
  const context device = open_device();
  pd domain(device);
  static std::array<std::byte, 64> bytes{};
  mr region(domain, bytes, access::local_write);
  cq<rc_qp<int>, rc_qp<int, on_srq<int>>> completions(device, 16);
  srq<int> shared(domain);
  everything all{completions, rc_qp<int>(domain, completions), shared,
                 rc_qp<int, on_srq<int>>(domain, completions, shared)};
  all.qp.connect(all.on_shared.address());
  all.on_shared.connect(all.qp.address());
  (void)all.shared.srq_wqe().sge(region.slice(0, 64)).finish(5);
  (void)all.qp.rq_wqe().sge(region.slice(0, 64)).finish(6);
  (void)all.qp.sq_wqe().send().sge(region.slice(0, 32)).signal(7).finish();
  look_here(all);
  all.completions.close();
  look_here(all);
}
