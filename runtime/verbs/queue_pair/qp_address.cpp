// The address of a queue pair, which one end of a connection sends to the other.
#include "verbatim/verbs/queue_pair/qp_address.hpp"

#include <cstdio>

namespace verbatim {

std::string to_string(const qp_address& address) {
  char numbers[64];
  std::snprintf(numbers, sizeof numbers, "QPN 0x%x, PSN 0x%x", address.qpn, address.psn);
  std::string text = numbers;
  if (address.lid != 0) text.append(", LID ").append(to_string(lid(address.lid)));
  text.append(", GID ").append(to_string(address.gid));
  if (address.mtu != 0) text.append(", MTU ").append(to_string(mtu(address.mtu)));
  return text.append(", ").append(std::to_string(address.rd_atomic)).append(" READs and atomics");
}

}  // namespace verbatim
