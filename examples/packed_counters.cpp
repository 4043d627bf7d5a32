// Four counters of 16 bits in one word of a peer, which one masked fetch-and-add increments together:
// no carry crosses the boundaries.
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>

#include "verbatim/verbatim.hpp"

using namespace verbatim;
using namespace std::chrono_literals;
using qp_type = rc_qp<int>;

/// Puts four numbers side by side, the first in the lowest bits.
constexpr std::uint64_t packed(const std::array<std::uint16_t, 4>& of) {
  return of[0] | std::uint64_t{of[1]} << 16 | std::uint64_t{of[2]} << 32 |
         std::uint64_t{of[3]} << 48;
}

int main() try {
  pd domain(open_device());
  static std::uint64_t words[2] = {packed({0xffff, 7, 0, 100}), 0};
  mr region(domain, std::span(words), access::local_write | access::remote_atomic);
  cq<qp_type> completions(domain.context(), 16);
  qp_type qp(domain, completions);
  qp_type peer(domain, completions);  // usually in another program
  qp.connect(peer.address());
  peer.connect(qp.address());

  constexpr auto highest_bits = packed({0x8000, 0x8000, 0x8000, 0x8000});
  const auto posted = qp.sq_wqe()
                          .masked_fetch_add64()
                          .rdma(region.remote(0, 8))
                          .operands(packed({2, 1, 0, 10}), highest_bits)
                          .sge(region.slice(8, 8))
                          .signal(1)
                          .finish();
  if (!posted) throw std::runtime_error(std::string(message(posted.error())));
  qp.ring_doorbell();
  completions.collect(
      [](auto&& c) {
        if (!c.ok()) throw std::runtime_error(explain(c));
      },
      1, 10s);

  const auto before = rc::masked_fetch_add64::result(std::as_bytes(std::span(words)).last<8>());
  for (const auto word : {before, words[0]}) {
    std::printf("%llu %llu %llu %llu\n", static_cast<unsigned long long>(word & 0xffff),
                static_cast<unsigned long long>(word >> 16 & 0xffff),
                static_cast<unsigned long long>(word >> 32 & 0xffff),
                static_cast<unsigned long long>(word >> 48));
  }
  return words[0] == packed({1, 8, 0, 110}) ? 0 : 1;
} catch (const std::exception& failed) {
  return std::fprintf(stderr, "packed_counters: %s\n", failed.what()), 1;
}
