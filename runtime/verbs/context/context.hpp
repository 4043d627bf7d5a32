// An open device.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verbatim/verbs/base/async_event.hpp"
#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/base/native.hpp"
#include "verbatim/verbs/base/waiting.hpp"
#include "verbatim/verbs/context/async_event_source.hpp"
#include "verbatim/verbs/context/capabilities.hpp"
#include "verbatim/verbs/context/devx.hpp"
#include "verbatim/verbs/context/native_context.hpp"
#include "verbatim/verbs/values/limits.hpp"
#include "verbatim/verbs/values/local_end.hpp"
#include "verbatim/verbs/values/port.hpp"

namespace verbatim {

namespace verbs {

class context_body final : public native_context {
 public:
  /// Takes over an open context.
  explicit context_body(native_ptr<ibv_context> native);

  using native_context::describe;

  const verbatim::limits& limits() const noexcept { return limits_; }
  verbatim::capabilities capabilities() const;

  /// Throws if the device has no port with this number.
  void require_port(std::uint8_t number) const;

  /// Queries the port with this number, and returns its current attributes.
  verbatim::port port(std::uint8_t number) const;

  /// Throws if the port's GID table has no such index.
  void require_gid_index(const verbatim::port& port, std::uint16_t index) const;

  /// Returns the GID with this index of the port's table.
  verbatim::gid gid(const verbatim::port& port, std::uint16_t index) const;

  /// Returns the entries of the port's GID table that are used.
  std::vector<gid_entry> gid_table(const verbatim::port& port) const;

  /// Returns the port's P_Keys, by index.
  std::vector<pkey> pkey_table(const verbatim::port& port) const;

  verbatim::guid guid() const noexcept;

  /// Returns the port with its tables, and the device's limits and GUID.
  verbatim::local_end local_end(std::uint8_t port) const;

  /// Returns the index of the GID that most peers can reach: 0 on InfiniBand, and the choice of
  /// choose_gid() on RoCE.
  std::uint16_t best_gid_index(const verbatim::port& port) const;

  /// Returns the doorbell registers of objects made by DevX.
  devx_uar& uar() noexcept { return uar_; }

  /// Returns the source of events that were not taken yet.
  async_event_source& events() noexcept { return events_; }
  const async_event_source& events() const noexcept { return events_; }

  std::optional<async_event> wait_event(wait_limit limit);
  bool failed() const noexcept { return failed_.load(std::memory_order_relaxed); }

  /// Marks the device as failed: it completes no more requests. Wakes all waiting threads.
  void fail() noexcept;

  /// Returns a file descriptor that is readable once the device has failed.
  int failure_fd() const noexcept { return failure_.fd(); }

  /// Throws if the device has failed.
  void require_working(std::string_view call, const std::string& object) const;

 private:
  int destroy() noexcept override;
  std::string describe(std::uint8_t port) const;
  std::optional<async_event> take_event();

  verbatim::limits limits_;
  devx_uar uar_;
  async_event_source events_;
  std::atomic<bool> failed_ = false;
  watch failure_;
};

/// Throws if the object is closed, or if the device has not failed.
void require_failed(const body& object, const context_body& context, std::string_view call);

}  // namespace verbs

/// An open device. open_device() in device.hpp makes one.
class context : public handle<verbs::context_body> {
 public:
  explicit context(verbs::ref<verbs::context_body> body) noexcept : handle(std::move(body)) {}

  /// Returns a handle of a device that the program has opened itself. A borrowed context must stay
  /// open as long as the handle, which does not close it. Only the program or the handle may read
  /// its asynchronous events. Make direct queue pairs on a uar, because libmlx5 may have given the
  /// other registers to queue pairs that this library does not know. If this throws, the caller
  /// keeps it.
  static context adopt(ibv_context* native, ownership how);

  /// Returns the device's name, such as `mlx5_0`.
  const std::string& name() const noexcept { return body_->name(); }

  /// Returns the limits of the device. They were queried when the context was made.
  const verbatim::limits& limits() const noexcept { return body_->limits(); }

  /// Queries the other capabilities of the device, and returns them.
  verbatim::capabilities capabilities() const;

  /// Returns true for ConnectX-4 and later, and for BlueField. Other devices have no cq, qp, srq or
  /// dct, because these use the rings of mlx5. Use verbs_qp there, which posts through libibverbs.
  bool is_mlx5() const noexcept { return body_->is_mlx5(); }

  /// Queries the port with this number, from 1, and returns its current attributes.
  verbatim::port port(std::uint8_t number) const;

  /// Returns the GID with this index of a port's table.
  verbatim::gid gid(std::uint8_t port, std::uint16_t index) const;

  /// Returns the entries of a port's GID table that are used.
  std::vector<gid_entry> gid_table(std::uint8_t port) const;

  /// Returns a port's P_Keys, by index.
  std::vector<pkey> pkey_table(std::uint8_t port) const;

  /// Returns the current values of this end that connections through the port need.
  verbatim::local_end local_end(std::uint8_t port) const;

  /// Takes the next asynchronous event of the device, of a port or of an object. Returns nothing if
  /// no event arrives in time; `wait_event(std::chrono::nanoseconds(0))` does not sleep. The event
  /// is acknowledged already. The state of its object is updated before this call returns:
  /// cq::overrun(), any_qp::state(), failed(). Any number of threads may wait, and each event goes
  /// to one of them. close() wakes all of them, and their calls throw. The first call makes reading
  /// async_fd of native() non-blocking: do not take events with libibverbs too.
  std::optional<async_event> wait_event(verbs::wait_limit limit = std::nullopt) {
    return body_->wait_event(limit);
  }

  /// Returns a file descriptor for poll() and epoll, readable while there are events, and after
  /// close(). When it is readable, call wait_event(0ns) until it returns nothing. Do not read it
  /// directly.
  int event_fd() const noexcept { return body_->events().descriptors().fd(); }

  /// Returns true once wait_event() has returned DEVICE_FATAL, or once a waiting call has found
  /// that the device was removed. Then no request completes any more, and waiting calls throw.
  /// flush() of the queue pairs hands back outstanding requests. Afterwards close() this context,
  /// and open the device again.
  bool failed() const noexcept { return body_->failed(); }

  /// Returns the ibv_context, for calls that this library does not make; null after close().
  ibv_context* native() const noexcept { return body_->native(); }
};

}  // namespace verbatim
