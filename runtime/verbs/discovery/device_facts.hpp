// The facts that the kernel reports about a device that is not open.
#pragma once

#include <string>
#include <vector>

#include "verbatim/verbs/base/sysfs.hpp"
#include "verbatim/verbs/discovery/listed_device.hpp"

namespace verbatim::verbs {

/// An IP address of a network interface.
struct net_address {
  std::string netdev;  ///< such as `eth0`
  gid address;         ///< an IPv4 address as ::ffff:a.b.c.d
};

/// The source of the facts: this machine, or the replacement of a test.
struct device_sources {
  sysfs files;                         ///< the files about devices
  std::vector<net_address> addresses;  ///< of all network interfaces
};

/// Returns the sources on this machine.
device_sources this_machine();

/// Returns the device of that name in class/infiniband. is_mlx5 is false, because the kernel does
/// not report it. Values that cannot be read are left out. The device has at least one port.
device describe_device(const device_sources& from, const std::string& name);

}  // namespace verbatim::verbs
