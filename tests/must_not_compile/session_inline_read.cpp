// expect: needs_place.*no member named .inline_data|no member named .inline_data.*needs_place
#include "queues.hpp"

void misuse(verbatim::post_session<verbatim::rc>& session, const verbatim::memory_slice& slice,
            const verbatim::remote_region& remote) {
#ifdef CONTROL
  session.read(remote).sge(slice);
#else
  (void)slice;
  session.read(remote).inline_data({});
#endif
}
