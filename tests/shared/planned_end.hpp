// An end of a connection without a device.
#pragma once

#include <cstdint>
#include <vector>

#include "verbatim/verbs/values/local_end.hpp"

namespace verbatim {

/// A port that no device has.
inline local_end end_of(link_layer layer, verbs::transport transport = verbs::transport::rc) {
  const bool ethernet = layer == link_layer::ethernet;
  local_end end;
  end.port = {.number = 1,
              .link_layer = layer,
              .active = true,
              .lid = static_cast<std::uint16_t>(ethernet ? 0 : 0x10),
              .lmc = static_cast<std::uint8_t>(ethernet ? 0 : 2),
              .active_mtu = 2048,
              .active_rate = rate(16),  // 100 Gb/s
              .subnet_timeout = 18,
              .gid_tbl_len = 4,
              .pkey_tbl_len = 3};
  end.limits = {.max_qp_rd_atom = 16, .max_qp_init_rd_atom = 8, .local_ca_ack_delay = 15};
  if (ethernet) {
    end.gids = {{*parse_gid("fe80::1"), 0, gid_type::roce_v1, "eth0"},
                {*parse_gid("fe80::1"), 1, gid_type::roce_v2, "eth0"},
                {*parse_gid("10.0.0.1"), 2, gid_type::roce_v1, "eth0"},
                {*parse_gid("10.0.0.1"), 3, gid_type::roce_v2, "eth0"}};
  } else {
    end.gids = {{*parse_gid("fe80::2:c903:0:1"), 0, gid_type::infiniband, ""}};
  }
  end.pkeys = {pkey(0x7fff), pkey(0x8001), pkey(0)};
  end.qp = {transport, 0x12, static_cast<std::uint16_t>(ethernet ? 3 : 0)};
  return end;
}

inline const std::vector<link_layer> both{link_layer::infiniband, link_layer::ethernet};

}  // namespace verbatim
