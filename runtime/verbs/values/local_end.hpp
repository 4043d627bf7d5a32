// The local end of a connection: its port with the tables, and the device's limits.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "verbatim/verbs/values/gid.hpp"
#include "verbatim/verbs/values/limits.hpp"
#include "verbatim/verbs/values/link_values.hpp"
#include "verbatim/verbs/values/port.hpp"
#include "verbatim/verbs/values/transport.hpp"

namespace verbatim {

/// The facts about this end of a connection, as a value: planning a connection needs no device.
struct local_end {
  verbatim::port port;          ///< as it was queried
  verbatim::limits limits;      ///< of the device
  std::vector<gid_entry> gids;  ///< the entries that are used
  std::vector<pkey> pkeys;      ///< by index
  guid device = {};             ///< the device, whose memory keys are valid here

  /// The queue pair, or the DCT, of this end.
  struct queue_pair {
    verbs::transport transport = verbs::transport::rc;  ///< of the queue pair
    std::uint32_t qpn = 0;                              ///< 24 bits
    std::uint16_t gid_index = 0;                        ///< of the address that peers know it by

    /// The number of the DCT that a DCI's program receives with: peers send to it, and never to a
    /// DCI.
    std::optional<std::uint32_t> dctn = std::nullopt;

    // Values that are set for good; not set here if a path still decides them.
    std::optional<mtu> path_mtu = std::nullopt;        ///< of a DCI in RTS, and of a DCT
    std::optional<std::uint32_t> qkey = std::nullopt;  ///< of a UD queue pair in RTS
  };

  /// The queue pair or DCT. Not set if a path is planned without one.
  std::optional<queue_pair> qp = std::nullopt;
};

}  // namespace verbatim
