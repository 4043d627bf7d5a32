// PathRecords: a path as the subnet administrator is asked for one, and as it answers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "verbatim/connect/path.hpp"

namespace verbatim {

/// A PathRecord on the wire, big-endian, and which of its components a query is about.
/// Source: InfiniBand specification 15.2.5.16; sa.h, struct ibv_path_record.
struct path_record {
  static constexpr std::size_t size = 64;

  std::array<std::byte, size> bytes{};
  std::uint64_t component_mask = 0;
};

/// The query for a reversible path with all that is set of the addresses, sl, pkey, flow_label and
/// traffic_class. What the subnet decides, mtu, rate, hop_limit and packet_life_time, is not asked for.
path_record query_for(const ib_path& wanted);

/// What a record says. There is a GRH where the hop limit is not 0, as python-rdma has it.
ib_path path_of(std::span<const std::byte, path_record::size> record);

}  // namespace verbatim
