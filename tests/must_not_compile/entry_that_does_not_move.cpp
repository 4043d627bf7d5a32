// expect: an Entry is default-constructible and moves without throwing
#include "queues.hpp"

struct entry {
  entry() = default;
#ifdef CONTROL
  entry(entry&&) noexcept = default;
  entry& operator=(entry&&) noexcept = default;
#else
  entry(entry&&) = delete;
#endif
};

auto misuse(verbatim::send_queue<verbatim::rc, entry>& sq) { return sq.sq_wqe().nop().finish(); }
