// What the kernel tells of a device that is not open.
#pragma once

#include <string>
#include <vector>

#include "verbatim/verbs/device.hpp"
#include "verbatim/verbs/sysfs.hpp"

namespace verbatim::verbs {

/// An IP address of a network interface.
struct net_address {
  std::string netdev;
  gid address;
};

/// Where the facts come from: this machine, or what a test puts in its place.
struct device_sources {
  sysfs files;
  std::vector<net_address> addresses;
};

device_sources this_machine();

/// The device of that name in class/infiniband; is_mlx5 is not a fact of the kernel's, and false. What
/// cannot be read is left out; at least one port is there.
device describe_device(const device_sources& from, const std::string& name);

}  // namespace verbatim::verbs
