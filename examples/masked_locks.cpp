// Sixty-four locks in one word of a peer: a masked compare-and-swap compares and replaces one bit,
// whatever the other bits are. Two clients never hold the same lock.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <stdexcept>
#include <string>

#include "verbatim/verbatim.hpp"

using namespace verbatim;
using namespace std::chrono_literals;
using qp_type = rc_qp<int>;

/// A client of the word, usually in a program of its own.
struct client {
  client(const pd& domain, const remote_region& at)
      : word(at),
        region(mr::allocate(domain, sizeof(std::uint64_t), {.access = access::local_write})),
        completions(domain.context(), 16),
        qp(domain, completions) {}

  /// Takes a lock. Returns false if another client has it.
  bool try_lock(unsigned bit) { return (exchange(bit, 0, 1) >> bit & 1) == 0; }
  void unlock(unsigned bit) { (void)exchange(bit, 1, 0); }

  /// Replaces the bit if it is `from`. Returns the word as it was.
  std::uint64_t exchange(unsigned bit, std::uint64_t from, std::uint64_t to) {
    const auto mask = std::uint64_t{1} << bit;
    const auto posted = qp.sq_wqe()
                            .masked_cas64()
                            .rdma(word)
                            .operands(from << bit, to << bit, mask, mask)
                            .sge(region.slice(0, sizeof(std::uint64_t)))
                            .signal(1)
                            .finish();
    if (!posted) throw std::runtime_error(std::string(message(posted.error())));
    qp.ring_doorbell();
    completions.collect(
        [](auto&& c) {
          if (!c.ok()) throw std::runtime_error(explain(c));
        },
        1, 10s);
    return rc::masked_cas64::result(region.memory().first<sizeof(std::uint64_t)>());
  }

  remote_region word;
  mr region;
  cq<qp_type> completions;
  qp_type qp;
};

int main() try {
  pd domain(open_device());
  static std::uint64_t word = 0;
  mr region(domain, std::span(&word, 1), access::local_write | access::remote_atomic);
  cq<qp_type> unused(domain.context(), 16);
  client one(domain, region.remote(0, sizeof word)), other(domain, region.remote(0, sizeof word));
  qp_type to_one(domain, unused), to_other(domain, unused);  // of the program that has the word
  one.qp.connect(to_one.address());
  to_one.connect(one.qp.address());
  other.qp.connect(to_other.address());
  to_other.connect(other.qp.address());

  const bool first = one.try_lock(5), second = other.try_lock(5), third = other.try_lock(40);
  std::printf("lock 5: %s, then %s; lock 40: %s; the word is 0x%llx\n", first ? "taken" : "busy",
              second ? "taken" : "busy", third ? "taken" : "busy",
              static_cast<unsigned long long>(word));
  one.unlock(5);
  const bool fourth = other.try_lock(5);
  std::printf("after an unlock, lock 5: %s\n", fourth ? "taken" : "busy");
  return first && !second && third && fourth ? 0 : 1;
} catch (const std::exception& failed) {
  return std::fprintf(stderr, "masked_locks: %s\n", failed.what()), 1;
}
