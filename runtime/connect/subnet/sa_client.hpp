// A client of the subnet administrator of an InfiniBand subnet.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "verbatim/connect/subnet/multicast_record.hpp"
#include "verbatim/connect/subnet/sa_options.hpp"
#include "verbatim/connect/subnet/service_record.hpp"
#include "verbatim/verbs/queue_pair/multicast_group.hpp"
#include "verbatim/verbs/values/path.hpp"

namespace verbatim::detail {
class sa_agent;
struct sa_request;
}  // namespace verbatim::detail

namespace verbatim::subnet {

/// A port's membership in a multicast group, which join() returns. It ends with the object: the
/// destructor sends the request to leave and waits for the answer. Call leave() to get errors.
///
/// The subnet knows ports, not programs: leaving removes the port from the group for all programs.
class membership {
 public:
  membership(membership&& other) noexcept = default;
  membership& operator=(membership&&) = delete;
  ~membership();

  /// Returns the group, for attach().
  multicast_group group() const noexcept { return {*path_.grh.dgid, *path_.dlid}; }

  /// Returns the complete path to the group, for ah_cache, address_handle_along() and activate().
  const ib_path& path() const noexcept { return path_; }

  /// Returns the role of this port in the group.
  subnet::role role() const noexcept { return role_; }

  /// Joins again, for a subnet manager that has forgotten the membership (client_reregister,
  /// sm_change). The group is made again if it is gone. If group() then returns another group,
  /// attach to it.
  void renew();

  /// Leaves the group. Throws if the group was left before, if the administrator does not answer,
  /// or if it does not know the membership. The membership has ended in any case.
  void leave();

 private:
  friend class client;
  membership(std::shared_ptr<detail::sa_agent> agent, ib_path asked, subnet::role role);
  void check_member(const detail::sa_request& request) const;

  std::shared_ptr<detail::sa_agent> agent_;  ///< null after leave() or a move
  ib_path path_;
  subnet::role role_;
};

/// Options of subnet::client::join().
struct join_options {
  /// The right to send, to receive, or both.
  subnet::role role = subnet::role::full_member;
  bool create = true;  ///< make the group if there is none; only full members can do so
};

/// A client of the subnet administrator. It uses a port through libibumad. It needs access to
/// /dev/infiniband/umad*, and programs link libverbatim-sa (pkg-config verbatim-sa). Copies refer
/// to the same client. Any thread may send requests. One request is outstanding at a time, and
/// takes at most the timeout for each attempt.
///
/// Every call throws an error if there is no answer. If the administrator refuses, the error has
/// its status in words.
class client {
 public:
  /// Opens the port. Throws if there is no such port, if it is not InfiniBand, or if this user may
  /// not send management datagrams.
  explicit client(subnet::options options = {});

  /// Queries a PathRecord and returns its path. The path begins at the sgid or slid of `wanted`,
  /// else at this port's first GID.
  ib_path path(const ib_path& wanted) const;

  /// Joins the group whose MGID is the dgid. Without a dgid, the administrator chooses one. The
  /// group must have the other fields that are set, and a new group is made with them: qkey, pkey,
  /// mtu, rate, packet_life_time, sl, flow_label, traffic_class and hop_limit. If they are not set,
  /// a new group has the qkey of activate_attributes, the default partition, and 0 for sl,
  /// flow_label and traffic_class. The administrator chooses the rest.
  ///
  /// Throws if the dgid is not a multicast GID, if the group differs (the error names each field),
  /// if there is no group and `create` is false, or if this port is not in its partition.
  membership join(const ib_path& to_group, const join_options& options = {}) const;

  /// Returns the paths to all groups of this port's partitions that match the fields that are set
  /// in `like`.
  std::vector<ib_path> groups(const ib_path& like = {}) const;

  /// Registers a service for its lease, or renews it. A service without a gid is registered for
  /// this port. Returns the registered service. It stays registered when the program ends.
  subnet::service register_service(subnet::service service) const;

  /// Returns all services of this port's partitions that match `wish`.
  std::vector<subnet::service> services(const service_wish& wish = {}) const;

  /// Removes a service by its id, gid (if not set, this port's) and pkey. Throws if there is none.
  void remove_service(subnet::service service) const;

 private:
  std::shared_ptr<detail::sa_agent> agent_;
};

}  // namespace verbatim::subnet
