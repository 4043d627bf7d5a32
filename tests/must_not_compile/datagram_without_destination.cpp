// expect: needs_destination.*no member named .signal|no member named .signal.*needs_destination
#include "queues.hpp"

auto misuse(const verbatim::memory_slice& slice, const verbatim::ud_destination& where) {
#ifdef CONTROL
  return verbatim::verbs_ud_qp::request::send(slice).to(where).signal(1);
#else
  (void)where;
  return verbatim::verbs_ud_qp::request::send(slice).signal(1);
#endif
}
