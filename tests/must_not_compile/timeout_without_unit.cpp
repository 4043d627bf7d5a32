// expect: int.*to.*ack_timeout
#include "queues.hpp"

verbatim::rts_attributes misuse() {
#ifdef CONTROL
  const verbatim::ack_timeout timeout(14);
#else
  const verbatim::ack_timeout timeout = 14;
#endif
  return {.timeout = timeout};
}
