// The headers that most tests of the control plane include, to be parsed once, and what these tests
// use of them, to be compiled once.
#include <cstdint>

#include "gtest_headers.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim::test {

inline void queues_of_most_tests(const context& context, const pd& pd) {
  const cq<qp<rc, int>> made(context, 16);
  qp<rc, int> queue_pair(pd, made);
  queue_pair.close();
}

}  // namespace verbatim::test
