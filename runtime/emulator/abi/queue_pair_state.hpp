// Changes and queries the state of queue pairs.
#pragma once

#include "abi/handlers.hpp"

namespace verbatim::emulator {

void modify_qp(const request& to);
void modify_qp_ex(const request& to);
void query_qp(const request& to);

}  // namespace verbatim::emulator
