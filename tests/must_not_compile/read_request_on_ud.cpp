// expect: this transport has no RDMA READ
#include "queues.hpp"

auto misuse(const verbatim::memory_slice& slice, const verbatim::remote_region& remote) {
#ifdef CONTROL
  return verbatim::verbs_rc_qp::request::read(slice, remote);
#else
  return verbatim::verbs_ud_qp::request::read(slice, remote);
#endif
}
