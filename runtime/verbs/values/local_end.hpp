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

/// The properties of this end of a connection, as a value, so that planning a connection needs no
/// device.
struct local_end {
  verbatim::port port;          ///< the port when it was queried
  verbatim::limits limits;      ///< limits of the device
  std::vector<gid_entry> gids;  ///< the used entries of the GID table
  std::vector<pkey> pkeys;      ///< the P_Key table, by index
  guid device = {};             ///< the device of the memory keys

  /// The queue pair, or the DCT, of this end.
  struct queue_pair {
    verbs::transport transport = verbs::transport::rc;  ///< transport of the queue pair
    std::uint32_t qpn = 0;                              ///< 24 bits
    std::uint16_t gid_index = 0;                        ///< GID index of its address for peers

    /// The number of the DCT with which the program of a DCI receives. Peers send to the DCT, never
    /// to a DCI.
    std::optional<std::uint32_t> dctn = std::nullopt;

    // These values are fixed. They are not set if a path can still choose them.
    std::optional<mtu> path_mtu = std::nullopt;        ///< of a DCI in RTS, and of a DCT
    std::optional<std::uint32_t> qkey = std::nullopt;  ///< of a UD queue pair in RTS
  };

  /// The queue pair or DCT. It is not set if a path is planned without a queue pair.
  std::optional<queue_pair> qp = std::nullopt;
};

}  // namespace verbatim
