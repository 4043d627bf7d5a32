// Paths in the formats of the ABI: the subnet administrator's record, and the record of older
// kernels.
#pragma once

#include <rdma/ib_user_sa.h>

#include "cm/id.hpp"
#include "objects/port.hpp"

namespace verbatim::emulator::cm {

/// Reads a path record in the subnet administrator's format.
void take_path_record(path& to, const ib_path_rec_data& from) noexcept;

/// Fills in the fields of the LIDs for Ethernet. Linux has a flag and the MAC address of the peer
/// in their place (ib_sa.h, struct sa_path_rec), and QUERY copies these bytes.
void put_mac_in_lids(path& to, const mac_address& of_peer) noexcept;

/// Writes a path record in that form, with the flags of a path that is used in both directions.
ib_path_rec_data path_record_of(const path& from) noexcept;

/// Writes a path for QUERY_ROUTE.
ib_user_path_rec user_path_of(const path& from) noexcept;

}  // namespace verbatim::emulator::cm
