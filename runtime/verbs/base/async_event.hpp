// Asynchronous events: everything that happens to a device or its objects, except completions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <ostream>
#include <string>
#include <string_view>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim {

/// The types of asynchronous events. The values and the names are those of ibv_event_type.
enum class async_event_type : std::uint8_t {
  cq_err,               ///< a CQ overflowed, or a CQE could not be written
  qp_fatal,             ///< a QP failed and could not report it as a completion
  qp_req_err,           ///< a QP's peer sent an invalid request
  qp_access_err,        ///< a QP's peer accessed memory without the right to do so
  comm_est,             ///< a QP in RTR got its first message
  sq_drained,           ///< a QP in SQD has finished the requests that it had begun
  path_mig,             ///< a QP has changed to its alternate path
  path_mig_err,         ///< a QP could not change to its alternate path
  device_fatal,         ///< the device no longer works
  port_active,          ///< a port's link is up
  port_err,             ///< a port's link is down
  lid_change,           ///< the subnet manager gave a port another LID
  pkey_change,          ///< the subnet manager changed a port's P_Keys
  sm_change,            ///< the port has another subnet manager
  srq_err,              ///< an SRQ failed
  srq_limit_reached,    ///< an SRQ has fewer receives than arm_limit() set
  qp_last_wqe_reached,  ///< a QP in ERROR takes no more receives from its SRQ
  client_reregister,    ///< the subnet manager has lost all subscriptions
  gid_change,           ///< a port's GIDs changed
  wq_fatal,             ///< a work queue (ibv_wq) failed
};

/// Returns the name, such as `CQ_ERR`; empty for an unknown type.
std::string_view name(async_event_type type) noexcept;
inline std::ostream& operator<<(std::ostream& out, async_event_type value) {
  return out << name(value);
}

/// Returns the meaning of the event in words.
std::string_view meaning(async_event_type type) noexcept;
/// Returns the remedy in words.
std::string_view remedy(async_event_type type) noexcept;

/// Returns true if port(), gid_table(), pkey_table() and local_end() may return other values after
/// the event.
bool changes_port(async_event_type type) noexcept;

/// The kind of object that an event concerns.
enum class async_event_subject : std::uint8_t {
  cq,      ///< a completion queue
  qp,      ///< a queue pair
  srq,     ///< a shared receive queue
  wq,      ///< a work queue of receive side scaling
  port,    ///< a port of the device
  device,  ///< the device as a whole
};

/// Returns the name, such as `srq`.
constexpr std::string_view name(async_event_subject subject) noexcept {
  constexpr std::string_view names[] = {"cq", "qp", "srq", "wq", "port", "device"};
  const auto at = static_cast<std::size_t>(subject);
  return at < std::size(names) ? names[at] : std::string_view();
}
inline std::ostream& operator<<(std::ostream& out, async_event_subject value) {
  return out << name(value);
}

/// An asynchronous event that has been acknowledged. It is a plain value: its object may be closed
/// already, and its number may belong to another object.
struct async_event {
  async_event_type type = async_event_type::device_fatal;  ///< the event
  /// The kind of object that the event concerns.
  async_event_subject subject = async_event_subject::device;

  /// The cqn(), qpn(), srqn() or wq_num, or the port's number from 1. It is 0 for the device, and
  /// for a CQ or SRQ that the program made itself through native(): their events carry no number.
  std::uint32_t number = 0;

  /// The object in words, such as `CQ 5 of mlx5_0`.
  std::string object = {};
};

/// Returns text such as `CQ_ERR of CQ 5 of mlx5_0: it was full … (close it …)`.
std::string to_string(const async_event& event);
inline std::ostream& operator<<(std::ostream& out, const async_event& event) {
  return out << to_string(event);
}

namespace verbs {

/// Returns the kind of object that events of this type concern; the device for an unknown type.
async_event_subject subject_of(async_event_type type) noexcept;

}  // namespace verbs
}  // namespace verbatim
