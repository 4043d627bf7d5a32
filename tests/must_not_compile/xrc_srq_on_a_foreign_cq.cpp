// expect: not a type of this queue
#include "queues.hpp"

#ifdef CONTROL
using completions = verbatim::cq<verbatim::xrc_srq<int>>;
#else
using completions = verbatim::cq<verbatim::xrc_send_qp<int>>;
#endif

verbatim::xrc_srq<int> misuse(const verbatim::xrc_domain& domain, const verbatim::pd& pd,
                              const completions& cq) {
  return {domain, pd, cq};
}
