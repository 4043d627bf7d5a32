// One opened /dev/infiniband/umadN: its agents, and the datagrams that wait in it.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "mad/agents.hpp"
#include "mad/datagram.hpp"
#include "system/descriptor.hpp"

namespace verbatim::emulator::mad {

/// A datagram for the program, or one of its own that was not answered.
struct received {
  std::uint32_t agent = 0;

  /// 0, or ETIMEDOUT.
  std::uint32_t status = 0;
  datagram what;
};

/// An agent of a file. `number` identifies it in the fabric.
struct agent {
  std::uint32_t number = 0;
  registration wanted;
};

/// One opened file. The manager's lock guards it.
class port_file {
 public:
  static constexpr std::size_t most_agents = 32;

  /// The program's end is one of a pair of sockets: it is writable, and readable while a datagram
  /// waits. Throws std::system_error if there are no descriptors left.
  port_file(unsigned end_port_in, bool is_issm_in, int flags);
  ~port_file() = default;
  port_file(const port_file&) = delete;
  port_file& operator=(const port_file&) = delete;

  int program_fd() const noexcept { return program_fd_; }
  std::uint64_t inode() const noexcept { return inode_; }

  /// Queues a datagram.
  void put(received made);

  /// Returns the oldest datagram; null if there is none.
  received* front() noexcept { return waiting_.empty() ? nullptr : &waiting_.front(); }

  /// Removes the oldest datagram. `through` is a descriptor of this file.
  void pop(int through);

  /// Forgets the datagrams of an agent. `through` is a descriptor of this file.
  void forget(std::uint32_t agent, int through);

  /// The port, among those of all devices.
  const unsigned end_port;

  /// True for /dev/infiniband/issmN, which only marks the port as one of a subnet manager.
  const bool is_issm;

  /// True if headers have a P_Key index.
  bool has_pkey_index = false;

  /// True once the form of headers can no longer change.
  bool is_used = false;

  std::array<std::optional<agent>, most_agents> agents;

 private:
  void announce() noexcept;
  void drain(int through) noexcept;

  int program_fd_ = -1;
  descriptor writer_;
  std::uint64_t inode_ = 0;
  std::deque<received> waiting_;

  /// The number of bytes in the socket, one for each datagram as far as there is room.
  std::size_t announced_ = 0;
};

}  // namespace verbatim::emulator::mad
