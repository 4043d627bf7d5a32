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
#include "verbatim/verbs/async_event.hpp"
#include "verbatim/verbs/async_event_source.hpp"
#include "verbatim/verbs/body.hpp"
#include "verbatim/verbs/capabilities.hpp"
#include "verbatim/verbs/devx.hpp"
#include "verbatim/verbs/limits.hpp"
#include "verbatim/verbs/local_end.hpp"
#include "verbatim/verbs/native.hpp"
#include "verbatim/verbs/port.hpp"
#include "verbatim/verbs/waiting.hpp"

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

  /// Throws an error of `call` that says what other devices have in place of it.
  void require_mlx5(std::string_view call, std::string_view remedy =
                                               "post through verbs: verbs_qp, verbs_cq, "
                                               "verbs_srq") const;

  /// The port with this number, as it is now.
  verbatim::port port(std::uint8_t number) const;

  /// The GID with this index of the port's table.
  verbatim::gid gid(const verbatim::port& port, std::uint16_t index) const;

  /// The entries of the port's GID table that are used.
  std::vector<gid_entry> gid_table(const verbatim::port& port) const;

  /// The port's P_Keys, by index.
  std::vector<pkey> pkey_table(const verbatim::port& port) const;

  verbatim::guid guid() const noexcept;

  /// The port with its tables.
  verbatim::local_end local_end(std::uint8_t port) const;

  /// The index of the GID that most peers can reach: 0 on InfiniBand, and on RoCE what choose_gid() says.
  std::uint16_t best_gid_index(const verbatim::port& port) const;

  /// The one object of a doorbell register: whose half is next belongs to the register, and queues
  /// may share it. `half_size` is mlx5dv_qp.bf.size. Uncached is what libmlx5 hands out where
  /// MLX5_SHUT_UP_BF=1 is set, or write combining cannot be had. Null if queues of the register have been made
  /// that say otherwise about who rings it.
  mmio::doorbell_register* doorbell(std::byte* reg, std::uint32_t half_size, mmio::ringers ringers);

  /// The register goes, and another may come to be at its address.
  void forget_doorbell(std::byte* reg) noexcept { doorbells_.erase(reg); }

  /// The registers of what is made by DevX.
  devx_uar& uar() noexcept { return uar_; }

  /// Where events come from that nobody has taken yet.
  async_event_source& events() noexcept { return events_; }
  const async_event_source& events() const noexcept { return events_; }

  std::optional<async_event> wait_event(wait_limit limit);
  bool failed() const noexcept { return failed_.load(std::memory_order_relaxed); }

  /// The device completes nothing any more. Whoever waits wakes up.
  void fail() noexcept;

  /// Readable once the device has failed.
  int failure_fd() const noexcept { return failure_.fd(); }

  /// What was borrowed until now is closed with this.
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
                    mmio::ringers ringers) noexcept
        : doorbell(reg, half_size, memory), ringers(ringers) {}

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

  /// A handle of a device that the program has opened by itself. A borrowed one stays open when the handle goes,
  /// and has to until then. Only one of the two may read its asynchronous events. Direct queue pairs belong on a
  /// uar(), as libmlx5 may have given the registers of others to queue pairs that this library does not know.
  /// If this throws, nothing was taken.
  static context adopt(ibv_context* native, ownership how);

  /// The device's name, `mlx5_0`.
  const std::string& name() const noexcept { return body_->name(); }

  const verbatim::limits& limits() const noexcept { return body_->limits(); }

  /// What else the device has; asks it anew.
  verbatim::capabilities capabilities() const;

  /// ConnectX-4 and later, BlueField. Of other devices there is no cq, qp, srq or dct, whose rings are
  /// those of mlx5, and what is posted goes through verbs: verbs_qp.
  bool is_mlx5() const noexcept { return body_->is_mlx5(); }

  /// The port with this number, from 1, as it is now.
  verbatim::port port(std::uint8_t number) const;

  /// The GID with this index of a port's table.
  verbatim::gid gid(std::uint8_t port, std::uint16_t index) const;

  /// The entries of a port's GID table that are used.
  std::vector<gid_entry> gid_table(std::uint8_t port) const;

  /// A port's P_Keys, by index.
  std::vector<pkey> pkey_table(std::uint8_t port) const;

  /// Everything that connections through the port need to know of this end, as it is now.
  verbatim::local_end local_end(std::uint8_t port) const;

  /// Takes the next asynchronous event of the device, of a port or of an object, or nothing if none
  /// comes in time; `wait_event(std::chrono::nanoseconds(0))` does not sleep. It is acknowledged, so that
  /// nothing waits for who holds the value. Before it returns, its object knows: basic_cq::overrun(),
  /// any_queue_pair::state(), failed(). Any number of threads may wait, and each event goes to one of
  /// them; close() wakes all, and they throw. The first call makes reading async_fd of native()
  /// non-blocking: never take events by verbs as well.
  std::optional<async_event> wait_event(wait_limit limit = std::nullopt) {
    return body_->wait_event(limit);
  }

  /// Readable while there are events, and after close(), for poll() and epoll. Once it is readable,
  /// wait_event(0ns) until nothing comes. Not to be read directly.
  int event_fd() const noexcept { return body_->events().descriptors().fd(); }

  /// True once wait_event() has told of DEVICE_FATAL, or any call that waits has found that the device was
  /// taken out: nothing completes any more, and calls that wait throw. flush() of queue pairs hands back what
  /// is outstanding; then close() this context, and open the device again.
  bool failed() const noexcept { return body_->failed(); }

  /// For calls that this library does not make; null after close().
  ibv_context* native() const noexcept { return body_->native(); }
};

}  // namespace verbatim
