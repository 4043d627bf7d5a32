// The ports of rdma_cm that the processes of a fabric have bound, in a file that they share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "cm/address.hpp"
#include "system/descriptor.hpp"

namespace verbatim::emulator::cm {

/// One bound port.
struct bound_port {
  /// The slot of the process; 0: the entry is free.
  std::uint32_t slot = 0;

  /// The communication ID of the binding id in that process.
  std::uint32_t communication = 0;

  /// The host of that process. Each host has ports of its own.
  std::uint16_t host = 0;
  std::uint16_t port_space = 0;
  std::uint16_t port = 0;
  std::uint16_t family = 0;
  bool address_family_only = false;
  bool reuse = false;
  bool listening = false;

  /// True if the address means all addresses of the machine.
  bool wildcard = false;
  gid bytes{};
};

/// The listener for a request.
struct listener_place {
  std::uint32_t slot = 0;
  std::uint32_t communication = 0;
};

/// The table of bound ports. The kernel has one for each network namespace; here each fabric has
/// one, for all its hosts. A lock on the file guards it; entries of dead processes are recognized by
/// the missing lock on their slot. Errors are errno values, 0 for none.
class port_space {
 public:
  /// Opens the table in the manager's directory, and drops the entries that another process left in
  /// `slot`. The process is on that host of the topology.
  port_space(const std::string& directory, std::uint32_t slot, unsigned host);
  ~port_space();
  port_space(const port_space&) = delete;
  port_space& operator=(const port_space&) = delete;

  /// Binds a port; 0 means a free port, and is replaced by its number.
  int bind(bound_port& wanted);

  /// Makes a bound port listen: no other id may have the port then.
  int listen(bound_port wanted);

  /// Updates the entry of a bound port.
  void update(const bound_port& changed) noexcept;
  void release(std::uint32_t communication) noexcept;

  /// Returns the listener for a request to that port and address of a host; nothing if there is no
  /// listener.
  std::optional<listener_place> find_listener(std::uint16_t space, const address& to,
                                              unsigned host);

  /// For a child after fork: releases the table without unlocking, which would release the parent's
  /// lock.
  void abandon() noexcept;

 private:
  struct table;

  bool alive(std::uint32_t slot) const noexcept;
  int conflict(const bound_port& wanted, bool listening) noexcept;
  int add(const bound_port& wanted) noexcept;
  bool taken(std::uint16_t space, std::uint16_t port) noexcept;
  bound_port* own(std::uint32_t communication) noexcept;

  std::string directory_;
  std::uint32_t slot_;
  std::uint16_t host_;
  descriptor file_;
  table* table_ = nullptr;
  unsigned next_;  ///< free ports are given in turn, so that none comes again soon
};

}  // namespace verbatim::emulator::cm
