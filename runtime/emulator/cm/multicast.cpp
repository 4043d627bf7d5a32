// Maps addresses to groups, like Linux (drivers/infiniband/core/cma.c, cma_set_mgid; ip_ib_mc_map).
#include "cm/multicast.hpp"

#include <algorithm>

namespace verbatim::emulator::cm {
namespace {

constexpr std::uint32_t multicast_qpn = 0xffffff;

/// The hop limit of IPv4 groups on RoCE v2 (Linux cma.c, cma_iboe_join_multicast).
constexpr std::uint8_t group_hop_limit = 64;

/// Returns the GID of IPv4 or IPv6 multicast over InfiniBand (RFC 4391, 4).
gid group_gid(const id& of, const address& to) {
  constexpr std::uint8_t link_local_scope = 2;
  // The UDP port space has another signature, so that IPoIB does not get the datagrams.
  const bool datagrams = of.port_space == RDMA_PS_UDP;
  gid result{};
  result[0] = 0xff;
  result[1] = 0x10 | link_local_scope;
  result[4] = 0xff;
  result[5] = 0xff;
  if (to.family == AF_INET) {
    result[2] = 0x40;
    result[3] = datagrams ? 0x01 : 0x1b;
    std::copy(to.bytes.begin() + 12, to.bytes.end(), result.begin() + 12);
    result[12] &= 0x0f;
    return result;
  }
  const bool is_gid_already = to.bytes[0] == 0xff && (to.bytes[1] & 0xf0) == 0x10 &&
                              to.bytes[2] == 0xa0 && to.bytes[3] == 0x1b;
  if (is_gid_already || to.family == family_infiniband) return to.bytes;
  result[2] = 0x60;
  result[3] = datagrams ? 0x01 : 0x1b;
  result[1] = to.bytes[1];
  std::copy(to.bytes.begin() + 6, to.bytes.end(), result.begin() + 6);
  return result;
}

}  // namespace

void fill_group(const id& of, bool ethernet, const address& to, rdma_ucm_ud_param& answer) {
  address joined = to;
  if (to.unspecified()) {
    // The administrator makes a new group for each request.
    joined.family = family_infiniband;
    joined.bytes = {0xff, 0x12, 0xa0, 0x1b, 0xfe, 0x80};
    for (unsigned i = 0; i < 4; ++i) {
      joined.bytes[12 + i] = static_cast<std::uint8_t>(of.link.communication >> (24 - 8 * i));
    }
  }
  const gid group = ethernet ? joined.bytes : group_gid(of, joined);
  answer.qp_num = multicast_qpn;
  answer.qkey = of.datagram_qkey();
  auto& address_vector = answer.ah_attr;
  address_vector.is_global = 1;
  address_vector.port_num = of.at->port;
  std::copy(group.begin(), group.end(), std::begin(address_vector.grh.dgid));
  address_vector.grh.sgid_index = of.at->gid_index;
  address_vector.grh.hop_limit = ethernet ? group_hop_limit : 0;
  address_vector.grh.traffic_class = ethernet ? of.type_of_service : 0;
  address_vector.dlid = ethernet ? 0 : multicast_lid(group);
}

}  // namespace verbatim::emulator::cm
