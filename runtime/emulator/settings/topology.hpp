// The hosts of a fabric, with their devices and ports, as a file describes them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "settings/port_settings.hpp"

namespace verbatim::emulator {

/// One port of a host.
struct topology_port {
  link_layer link = link_layer::infiniband;
  port_state state = port_state::active;

  /// 0 on Ethernet.
  std::uint16_t lid = 0;

  /// The IP addresses of the port, with pluses between them.
  std::string addresses;

  /// The speed of the link in Gb/s.
  unsigned gigabits = 200;
};

struct topology_device {
  std::vector<topology_port> ports;
};

struct topology_host {
  std::string name;
  std::vector<topology_device> devices;

  /// The number of devices of the hosts before it.
  unsigned first_card = 0;
};

struct host_topology {
  static constexpr std::size_t most_hosts = 1023;
  std::vector<topology_host> hosts;

  /// One sentence each, with the file and the line.
  std::vector<std::string> errors;
};

/// Reads a topology. Lines are `host NAME`, `device mlx5_N` of the host before, and `port N KEY
/// VALUE ...` of the device before.
host_topology read_topology(const std::string& path);

/// Returns the speeds of ports in Gb/s.
const std::vector<unsigned>& speeds_of(link_layer link);

}  // namespace verbatim::emulator
