// Queue pairs that spread frames over the receive work queues of an indirection table.
#pragma once

#include "abi/handlers.hpp"

namespace verbatim::emulator {

/// Executes a CREATE_QP with an indirection table.
void create_spreading_queue_pair(const request& to);

}  // namespace verbatim::emulator
