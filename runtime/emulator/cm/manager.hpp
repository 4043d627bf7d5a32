// The connection manager of a process: its ids, event channels and timers, and its thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "cm/address_book.hpp"
#include "cm/event_file.hpp"
#include "cm/faults.hpp"
#include "cm/id.hpp"
#include "cm/port_space.hpp"
#include "engine/turn/engine_thread.hpp"
#include "engine/turn/forks.hpp"
#include "system/waking.hpp"
#include "transport/unix_socket_transport.hpp"

namespace verbatim::emulator::cm {

class general_services;

/// Owns everything of rdma_cm in this process. One mutex guards it: commands hold it, and the
/// thread that receives messages and runs timers. No thread holds it while it sleeps.
class manager final : public message_receiver, public fork_aware {
 public:
  using clock = std::chrono::steady_clock;

  /// Joins the fabric and starts the thread. Throws std::system_error if that is not possible.
  explicit manager(const options& with);
  ~manager() override;

  std::mutex& lock() noexcept { return mutex_; }
  const options& settings() const noexcept { return settings_; }
  const address_book& book() const noexcept { return book_; }
  void follow_subnet() { book_.follow_subnet(); }

  /// Returns an opened file; null if there is none. Requires no lock.
  std::shared_ptr<event_file> find_file(std::uint64_t inode) noexcept;

  // Everything below requires the lock.

  port_space& ports() noexcept { return ports_; }
  fault_plan& faults() noexcept { return faults_; }

  /// Returns the way to peers on a network; null without --wire.
  general_services* services() noexcept { return services_.get(); }

  /// Returns true in one of the processes of the host: the one that answers what is for none.
  bool answers_for_host();

  std::shared_ptr<event_file> open(bool close_on_exec);

  /// Destroys the ids of a file whose last descriptor the program has closed.
  void close(std::uint64_t inode);

  id& create(std::shared_ptr<event_file> file, std::uint64_t uid, std::uint16_t port_space,
             std::uint8_t qp_type);
  id* find(std::uint32_t handle) const noexcept;
  id* find_communication(std::uint32_t communication) const noexcept;
  std::uint32_t new_group_handle() noexcept { return next_group_++; }

  /// Returns the id of a request of that peer; null if there is none.
  id* find_request(std::uint32_t slot, std::uint32_t communication) const noexcept;

  /// Returns the connected id whose peer has that queue pair; null if there is none.
  id* find_connected(std::uint64_t guid, std::uint32_t qpn) const noexcept;

  /// Calls `visit(id&)` for each id. `visit` must not destroy an id.
  template <class Visit>
  void each(Visit&& visit) const {
    for (const auto& entry : ids_) visit(*entry.second);
  }

  /// Destroys an id, and notifies its peer. `through` is a descriptor of its file, or -1 if the
  /// program has closed all.
  void destroy(id& gone, int through);

  /// Queues an event; `fill` may add to it.
  using filling = std::function<void(event&)>;
  void raise(id& about, event_kind kind, int status, const filling& fill = {});

  /// Queues an event of a connection, unless the program no longer expects it.
  void raise_connection(id& about, event_kind kind, int status, const filling& fill = {});

  /// Changes a connection's state, and starts the timer of the new one.
  void enter(id& of, connection_state to);

  /// Gives a request more time, because the peer's program has received it.
  void extend(id& of) { start_timer(of); }

  /// Sends a message to the peer of an id.
  void send(id& from, packet outgoing);
  void send(std::uint32_t slot, const packet& outgoing);

  /// Sends the request, and repeats it if there is no answer in time.
  void send_request(id& from);

  /// Says goodbye to the peers on the network, because the process ends.
  void leave_network();

  /// Runs `what` on the thread, not before `when`.
  void schedule(clock::time_point when, std::function<void()> what);

  /// Returns a time of Linux's timers, scaled by the option.
  clock::duration scaled(std::chrono::milliseconds time) const noexcept;

  /// Raises DEVICE_REMOVAL for the program's ids on the device.
  void remove_device(unsigned card);

  /// Records a `rdma_destroy_id` to be watched.
  void watch_destruction(std::uint64_t uid, std::uint32_t events);

  /// Returns this process's place among the managers of the fabric.
  std::uint32_t slot() const noexcept { return transport_.slot(); }

  /// Makes the thread check for work.
  void wake() noexcept;

  // Called by the thread.
  void message_arrived(const message& arrived) override;
  void peer_lost(std::uint32_t slot) override;

  void before_fork() override;
  void after_fork() override;
  void after_fork_in_child() override;

 private:
  void run();
  void work();
  clock::time_point run_timers(clock::time_point now);
  void expired(id& of);
  void start_timer(id& of);
  void leave_connection(id& of);
  void say_farewell(id& of);

  options settings_;
  address_book book_;
  std::mutex mutex_;
  unix_socket_transport transport_;
  port_space ports_;
  fault_plan faults_;
  std::unique_ptr<general_services> services_;
  waking wake_;

  /// The opened files. Changing them takes both mutexes.
  std::mutex files_mutex_;
  std::unordered_map<std::uint64_t, std::shared_ptr<event_file>> files_;
  std::map<std::uint32_t, std::unique_ptr<id>> ids_;
  std::unordered_map<std::uint32_t, id*> by_communication_;

  /// Requests by the peer's slot and communication ID, and connections by its GUID and QPN.
  std::map<std::pair<std::uint32_t, std::uint32_t>, id*> requests_;
  std::map<std::pair<std::uint64_t, std::uint32_t>, id*> connected_;
  std::multimap<clock::time_point, std::function<void()>> timers_;
  std::set<std::uint32_t> free_handles_;
  std::uint32_t next_handle_ = 0;

  /// It begins at a random number, so that numbers of an earlier process are not used again.
  std::uint32_t next_communication_;
  std::uint32_t next_group_ = 0;
  engine_thread thread_;
};

/// Waits until the device has sent its acknowledgements, and has handled those that had arrived. A
/// program disconnects after its device has acknowledged what it received, and so acknowledgements
/// come before a DREQ. Here they have another way.
void settle_data() noexcept;

/// Returns the manager of this process; the first call makes it. A child of fork gets its own.
/// Throws std::system_error if it cannot be made.
manager& this_manager();

/// Returns the manager; null if there is none.
manager* started_manager() noexcept;

/// Returns the manager. In a child of fork without a manager, returns the parent's; null if there
/// is none.
manager* any_manager() noexcept;

}  // namespace verbatim::emulator::cm
