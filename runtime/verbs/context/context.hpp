// An open device.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/verbs/base/async_event.hpp"
#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/base/native.hpp"
#include "verbatim/verbs/base/waiting.hpp"
#include "verbatim/verbs/context/async_event_source.hpp"
#include "verbatim/verbs/context/capabilities.hpp"
#include "verbatim/verbs/context/devx.hpp"
#include "verbatim/verbs/values/limits.hpp"
#include "verbatim/verbs/values/local_end.hpp"
#include "verbatim/verbs/values/port.hpp"

namespace verbatim {

namespace verbs {

class context_body final : public body {
 public:
  /// Takes over an open context.
  explicit context_body(native_ptr<ibv_context> native);

  ibv_context* native() const noexcept { return native_.get(); }
  const std::string& name() const noexcept { return name_; }
  const verbatim::limits& limits() const noexcept { return limits_; }
  verbatim::capabilities capabilities() const;
  std::string describe() const override { return name_; }
  bool is_mlx5() const noexcept { return is_mlx5_; }

  /// Throws an error of `call` if the device is not mlx5. `remedy` says what other devices have
  /// instead.
  void require_mlx5(std::string_view call, std::string_view remedy =
                                               "post through verbs: verbs_qp, verbs_cq, "
                                               "verbs_srq") const;

  /// Returns the port with this number, as it is now.
  verbatim::port port(std::uint8_t number) const;

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

  /// Returns the one object of a doorbell register. Queues may share the register, and which of its
  /// halves is next is a property of the register. `half_size` is mlx5dv_qp.bf.size. libmlx5 hands
  /// out an uncached register if MLX5_SHUT_UP_BF=1 is set, or if write combining is not available.
  /// Returns null if queues of the register have been made that disagree about who rings it.
  mmio::doorbell_register* doorbell(std::byte* reg, std::uint32_t half_size, mmio::ringers ringers);

  /// Forgets a register that goes. Another one may later have its address.
  void forget_doorbell(std::byte* reg) noexcept { doorbells_.erase(reg); }

  /// The doorbell registers of objects made by DevX.
  devx_uar& uar() noexcept { return uar_; }

  /// The source of events that nobody has taken yet.
  async_event_source& events() noexcept { return events_; }
  const async_event_source& events() const noexcept { return events_; }

  std::optional<async_event> wait_event(wait_limit limit);
  bool failed() const noexcept { return failed_.load(std::memory_order_relaxed); }

  /// Marks the device as failed: it completes nothing any more. Wakes all waiting threads.
  void fail() noexcept;

  /// A file descriptor that is readable once the device has failed.
  int failure_fd() const noexcept { return failure_.fd(); }

  /// Takes ownership of a context that was borrowed until now; it is closed with this body.
  void take_over() noexcept { native_.get_deleter().is_borrowed = false; }

  /// Throws if the device has failed.
  void require_working(std::string_view call, const std::string& object) const;

 private:
  int destroy() noexcept override;
  std::string describe(std::uint8_t port) const;
  mmio::register_memory memory_of(const std::byte* reg) const;
  std::optional<async_event> take_event();

  native_ptr<ibv_context> native_;
  std::string name_;
  bool is_mlx5_;
  verbatim::limits limits_;
  struct shared_register {
    shared_register(std::byte* reg, std::uint32_t half_size, mmio::register_memory memory,
                    mmio::ringers who) noexcept
        : doorbell(reg, half_size, memory), ringers(who) {}

    mmio::doorbell_register doorbell;
    mmio::ringers ringers;
  };
  std::map<std::byte*, shared_register> doorbells_;
  devx_uar uar_;
  async_event_source events_;
  std::atomic<bool> failed_ = false;
  watch failure_;
};

/// Throws if the object is closed, or if the device works.
void require_failed(const body& object, const context_body& context, std::string_view call);

}  // namespace verbs

/// An open device. open_device() in device.hpp makes one.
class context : public handle<verbs::context_body> {
 public:
  explicit context(verbs::ref<verbs::context_body> body) noexcept : handle(std::move(body)) {}

  /// Returns a handle of a device that the program has opened itself. A borrowed context stays open
  /// when the handle goes, and must stay open until then. Only one of the two may read its
  /// asynchronous events. Make direct queue pairs on a uar, because libmlx5 may have given the
  /// other registers to queue pairs that this library does not know. If this throws, nothing was
  /// taken.
  static context adopt(ibv_context* native, ownership how);

  /// The device's name, such as `mlx5_0`.
  const std::string& name() const noexcept { return body_->name(); }

  /// Returns the limits of the device. They were read when the context was made.
  const verbatim::limits& limits() const noexcept { return body_->limits(); }

  /// Asks the device anew for its other capabilities, and returns them.
  verbatim::capabilities capabilities() const;

  /// True for ConnectX-4 and later, and for BlueField. Other devices have no cq, qp, srq or dct,
  /// because these use the rings of mlx5. Work is posted there through verbs, with verbs_qp.
  bool is_mlx5() const noexcept { return body_->is_mlx5(); }

  /// Returns the port with this number, from 1, as it is now.
  verbatim::port port(std::uint8_t number) const;

  /// Returns the GID with this index of a port's table.
  verbatim::gid gid(std::uint8_t port, std::uint16_t index) const;

  /// Returns the entries of a port's GID table that are used.
  std::vector<gid_entry> gid_table(std::uint8_t port) const;

  /// Returns a port's P_Keys, by index.
  std::vector<pkey> pkey_table(std::uint8_t port) const;

  /// Returns everything that connections through the port need to know about this end, as it is
  /// now.
  verbatim::local_end local_end(std::uint8_t port) const;

  /// Takes the next asynchronous event of the device, of a port or of an object, or returns nothing
  /// if none comes in time; `wait_event(std::chrono::nanoseconds(0))` does not sleep. The event is
  /// already acknowledged, so that nothing waits for the holder of the value. Before this returns,
  /// the object has taken note: cq::overrun(), any_qp::state(), failed(). Any number
  /// of threads may wait, and each event goes to one of them; close() wakes all, and they throw.
  /// The first call makes reading async_fd of native() non-blocking: never take events through
  /// verbs as well.
  std::optional<async_event> wait_event(verbs::wait_limit limit = std::nullopt) {
    return body_->wait_event(limit);
  }

  /// A file descriptor for poll() and epoll, readable while there are events, and after close().
  /// Once it is readable, call wait_event(0ns) until it returns nothing. Do not read it directly.
  int event_fd() const noexcept { return body_->events().descriptors().fd(); }

  /// True once wait_event() has returned DEVICE_FATAL, or a call that waits has found that the
  /// device was removed. Nothing completes any more, and calls that wait throw. flush() of the
  /// queue pairs hands back outstanding requests. Then close() this context, and open the device
  /// again.
  bool failed() const noexcept { return body_->failed(); }

  /// The ibv_context, for calls that this library does not make; null after close().
  ibv_context* native() const noexcept { return body_->native(); }
};

}  // namespace verbatim
