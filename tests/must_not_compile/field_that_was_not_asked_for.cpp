// expect: make the extended_cq with wc_field::completion_timestamp
#include "queues.hpp"

auto misuse(verbatim::extended_cq<verbatim::wc_field::byte_len>& cq) {
#ifdef CONTROL
  return (*cq.poll().begin()).byte_count();
#else
  return (*cq.poll().begin()).timestamp();
#endif
}
