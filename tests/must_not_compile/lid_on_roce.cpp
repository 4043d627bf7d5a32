// expect: dlid
#include "queues.hpp"

verbatim::path misuse() {
#ifdef CONTROL
  return verbatim::ib_path{.dlid = verbatim::lid(4)};
#else
  return verbatim::roce_path{.dlid = verbatim::lid(4)};
#endif
}
