// A poll that inlined_callback.py compiles, and looks at what of it is left outside.
#include <cstdint>

#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/queue/completion/completion_queue.hpp"
#include "verbatim/queue/send/send_queue.hpp"

namespace verbatim::test {

struct sender {
  send_queue<rc, std::uint64_t> sq;
};

using prefetching = completion_queue<with_format<cq_format{.prefetch = 16}>, sender>;

std::uint64_t sum_of_entries(completion_queue<sender>& cq);
std::uint64_t sum_of_prefetched(prefetching& cq);

std::uint64_t sum_of_entries(completion_queue<sender>& cq) {
  std::uint64_t sum = 0;
  cq.poll([&](auto&& completion) {
    if (completion.ok()) sum += completion.entry;
  });
  return sum;
}

std::uint64_t sum_of_prefetched(prefetching& cq) {
  std::uint64_t sum = 0;
  cq.poll([&](auto&& completion) {
    if (completion.ok()) sum += completion.entry;
  });
  return sum;
}

}  // namespace verbatim::test
