// The facts about an RDMA device of this machine that need not be open, and about its ports.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "verbatim/verbs/values/pci_address.hpp"
#include "verbatim/verbs/values/port.hpp"

namespace verbatim {

/// A port of a device that need not be open.
struct device_port {
  std::uint8_t number = 0;                                   ///< from 1
  verbatim::link_layer link_layer = link_layer::infiniband;  ///< InfiniBand or Ethernet
  bool active = false;                                       ///< the link is up
  verbatim::lid lid = {};                                    ///< 0 on Ethernet
  std::uint8_t lmc = 0;                   ///< the port has 2^lmc LIDs from `lid` on
  std::vector<gid_entry> gids = {};       ///< the used entries of the GID table
  std::vector<std::string> netdevs = {};  ///< its network interfaces, such as `eth0`, `ib0`
  std::vector<gid> addresses = {};        ///< the IP addresses of these interfaces
};

/// A listed device; it may be gone already.
struct device {
  std::string name = {};     ///< such as `mlx5_0`
  verbatim::guid guid = {};  ///< the device's GUID; the GUIDs of its ports are in their GIDs
  bool is_mlx5 = false;      ///< ConnectX-4 and later, BlueField; see context::is_mlx5()
  std::string driver = {};   ///< driver of the PCI device, such as `mlx5_core`; "" for a software
                             ///< device
  std::optional<pci_address> pci = {};  ///< none for a software device
  std::optional<int> numa_node = {};    ///< none if the machine has only one or does not report it
  std::string firmware = {};            ///< firmware version; "" if there is none
  std::vector<device_port> ports = {};  ///< at least one
};

/// Returns text such as `mlx5_0, 0002:c903:005e:1a00, PCI 0000:03:00.0, NUMA node 0`.
std::string to_string(const device& device);
inline std::ostream& operator<<(std::ostream& out, const device& value) {
  return out << to_string(value);
}

namespace verbs {

/// A port and its device.
struct found_port {
  verbatim::device device;  ///< the device that has the port
  std::uint8_t port = 0;    ///< the port's number, from 1
};

}  // namespace verbs

}  // namespace verbatim
