// A group as a subnet administrator knows it, in the struct of libibumad.
#pragma once

#include <endian.h>
#include <infiniband/umad_sa.h>
#include <infiniband/umad_sa_mcm.h>

#include <cstddef>
#include <cstring>
#include <span>

#include "verbatim/verbs/values/gid.hpp"

namespace verbatim {

inline const gid mgid = *parse_gid("ff12:401b::1234");

inline umad_sa_mcmember_record member() {
  umad_sa_mcmember_record record{};
  std::memcpy(record.mgid, mgid.bytes.data(), sizeof record.mgid);
  record.qkey = htobe32(0x1234);
  record.mlid = htobe16(0xc007);
  record.mtu = umad_sa_set_rate_mtu_or_life(UMAD_SA_SELECTOR_EXACTLY, 4);
  record.pkey = htobe16(0xffff);
  record.rate = umad_sa_set_rate_mtu_or_life(UMAD_SA_SELECTOR_EXACTLY, 3);
  record.pkt_life = umad_sa_set_rate_mtu_or_life(UMAD_SA_SELECTOR_EXACTLY, 18);
  record.sl_flow_hop = umad_sa_mcm_set_sl_flow_hop(2, 0x12345, 9);
  record.scope_state = umad_sa_mcm_set_scope_state(2, 1);
  return record;
}

inline std::span<const std::byte> bytes_of(const auto& records) {
  return std::as_bytes(std::span(records));
}

}  // namespace verbatim
