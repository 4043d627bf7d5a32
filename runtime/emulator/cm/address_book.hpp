// The IP addresses and GIDs of the emulated ports, and the routes between them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cm/address.hpp"
#include "objects/port.hpp"
#include "settings/options.hpp"
#include "subnet/subnet_state.hpp"

namespace verbatim::emulator::cm {

/// A port of a device, and the entry of its GID table for an address.
struct place {
  unsigned card = 0;

  /// Counted from 1.
  std::uint8_t port = 1;
  std::uint8_t gid_index = 0;
};

/// The ports by address. Each process of a host makes the same table from its options.
class address_book {
 public:
  explicit address_book(const options& with);

  /// Returns this host's port with that IP address or GID.
  std::optional<place> find(const address& wanted) const;

  /// Returns the port of another host with that IP address or GID; null if there is none.
  const port_identity* find_elsewhere(const address& wanted) const noexcept;

  /// Returns this host's port from which packets to a port of another host leave, and its address:
  /// of those of the same link layer and family, the one whose address has the longest beginning in
  /// common. Returns nothing if there is none.
  std::optional<address> source_to(const port_identity& there, const address& to) const;

  /// Returns the port with that IP address or GID, of any host; null if there is none.
  const port_identity* find_anywhere(const address& wanted) const;

  /// Returns the first port's first address of that family, for loopback addresses that no port
  /// has. Returns nothing if there is none.
  std::optional<address> first_address(std::uint16_t family) const;

  /// Returns the host of that address: this one, if no port of another has it.
  unsigned host_of(const address& wanted) const noexcept;

  const port_identity& port(const place& at) const noexcept {
    return ports_[at.card][at.port - 1u];
  }

  /// Returns the GID in packets of an address. For an IP address, it is the mapped address on
  /// Ethernet, and the GID of the port on InfiniBand.
  gid gid_of(const address& of, const place& at) const;

  /// Does the same for an address that was found on a port of any host.
  gid gid_of(const address& of, const port_identity& on) const;

  /// Returns the MTU of the ports in the encoding of ibv_mtu.
  std::uint8_t mtu() const noexcept { return mtu_; }

  /// Gives the ports what a subnet manager has changed since the last call.
  void follow_subnet();

 private:
  std::vector<std::vector<port_identity>> ports_;
  std::vector<port_identity> elsewhere_;
  unsigned host_;

  /// Null on Ethernet.
  subnet::subnet_state* subnet_;
  std::uint32_t subnet_seen_ = 0;
  std::uint8_t mtu_;
};

/// Returns true if a network interface of the machine has the address.
bool is_of_this_machine(const address& wanted) noexcept;

/// Returns the address from which the machine's routing would reach `to`; nothing, with errno, if
/// there is no route.
std::optional<address> routed_source(const address& to) noexcept;

}  // namespace verbatim::emulator::cm
