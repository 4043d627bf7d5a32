// A poll that inlined_callback.py compiles, and looks at what of it is left outside.
#include <cstdint>

#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/queue/completion/completion_queue.hpp"
#include "verbatim/queue/send/send_queue.hpp"

namespace verbatim::test {

struct sender {
  send_queue<rc, std::uint64_t> sq;
};

std::uint64_t sum_of_entries(completion_queue<sender>& cq);

std::uint64_t sum_of_entries(completion_queue<sender>& cq) {
  std::uint64_t sum = 0;
  cq.poll([&](auto&& completion) {
    if (completion.ok()) sum += completion.entry;
  });
  return sum;
}

}  // namespace verbatim::test
