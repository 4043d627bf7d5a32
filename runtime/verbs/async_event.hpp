// What happened to a device or to one of its objects outside of completions.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

namespace verbatim {

/// The values are those of ibv_event_type, and so are the names.
enum class async_event_type : std::uint8_t {
  cq_err,               ///< a CQ was full and one more completion came, or it could not be written
  qp_fatal,             ///< a QP failed so that it could not even report it as a completion
  qp_req_err,           ///< a QP's peer asked for what cannot be
  qp_access_err,        ///< a QP's peer asked for memory that is not its
  comm_est,             ///< a QP in RTR got its first message
  sq_drained,           ///< a QP that was brought to SQD has finished what it had begun
  path_mig,             ///< a QP goes on along its alternate path
  path_mig_err,         ///< a QP could not change to its alternate path
  device_fatal,         ///< the device does not work any more
  port_active,          ///< a port's link is up
  port_err,             ///< a port's link is down
  lid_change,           ///< the subnet manager gave a port another LID
  pkey_change,          ///< the subnet manager changed a port's P_Keys
  sm_change,            ///< the port has another subnet manager
  srq_err,              ///< an SRQ failed
  srq_limit_reached,    ///< an SRQ has fewer receives than arm_limit() asked for
  qp_last_wqe_reached,  ///< a QP in ERROR will take no more from its SRQ
  client_reregister,    ///< the subnet manager has forgotten who subscribed to what
  gid_change,           ///< a port's GIDs changed
  wq_fatal,             ///< a work queue (ibv_wq) failed
};

/// `CQ_ERR`; empty for one that this library does not know.
std::string_view name(async_event_type type) noexcept;
inline std::ostream& operator<<(std::ostream& out, async_event_type value) {
  return out << name(value);
}

/// What happened, in a sentence, and what to do about it, in another.
std::string_view meaning(async_event_type type) noexcept;
std::string_view remedy(async_event_type type) noexcept;

/// True for what port(), gid_table(), pkey_table() and local_end() answer differently afterwards.
bool changes_port(async_event_type type) noexcept;

/// What an event is about.
enum class async_event_subject : std::uint8_t { cq, qp, srq, wq, port, device };

/// An event that has been acknowledged: a value, which refers to nothing. Its object may be closed by
/// now, and its number another object's.
struct async_event {
  async_event_type type = async_event_type::device_fatal;
  async_event_subject subject = async_event_subject::device;

  /// The cqn(), qpn(), srqn() or wq_num, or the port's number from 1. 0 of the device, and of a CQ or SRQ
  /// that was made through native(), which tells no number.
  std::uint32_t number = 0;

  /// `CQ 5 of mlx5_0`.
  std::string object = {};
};

/// `CQ_ERR of CQ 5 of mlx5_0: it was full … (close it …)`
std::string to_string(const async_event& event);
inline std::ostream& operator<<(std::ostream& out, const async_event& event) {
  return out << to_string(event);
}

namespace verbs {

/// What events of that type are about; the device, of one that is not known.
async_event_subject subject_of(async_event_type type) noexcept;

}  // namespace verbs
}  // namespace verbatim
