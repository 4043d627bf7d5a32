// What a program asks and tells the subnet administrator of an InfiniBand subnet.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "verbatim/connect/multicast_record.hpp"
#include "verbatim/connect/path.hpp"
#include "verbatim/connect/sa_options.hpp"
#include "verbatim/connect/service_record.hpp"
#include "verbatim/verbs/multicast_group.hpp"

namespace verbatim {
namespace connecting {
class sa_agent;
struct sa_request;
}  // namespace connecting

/// A port's membership in a multicast group, from a join() on. It ends with the object, which asks the administrator
/// and waits; who wants to be told of what goes wrong then calls leave().
///
/// The subnet knows ports, not programs: what leaves takes the port out of the group for every program there.
class multicast_membership {
 public:
  multicast_membership(multicast_membership&& other) noexcept = default;
  multicast_membership& operator=(multicast_membership&&) = delete;
  ~multicast_membership();

  /// For attach().
  multicast_group group() const noexcept { return {*path_.grh.dgid, *path_.dlid}; }

  /// The way of datagrams to the group, with all that it is: for ah_cache, address_handle_along() and establish().
  const ib_path& path() const noexcept { return path_; }

  multicast_role role() const noexcept { return role_; }

  /// Joins again, for a subnet manager that has forgotten (client_reregister, sm_change); it makes the group again
  /// if it is gone. Attach once more if group() is another then.
  void renew();

  /// Throws if it was left before, and if the administrator does not answer or knows nothing of it; it is over then too.
  void leave();

 private:
  friend class sa_client;
  multicast_membership(std::shared_ptr<connecting::sa_agent> agent, ib_path asked,
                       multicast_role role);
  void check_member(const connecting::sa_request& request) const;

  std::shared_ptr<connecting::sa_agent> agent_;  ///< none once it was left, or moved
  ib_path path_;
  multicast_role role_;
};

struct join_options {
  multicast_role role = multicast_role::full_member;
  bool create = true;  ///< make the group if there is none, which only full members can
};

/// The subnet administrator, as a port reaches it through libibumad: that needs access to /dev/infiniband/umad*, and
/// programs link libverbatim-sa (pkg-config verbatim-sa). Copies are the same. Any thread may ask; one question is
/// under way at a time, and takes at most timeout for each attempt.
///
/// Every call throws an error if nobody answers; with the administrator's status in words if it refuses.
class sa_client {
 public:
  /// Throws if there is no such port, if it is not InfiniBand, or if this user may not send management datagrams.
  explicit sa_client(sa_options options = {});

  /// The path of a PathRecord, which begins at the sgid or slid of `wanted`, else at this port's first GID.
  ib_path path(const ib_path& wanted) const;

  /// Joins the group whose MGID is the dgid; without one the administrator makes one up. What else is set of the
  /// path the group has to be like, and is made with: qkey, pkey, mtu, rate, packet_life_time, sl, flow_label,
  /// traffic_class and hop_limit. A group that is made without a qkey takes that of activate_attributes, of
  /// mtu and rate the administrator's, and of the rest 0 and the default partition.
  ///
  /// Throws if the dgid is no multicast GID, if a group is otherwise (naming each field), if there is none and it
  /// is not to be made, or if this port is not in its partition.
  multicast_membership join(const ib_path& to_group, const join_options& options = {}) const;

  /// The paths to all groups of this port's partitions that are like what is set.
  std::vector<ib_path> groups(const ib_path& like = {}) const;

  /// Registers a service for its lease, or anew; without a gid as this port's. Answers what is registered. Nothing
  /// removes it when the program ends.
  subnet_service register_service(subnet_service service) const;

  /// All services that are as wished, of this port's partitions.
  std::vector<subnet_service> services(const service_wish& wish = {}) const;

  /// By its id, gid (without: this port's) and pkey. Throws if there is none.
  void remove_service(subnet_service service) const;

 private:
  std::shared_ptr<connecting::sa_agent> agent_;
};

}  // namespace verbatim
