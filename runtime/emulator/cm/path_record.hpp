// Paths in the formats of the ABI: the subnet administrator's record, and the record of older
// kernels.
#pragma once

#include <rdma/ib_user_sa.h>

#include "cm/id.hpp"

namespace verbatim::emulator::cm {

/// Reads a path record in the subnet administrator's format.
void take_path_record(path& to, const ib_path_rec_data& from) noexcept;

/// Writes a path record in that form, with the flags of a path that is used in both directions.
ib_path_rec_data path_record_of(const path& from) noexcept;

/// Writes a path for QUERY_ROUTE.
ib_user_path_rec user_path_of(const path& from) noexcept;

}  // namespace verbatim::emulator::cm
