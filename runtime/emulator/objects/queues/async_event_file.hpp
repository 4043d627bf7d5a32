// The file descriptor on which a program reads asynchronous events of its objects.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "objects/queues/event_pipe.hpp"

namespace verbatim::emulator {

/// The kinds of events; values of enum ib_event_type (ibv_event_type in infiniband/verbs.h).
enum class async_event : std::uint32_t {
  cq_err = 0,
  qp_fatal = 1,
  qp_req_err = 2,
  qp_access_err = 3,
  comm_est = 4,
  sq_drained = 5,
  path_mig = 6,
  path_mig_err = 7,
  device_fatal = 8,
  port_active = 9,
  port_err = 10,
  lid_change = 11,
  pkey_change = 12,
  sm_change = 13,
  srq_err = 14,
  srq_limit_reached = 15,
  qp_last_wqe_reached = 16,
  client_reregister = 17,
  gid_change = 18,

  /// A completion in an armed CQ. It is never in this file, but programs can subscribe to it
  /// through DevX.
  completion = 0xffffffff,
};

/// The number of kinds of events that a program can find in its file.
inline constexpr std::size_t async_event_kinds = 19;

/// Returns the name, as in ibv_event_type without its beginning, in small letters.
std::string_view name(async_event event) noexcept;

/// A number for each kind of event.
using async_event_counts = std::array<std::uint64_t, async_event_kinds>;

/// The counts of the events that are put into files; null without counting. Guarded by device::lock().
inline async_event_counts* counted_async_events = nullptr;

class async_event_file {
 public:
  async_event_file();

  int program_fd() const noexcept { return events_.program_fd(); }
  std::uint64_t inode() const noexcept { return events_.inode(); }

  /// Puts one event (struct ib_uverbs_async_event_desc) into the file. `element` is the object's
  /// user handle, the port number, or 0 for the device.
  void post(async_event event, std::uint64_t element) noexcept;

  /// Ends the file when the device is gone: no more events follow.
  void end() noexcept { events_.end(); }

  /// Removes unread events of that object and returns their number.
  std::uint32_t withdraw(std::uint64_t element) noexcept { return events_.withdraw(element); }

 private:
  event_pipe events_;
};

}  // namespace verbatim::emulator
