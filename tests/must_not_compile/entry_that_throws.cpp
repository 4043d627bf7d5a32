// expect: an Entry is default-constructible and moves without throwing
#include "queues.hpp"

struct entry {
  entry() = default;
#ifdef CONTROL
  entry(entry&&) noexcept {}
  entry& operator=(entry&&) noexcept { return *this; }
#else
  entry(entry&&) {}
  entry& operator=(entry&&) { return *this; }
#endif
};

auto misuse(verbatim::recv_queue<entry>& rq) { return rq.rq_wqe().finish({}); }
