// Maps addresses to groups, like Linux (drivers/infiniband/core/cma.c, cma_set_mgid; ip_ib_mc_map).
#include "cm/multicast.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>

#include "settings/gid_forms.hpp"
#include "verbatim/generated/management/gid.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::emulator::cm {
namespace {

constexpr std::uint32_t multicast_qpn = 0xffffff;

/// The hop limit of IPv4 groups on RoCE v2 (Linux cma.c, cma_iboe_join_multicast).
constexpr std::uint8_t group_hop_limit = 64;

// The first half of a group's GID is ff12, a signature, the partition key ffff, and the begin of the
// group's number (RFC 4391, 4). The 2 is the scope, that of the link.
constexpr std::uint64_t group_prefix = 0xff12'0000'ffff'0000, scope_bits = 0x00ff'0000'0000'0000;
constexpr unsigned signature_shift = 32;

// Signatures of IPoIB, and those of the UDP port space, so that IPoIB does not get its datagrams (Linux
// cma.c, cma_set_mgid).
constexpr std::uint64_t ipv4_signature = 0x401b, ipv4_datagrams = 0x4001, ipv6_signature = 0x601b,
                        ipv6_datagrams = 0x6001;
constexpr std::uint32_t ipv4_group_bits = 0x0fff'ffff;

// The GIDs of groups that the administrator made have the signature a01b (Linux cma.c,
// cma_set_mgid).
constexpr std::uint64_t any_group = 0xff10'a01b'0000'0000,
                        group_signature_bits = 0xfff0'ffff'0000'0000;
constexpr std::uint64_t new_group = 0xff12'a01b'fe80'0000;

/// Returns the GID of IPv4 or IPv6 multicast over InfiniBand (RFC 4391, 4).
gid group_gid(const id& of, const address& to) {
  const bool datagrams = of.port_space == RDMA_PS_UDP;
  const auto view = form_of<management::gid>(to.bytes);
  const auto prefix = view.get(management::gid::subnet_prefix);
  const auto interface_id = view.get(management::gid::interface_id);
  if (to.family == AF_INET) {
    const auto signature = datagrams ? ipv4_datagrams : ipv4_signature;
    return gid_of(group_prefix | signature << signature_shift, interface_id & ipv4_group_bits);
  }
  const bool is_gid_already = (prefix & group_signature_bits) == any_group;
  if (is_gid_already || to.family == family_infiniband) return to.bytes;
  const auto signature = datagrams ? ipv6_datagrams : ipv6_signature;
  const auto of_address = (prefix & scope_bits) | (prefix & 0xffff);
  return gid_of((group_prefix & ~scope_bits) | signature << signature_shift | of_address,
                interface_id);
}

}  // namespace

void fill_group(const id& of, bool ethernet, const address& to, rdma_ucm_ud_param& answer) {
  address joined = to;
  if (to.unspecified()) {
    // The administrator makes a new group for each request.
    joined.family = family_infiniband;
    joined.bytes = gid_of(new_group, of.link.communication);
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
