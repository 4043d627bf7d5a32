// expect: no member named .attach
#include "queues.hpp"

#ifdef CONTROL
using type = verbatim::ud_qp<int>;
#else
using type = verbatim::dci_qp<int>;  // only UD queue pairs receive what is sent to groups
#endif

void join(type& qp, const verbatim::multicast_group& group) { qp.attach(group); }
