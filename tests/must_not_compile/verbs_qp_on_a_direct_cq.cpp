// expect: no matching (function|constructor)
#include "queues.hpp"

verbatim::verbs_rc_qp misuse(const verbatim::pd& pd, const verbatim::verbs_cq& of_verbs,
                             const verbatim::cq<verbatim::rc_qp<int>>& direct) {
#ifdef CONTROL
  (void)direct;
  return verbatim::verbs_rc_qp(pd, of_verbs);
#else
  (void)of_verbs;
  return verbatim::verbs_rc_qp(pd, direct);
#endif
}
