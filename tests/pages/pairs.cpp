// Runs a snippet of the pages for users of other libraries: pairs PAGE SIDE STEP... A step is the
// number of a snippet, or words for pairs::frame::prepare(). The last is the snippet that is tried.
// side_by_side.py makes snippets.inc of the pages.
#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "pair_frame.hpp"
#include "pair_rings.hpp"
#include "verbatim/verbatim.hpp"

namespace {

using namespace verbatim;
using namespace std::chrono_literals;

/// The objects of the snippets for users of uct.
struct uct_frame : pairs::frame {
  using frame::frame;
  std::uint64_t dc_key = pairs::key_of_dc, tag = 5, mask = ~std::uint64_t{0};
};

pairs::packet_frame& rings() { return static_cast<pairs::packet_frame&>(*pairs::frame::current); }

/// Takes an object from the C if the call that releases it has succeeded.
template <class Object>
int released(int result, const Object* which, Object*& in_c) {
  if (result == 0 && which == in_c) in_c = nullptr;
  return result;
}

}  // namespace

extern "C" {
int is_last(int number) { return pairs::frame::current->is_last(number); }
void at_end(ibv_context* context, ibv_pd* pd, ibv_mr* mr, ibv_cq* cq, ibv_qp* qp) {
  pairs::frame::current->at_end({context, pd, mr, cq, qp});
}
void answer() { pairs::frame::current->answer(); }
void say_gid(std::uint32_t index) { pairs::frame::current->say_gid(index); }
void write_through(std::uint32_t rkey) { pairs::frame::current->write_through(rkey); }
void await_at_peer(std::size_t bytes) { pairs::frame::current->await_at_peer(bytes); }
void ring_wqe(std::uint32_t blocks) { c::ring_wqe(blocks); }
void go_round() { rings().go_round(); }
void say_taken() { rings().say_taken(); }
void send_through(void* ring, std::uint32_t wqebbs, std::uint32_t qpn, volatile __be32* dbrec,
                  void* doorbell) {
  rings().send_through({ring, wqebbs, qpn, dbrec, doorbell, c::pi});
}

// The linker gives these the calls of this program; __real_ is what they replace.
void* __real_mmap(void*, std::size_t, int, int, int, off_t);
int __real_ibv_destroy_qp(ibv_qp*);
int __real_ibv_destroy_cq(ibv_cq*);
int __real_ibv_dereg_mr(ibv_mr*);
int __real_ibv_dealloc_pd(ibv_pd*);
int __real_ibv_close_device(ibv_context*);
/// Gives ordinary pages where no huge ones are reserved.
void* __wrap_mmap(void* at, std::size_t bytes, int rights, int flags, int file, off_t from) {
  auto* const got = __real_mmap(at, bytes, rights, flags, file, from);
  if ((flags & MAP_HUGETLB) == 0) return got;
  pairs::say("huge pages", "asked for");
  return got == MAP_FAILED ? __real_mmap(at, bytes, rights, flags & ~MAP_HUGETLB, file, from) : got;
}
int __wrap_ibv_destroy_qp(ibv_qp* of) { return released(__real_ibv_destroy_qp(of), of, c::qp); }
int __wrap_ibv_destroy_cq(ibv_cq* of) { return released(__real_ibv_destroy_cq(of), of, c::cq); }
int __wrap_ibv_dereg_mr(ibv_mr* of) { return released(__real_ibv_dereg_mr(of), of, c::mr); }
int __wrap_ibv_dealloc_pd(ibv_pd* of) { return released(__real_ibv_dealloc_pd(of), of, c::pd); }
int __wrap_ibv_close_device(ibv_context* of) {
  return released(__real_ibv_close_device(of), of, c::context);
}
}

#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#include "snippets.inc"

namespace {

/// Runs the steps. `run` runs a snippet by its number.
template <class Frame, class Run>
int follow(std::span<char*> steps, bool in_c, Run&& run) {
  const auto is_lonely = [](std::string_view step) { return step == "lonely"; };
  Frame all(in_c, std::any_of(steps.begin(), steps.end(), is_lonely));
  all.begin(std::stoi(steps.back()));
  for (const std::string_view step : steps) {
    int number = 0;
    if (std::from_chars(step.data(), step.data() + step.size(), number).ec == std::errc()) {
      run(all, number);
    } else {
      all.prepare(step);
    }
  }
  if (!all.has_ended()) std::cout << "it did not come to its end\n";
  std::cout.flush();
  // The objects that the C has made stay; the rest cannot be closed below them.
  if (in_c) std::_Exit(all.has_ended() ? 0 : 1);
  return all.has_ended() ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) try {
  const std::span all(arguments, static_cast<std::size_t>(count));
  const auto steps = all.subspan(3);
  const std::string_view page = all[1], side = all[2];
  const auto in_cpp = [](auto& objects, int number) { objects.run(number); };
  if (side == "c" && page == "from-dpdk") {
    return follow<from_dpdk>(steps, true, [](auto& objects, int number) {
      objects.point(number);
      run_from_dpdk(number);
    });
  }
  if (side == "c")
    return follow<from_libibverbs>(steps, true,
                                   [](auto&, int number) { run_from_libibverbs(number); });
  if (page == "from-libibverbs") return follow<from_libibverbs>(steps, false, in_cpp);
  if (page == "from-ucx") return follow<from_ucx>(steps, false, in_cpp);
  return follow<from_dpdk>(steps, false, in_cpp);
} catch (const std::exception& failed) {
  std::cout << "it throws: " << failed.what() << '\n';
  return 1;
}
