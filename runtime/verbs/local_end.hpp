// What one end of a connection knows of itself: its port with the tables, and the device's limits.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "verbatim/verbs/gid.hpp"
#include "verbatim/verbs/limits.hpp"
#include "verbatim/verbs/link_values.hpp"
#include "verbatim/verbs/port.hpp"
#include "verbatim/verbs/transport.hpp"

namespace verbatim {

/// A value: whoever has one needs no device to plan a connection.
struct local_end {
  verbatim::port port;
  verbatim::limits limits;
  std::vector<gid_entry> gids;  ///< the entries that are used
  std::vector<pkey> pkeys;      ///< by index
  guid device = {};             ///< whose keys of memory are good here

  /// Of a queue pair, or a DCT.
  struct queue_pair {
    verbs::transport transport = verbs::transport::rc;
    std::uint32_t qpn = 0;
    std::uint16_t gid_index = 0;  ///< of the address that it is known by

    /// Of the DCT that a DCI's program receives with: peers send to that, and never to a DCI.
    std::optional<std::uint32_t> dctn = std::nullopt;

    // What it has been given for good; not set where a path still decides.
    std::optional<mtu> path_mtu = std::nullopt;        ///< of a DCI in RTS, and of a DCT
    std::optional<std::uint32_t> qkey = std::nullopt;  ///< of a UD queue pair in RTS
  };
  std::optional<queue_pair> qp = std::nullopt;
};

}  // namespace verbatim
