// One rdma_cm_id: its state, the running operation, and its deadline.
#pragma once

#include <rdma/rdma_cma.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "verbatim/connect/cm/address.hpp"
#include "verbatim/connect/cm/id_options.hpp"
#include "verbatim/connect/cm/ids/channel.hpp"
#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/queue_pair/qp_attributes.hpp"
#include "verbatim/verbs/values/path.hpp"

namespace verbatim::cm::detail {

/// The progress of an id.
enum class stage : std::uint8_t {
  resolving,
  routed,
  listening,
  requested,
  connecting,
  connected,
  ended
};

/// One rdma_cm_id of a channel. Only one call of librdmacm on it runs at a time. Any thread may
/// call close() at any time; it never waits for an event.
class cm_id final : public event_sink, public std::enable_shared_from_this<cm_id> {
 public:
  /// The next step of an operation. It receives the event, or the error that ended the operation.
  using step = std::function<void(const event* event, const cm::error* failed)>;
  using watcher = std::function<void(const event& event)>;

  /// Makes an id. `bind_to` is its local address. Kinds of port space IB need one; a wildcard is
  /// enough.
  static std::shared_ptr<cm_id> create(std::shared_ptr<detail::channel> channel, ibv_qp_type type,
                                       const id_options& options,
                                       const std::optional<address>& bind_to);

  /// Takes over the id of a request.
  static std::shared_ptr<cm_id> adopt(std::shared_ptr<detail::channel> channel, rdma_cm_id* child);

  explicit cm_id(std::shared_ptr<detail::channel> channel) noexcept
      : channel_(std::move(channel)) {}
  ~cm_id() override;
  cm_id(const cm_id&) = delete;
  cm_id& operator=(const cm_id&) = delete;

  const std::shared_ptr<detail::channel>& channel() const noexcept { return channel_; }
  bool is_open() const noexcept { return open_.load(std::memory_order_acquire); }
  detail::stage stage() const noexcept { return stage_.load(std::memory_order_acquire); }
  void set_stage(detail::stage next) noexcept { stage_.store(next, std::memory_order_release); }

  /// Calls librdmacm with the id while it cannot be closed. Throws if it is closed, or if the call
  /// returns -1. `remedy(errno)` returns the remedy in words.
  template <class Call>
  void call(
      const char* name, Call&& call,
      std::string_view (*remedy)(int) = [](int) { return std::string_view(); }) const {
    const std::lock_guard lock(mutex_);
    if (native_ == nullptr) refuse_closed(name);
    if (call(native_) != 0) refuse(name, errno, remedy);
  }

  /// Calls `read` with the id while it cannot be closed.
  template <class Read>
  auto read(const char* name, Read&& read) const {
    const std::lock_guard lock(mutex_);
    if (native_ == nullptr) refuse_closed(name);
    return read(*native_);
  }

  /// Begins to join a multicast group; close() leaves it. `flags` are of enum
  /// rdma_cm_mc_join_flags.
  void join_group(const address& group, std::uint32_t flags);

  /// Registers `next` for the next event of this id, or for the deadline.
  void expect(step next, const verbs::deadline& until);

  /// Registers `always` for all events that no step expects.
  void watch(watcher always);

  void take(const event& event) override;
  void expire() override;
  void abandon() noexcept override;
  void close_with_channel() noexcept override { (void)close(); }

  /// Destroys the id. The running operation ends with operation_canceled, on the thread that drives
  /// the channel. Returns a report of calls that failed.
  close_report close() noexcept;

  /// Releases the id, for another channel.
  rdma_cm_id* release();

  // These functions return properties of the id, as of its last event.
  std::string device() const;
  std::uint8_t port_number() const;
  address local() const;
  address peer() const;
  bool is_iwarp() const;

  /// Returns the bytes that private data of a request may have more than between IP addresses.
  std::size_t room_of_ip_header() const;
  std::optional<verbatim::path> path() const;
  ibv_qp_attr attributes(ibv_qp_state of) const;
  std::optional<verbatim::ece> remote_ece() const;
  void set_local_ece(const verbatim::ece& ece) const;

  /// Sets the timeout of an id that is not connected yet. The id of a request does not inherit that
  /// of its listener.
  void set_ack_timeout(const verbatim::ack_timeout& timeout) const;

  /// Returns text such as `connection to 10.0.0.1:7471`. After the id is closed, the text has no
  /// address.
  std::string describe() const;

 private:
  void attach(rdma_cm_id* native);
  void set_options(const id_options& options) const;
  [[noreturn]] void refuse_closed(const char* name) const;
  [[noreturn]] void refuse(const char* name, int number, std::string_view (*remedy)(int)) const;
  std::string describe_locked() const;
  step take_step();

  std::shared_ptr<detail::channel> channel_;
  mutable std::mutex mutex_;  ///< protects native_, group_, next_, watcher_ and deadline_
  rdma_cm_id* native_ = nullptr;
  std::optional<address> group_;
  id_key key_ = 0;
  std::atomic<bool> open_ = true;
  std::atomic<detail::stage> stage_ = detail::stage::resolving;
  step next_;
  std::shared_ptr<const watcher> watcher_;
  verbs::deadline deadline_;
};

}  // namespace verbatim::cm::detail
