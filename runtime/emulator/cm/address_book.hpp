// The IP addresses and GIDs of the emulated ports, and the routes between them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cm/address.hpp"
#include "objects/port.hpp"
#include "settings/options.hpp"

namespace verbatim::emulator::cm {

/// A port of a device, and the entry of its GID table for an address.
struct place {
  unsigned card = 0;

  /// Counted from 1.
  std::uint8_t port = 1;
  std::uint8_t gid_index = 0;
};

/// The ports by address. Each process makes the same table from its options.
class address_book {
 public:
  explicit address_book(const options& with);

  /// Returns the port with that IP address or GID.
  std::optional<place> find(const address& wanted) const;

  /// Returns the first port's first address of that family, for loopback addresses that no port
  /// has. Returns nothing if there is none.
  std::optional<address> first_address(std::uint16_t family) const;

  const port_identity& port(const place& at) const noexcept {
    return ports_[at.card][at.port - 1u];
  }

  /// Returns the GID in packets of an address. For an IP address, it is the mapped address on
  /// Ethernet, and the GID of the port on InfiniBand.
  gid gid_of(const address& of, const place& at) const;

  /// Returns the MTU of the ports in the encoding of ibv_mtu.
  std::uint8_t mtu() const noexcept { return mtu_; }

 private:
  std::vector<std::vector<port_identity>> ports_;
  std::uint8_t mtu_;
};

/// Returns true if a network interface of the machine has the address.
bool is_of_this_machine(const address& wanted) noexcept;

/// Returns the address from which the machine's routing would reach `to`; nothing, with errno, if
/// there is no route.
std::optional<address> routed_source(const address& to) noexcept;

}  // namespace verbatim::emulator::cm
