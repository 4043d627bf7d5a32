// The ports of rdma_cm that the processes of a fabric have bound, in a file that they share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include "cm/address.hpp"
#include "system/descriptor.hpp"

namespace verbatim::emulator::cm {

/// One bound port.
struct bound_port {
  /// The process; 0: the entry is free.
  std::uint32_t slot = 0;

  /// The communication ID of the binding id in that process.
  std::uint32_t communication = 0;
  std::uint16_t port_space = 0;
  std::uint16_t port = 0;
  std::uint16_t family = 0;
  bool address_family_only = false;
  bool reuse = false;
  bool listening = false;

  /// True if the address stands for all addresses of the machine.
  bool wildcard = false;
  gid bytes{};
};

/// The listener that a request meets.
struct listener_place {
  /// False: a listener has the port, but not for that address.
  bool matches = false;
  std::uint32_t slot = 0;
  std::uint32_t communication = 0;
};

/// The table of bound ports. The kernel has one for each network namespace; here each fabric has
/// one. A lock on the file guards it; entries of processes that died are recognized by the lock on
/// their slot. Errors are errno values, 0 for none.
class port_space {
 public:
  /// Opens the table in the manager's directory, and drops what another process left in `slot`.
  port_space(const std::string& directory, std::uint32_t slot);
  ~port_space();
  port_space(const port_space&) = delete;
  port_space& operator=(const port_space&) = delete;

  /// Binds a port; 0 stands for a free one, and is replaced.
  int bind(bound_port& wanted);

  /// Makes a bound port listen: it must then be the only one.
  int listen(bound_port wanted);

  /// Replaces what is known of a bound port.
  void update(const bound_port& changed) noexcept;
  void release(std::uint32_t communication) noexcept;

  /// Returns the listener for a request to that port and address; nothing if nobody listens.
  std::optional<listener_place> find_listener(std::uint16_t port_space, const address& to);

  /// For a child after fork: lets go without unlocking, which would unlock the parent's.
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
  descriptor file_;
  table* table_ = nullptr;
  std::minstd_rand random_;
};

}  // namespace verbatim::emulator::cm
