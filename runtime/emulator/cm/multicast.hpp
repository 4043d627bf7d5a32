// The GIDs and LIDs of multicast groups.
#pragma once

#include <rdma/rdma_user_cm.h>

#include "cm/address.hpp"
#include "cm/id.hpp"

namespace verbatim::emulator::cm {

/// Fills in the destination of datagrams to the group of an address.
void fill_group(const id& of, bool ethernet, const address& to, rdma_ucm_ud_param& answer);

}  // namespace verbatim::emulator::cm
