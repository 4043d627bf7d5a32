// A port of a device: its addresses and what its link can do.
#pragma once

#include <cstdint>

#include "verbatim/verbs/gid.hpp"
#include "verbatim/verbs/link_values.hpp"

namespace verbatim {

enum class link_layer : std::uint8_t {
  infiniband,  ///< addresses by LID, and across subnets by GID
  ethernet,    ///< RoCE: addresses by GID
};

/// What a port was like when it was asked.
struct port {
  std::uint8_t number = 0;  ///< from 1
  verbatim::link_layer link_layer = link_layer::infiniband;
  bool active = false;              ///< the link is up
  std::uint16_t lid = 0;            ///< 0 on Ethernet
  std::uint8_t lmc = 0;             ///< the lowest bits of the LID that packets may choose
  std::uint16_t sm_lid = 0;         ///< of the subnet manager; 0 on Ethernet
  std::uint16_t active_mtu = 0;     ///< in bytes
  rate active_rate = rate();        ///< of the link
  std::uint8_t subnet_timeout = 0;  ///< how long packets may be on their way, as packet_life_time
  std::uint16_t gid_tbl_len = 0;    ///< GID indexes are below
  std::uint16_t pkey_tbl_len = 0;
  bool grh_required = false;  ///< also within the subnet
};

}  // namespace verbatim
