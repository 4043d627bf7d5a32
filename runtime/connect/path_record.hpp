// PathRecords: a path as the subnet administrator is asked for one, and as it answers.
#pragma once

#include <cstddef>
#include <span>

#include "verbatim/connect/path.hpp"
#include "verbatim/connect/sa_record.hpp"

namespace verbatim {

/// Source: InfiniBand specification 15.2.5.16; sa.h, struct ibv_path_record.
using path_record = sa_record<64>;

/// The query for a reversible path with all that is set of the addresses, sl, pkey, flow_label and
/// traffic_class. What the subnet decides, mtu, rate, hop_limit and packet_life_time, is not asked for.
path_record query_for(const ib_path& wanted);

/// What a record says. There is a GRH where the hop limit is not 0, as python-rdma has it.
ib_path path_of(std::span<const std::byte, path_record::size> record);

}  // namespace verbatim
