// expect: nodiscard|ignoring return
#include "queues.hpp"

void misuse(verbatim::post_session<verbatim::rc>& session, const verbatim::memory_slice& slice) {
#ifdef CONTROL
  session.send().sge(slice);
#else
  (void)slice;
  session.send();
#endif
}
