// PathRecords: paths in requests to the subnet administrator, and in its answers.
#pragma once

#include <cstddef>
#include <span>

#include "verbatim/connect/subnet/sa_record.hpp"
#include "verbatim/generated/records/path_record.hpp"
#include "verbatim/verbs/values/path.hpp"

namespace verbatim::detail {

/// A PathRecord on the wire.
using path_record = sa_record<records::path_record>;

/// Returns the query for a reversible path. It has those of the addresses, sl, pkey, flow_label and
/// traffic_class that are set in `wanted`. It leaves out mtu, rate, hop_limit and packet_life_time,
/// which the subnet decides.
path_record query_for(const ib_path& wanted);

/// Returns the path of a record. The path has a GRH if the hop limit is not 0, as in python-rdma.
ib_path path_of(std::span<const std::byte, path_record::size> bytes);

}  // namespace verbatim::detail
