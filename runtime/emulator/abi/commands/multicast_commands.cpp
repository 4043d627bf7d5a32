// Attaches queue pairs to multicast groups.
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_verbs.h>

#include <algorithm>
#include <cerrno>

#include "abi/commands/capabilities.hpp"
#include "abi/handlers.hpp"

namespace verbatim::emulator {
namespace {

/// The first LID of multicast groups; the last number is the permissive LID.
constexpr std::uint16_t first_multicast_lid = 0xc000;
constexpr std::uint16_t permissive_lid = 0xffff;

struct membership {
  queue_pair& qp;
  multicast_group group;
};

/// Returns the input, which is the same for both commands.
membership membership_of(const request& to) {
  const auto in = to.with.in<ib_uverbs_attach_mcast>(UVERBS_ATTR_CORE_IN);
  auto& qp = to.object<queue_pair>(in.qp_handle, "queue pair");
  if (qp.type != queue_pair_type::ud) {
    refuse<check::multicast>(EINVAL, "queue pair {:#x} is {}: only UD has multicast", qp.qpn,
                             name(qp.type));
  }
  multicast_group group;
  std::copy(std::begin(in.gid), std::end(in.gid), group.address.begin());
  group.lid = in.mlid;
  if (!is_multicast(group.address)) {
    refuse<check::multicast>(EINVAL, "{} is no multicast GID: those begin with ff",
                             in_words(group.address));
  }
  const bool has_lid = group.lid >= first_multicast_lid && group.lid != permissive_lid;
  const auto ethernet = [](const port_identity& port) { return port.ethernet(); };
  if (!has_lid && !std::any_of(to.of.ports().begin(), to.of.ports().end(), ethernet)) {
    refuse<check::multicast>(EINVAL, "{:#x} is no multicast LID: those are {:#x} to {:#x}",
                             group.lid, first_multicast_lid, permissive_lid - 1);
  }
  return {qp, group};
}

void attach(const request& to) {
  const auto [qp, group] = membership_of(to);
  if (std::find(qp.groups.begin(), qp.groups.end(), group) != qp.groups.end()) return;
  if (qp.groups.size() >= max_groups_per_queue_pair) {
    refuse<check::multicast>(ENOMEM, "queue pair {:#x} is in {} multicast groups already", qp.qpn,
                             qp.groups.size());
  }
  qp.groups.push_back(group);
}

void detach(const request& to) {
  const auto [qp, group] = membership_of(to);
  if (std::erase(qp.groups, group) == 0) {
    refuse<check::multicast>(EINVAL, "queue pair {:#x} is not in group {} with LID {:#x}", qp.qpn,
                             in_words(group.address), group.lid);
  }
}

}  // namespace

std::span<const write_handler> multicast_writes() {
  static const std::vector<write_handler> table = {
      {IB_USER_VERBS_CMD_ATTACH_MCAST, sizeof(ib_uverbs_attach_mcast), 0, attach},
      {IB_USER_VERBS_CMD_DETACH_MCAST, sizeof(ib_uverbs_detach_mcast), 0, detach},
  };
  return table;
}

}  // namespace verbatim::emulator
