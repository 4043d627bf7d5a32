// The management datagrams of a process: its files and agents, and the thread that receives.
#pragma once

#include <chrono>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "engine/turn/engine_thread.hpp"
#include "engine/turn/forks.hpp"
#include "mad/places.hpp"
#include "mad/port_file.hpp"
#include "subnet/subnet_state.hpp"
#include "system/waking.hpp"
#include "transport/unix_socket_transport.hpp"

namespace verbatim::emulator::mad {

/// The number of an agent is the place of its process among those with management files, and a
/// count. It is the upper half of the number of each of the agent's transactions.
inline constexpr unsigned agent_slot_shift = 16;

/// A datagram that a program sends.
struct outgoing {
  unsigned end_port = 0;

  /// The agent that sends it.
  std::uint32_t agent = 0;
  std::uint32_t own_qpn = 0;

  /// True if the agent takes answers of any length.
  bool takes_tables = false;
  std::uint16_t destination_lid = 0;
  std::uint16_t pkey_index = 0;
  std::uint8_t sl = 0;
  std::vector<std::uint8_t> bytes;
};

/// Everything of management in this process. One mutex guards it.
class manager final : public message_receiver, public fork_aware {
 public:
  using clock = std::chrono::steady_clock;

  /// Joins the fabric and starts the thread. Throws std::system_error if that is not possible.
  manager(const options& with, subnet::subnet_state& subnet);

  std::mutex& lock() noexcept { return mutex_; }

  /// Returns an opened file; null if there is none. Requires no lock.
  std::shared_ptr<port_file> find_file(std::uint64_t inode) noexcept;

  // Everything below requires the lock.

  /// Opens a file of a port. Returns null if the file issmN of the port is open already.
  std::shared_ptr<port_file> open(unsigned end_port, bool is_issm, int flags);

  /// Closes a file whose last descriptor the program has closed.
  void close(std::uint64_t inode);

  /// Registers an agent and sets its number in the file. Returns 0 or an errno.
  int enlist(port_file& file, const registration& wanted, std::uint32_t& number);

  /// Returns 0 or an errno. `through` is a descriptor of the file.
  int dismiss(port_file& file, std::uint32_t number, int through);

  /// Sends a datagram of an agent. A request with a time-out is given back without an answer after
  /// `1 + retries` times that time.
  int send(port_file& file, std::uint32_t number, outgoing what, std::chrono::milliseconds timeout,
           std::uint32_t retries);

  // Called by the thread.
  void message_arrived(const message& arrived) override;
  void peer_lost(std::uint32_t slot) override;

  void before_fork() override;
  void after_fork() override;
  void after_fork_in_child() override;

 private:
  /// A request that waits for its answer.
  struct pending {
    outgoing what;
    std::uint64_t transaction = 0;
    std::uint8_t mgmt_class = 0;
    std::chrono::milliseconds timeout{0};
    std::uint32_t retries_left = 0;
    clock::time_point due{};
  };

  void run();
  void work();
  clock::time_point run_timers(clock::time_point now);
  void wake() noexcept;

  // manager_routes.cpp
  void transmit(const outgoing& what);
  void transmit_request(subnet::image& in, const outgoing& what);
  void hand_to_program(subnet::image& in, const outgoing& what, const place& at);
  void answered(const outgoing& request, std::uint32_t lid, std::vector<std::uint8_t> bytes);
  void carry(std::uint32_t slot, const datagram& what);
  void deliver(datagram what);
  void forget_the_dead(subnet::image& in);

  subnet::subnet_state& subnet_;
  std::mutex mutex_;
  unix_socket_transport transport_;
  waking wake_;

  /// The opened files. Changing them takes both mutexes.
  std::mutex files_mutex_;
  std::unordered_map<std::uint64_t, std::shared_ptr<port_file>> files_;

  /// The files of the agents, by the agents' numbers.
  std::unordered_map<std::uint32_t, std::pair<port_file*, std::uint32_t>> agents_;
  std::uint32_t next_agent_ = 0;
  std::list<pending> pending_;
  engine_thread thread_;
};

/// Returns the manager of this process; the first call makes it. A child of fork gets its own. Throws
/// std::system_error if it cannot be made.
manager& this_manager();

/// Returns the manager; null if there is none.
manager* started_manager() noexcept;

}  // namespace verbatim::emulator::mad
