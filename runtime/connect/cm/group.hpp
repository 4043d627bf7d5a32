// Multicast groups that rdma_cm joins, on InfiniBand and RoCE.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "verbatim/connect/cm/address.hpp"
#include "verbatim/connect/cm/cm_error.hpp"
#include "verbatim/connect/cm/datagram.hpp"
#include "verbatim/connect/cm/reactor.hpp"
#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/queue_pair/multicast_group.hpp"
#include "verbatim/verbs/queue_pair/queue_pair.hpp"

namespace verbatim::cm {

namespace detail {
struct group_state;
}  // namespace detail

/// Options of join().
struct group_options {
  /// The local address of the port that joins. Default: the port through which the system's route
  /// to the group leaves.
  std::optional<address> source = std::nullopt;

  bool send_only = false;  ///< the queue pair joins only to send, and receives nothing
  std::chrono::milliseconds timeout = std::chrono::seconds(5);  ///< the time limit
};

/// The membership of a queue pair in a multicast group. Copies refer to the same membership, which
/// ends when the last copy is destroyed.
class group {
 public:
  /// Returns the destination of datagrams to the group.
  const datagram_peer& peer() const noexcept;

  /// Returns the group's address for datagram_qp::attach().
  multicast_group id() const noexcept;

  /// Returns true until the membership has ended.
  bool is_open() const noexcept;

  /// Calls the callback if the port is removed from the group or the device is removed.
  void on_lost(std::function<void(const error& why)> callback);

  /// Leaves the group, and detaches the queue pair. Any thread may call it.
  close_report leave() noexcept;

  bool operator==(const group&) const noexcept = default;

  /// The constructor is for this library only.
  explicit group(std::shared_ptr<detail::group_state> state) noexcept : state_(std::move(state)) {}

 private:
  std::shared_ptr<detail::group_state> state_;
};

/// Returns the name of the device that leads to the group, for open_device().
std::string device_of_group(const reactor& loop, const std::string& number,
                            const group_options& options = {});

/// Joins the group with an address such as `239.1.2.3` or `ff0e::1`, and attaches the queue pair,
/// which was activated with datagram_qkey. Throws a cm::error if the group cannot be joined in
/// time.
group join(const reactor& loop, const datagram_qp& qp, const std::string& number,
           const group_options& options = {});
void join(const reactor& loop, const datagram_qp& qp, const std::string& number,
          const group_options& options, std::function<void(outcome<group>)> callback);

}  // namespace verbatim::cm
