// The IP addresses of this machine that lead to RDMA ports.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "verbatim/connect/cm/address.hpp"

namespace verbatim::cm {

/// An IP address of this machine, and the RDMA port to which rdma_cm binds it.
struct local_address {
  cm::address address;
  std::string interface;  ///< the network interface that has the address, such as `eth0`
  std::string device;     ///< the RDMA device, such as `mlx5_0`
  std::uint8_t port = 0;  ///< the number of its port, from 1

  bool operator==(const local_address&) const noexcept = default;
};

/// Returns the addresses of this machine's interfaces that lead to an RDMA port, in the order of
/// getifaddrs(3). Listeners can use them, and peers can connect to them. Addresses that lead to no
/// RDMA port are left out. Throws if the kernel has no rdma_cm or no RDMA device.
std::vector<local_address> local_addresses();

}  // namespace verbatim::cm
