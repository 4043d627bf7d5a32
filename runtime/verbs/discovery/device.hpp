// The RDMA devices of this machine: listing, choosing and opening them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "verbatim/verbs/context/context.hpp"
#include "verbatim/verbs/values/pci_address.hpp"
#include "verbatim/verbs/values/port.hpp"

namespace verbatim {

struct device_selector;

/// A port of a device that need not be open.
struct device_port {
  std::uint8_t number = 0;                                   ///< from 1
  verbatim::link_layer link_layer = link_layer::infiniband;  ///< InfiniBand or Ethernet
  bool active = false;                                       ///< the link is up
  verbatim::lid lid = {};                                    ///< 0 on Ethernet
  std::uint8_t lmc = 0;                   ///< the port answers to 2^lmc LIDs from `lid` on
  std::vector<gid_entry> gids = {};       ///< the entries of the table that are used
  std::vector<std::string> netdevs = {};  ///< its network interfaces: `eth0`, `ib0`
  std::vector<gid> addresses = {};        ///< the IP addresses of these interfaces
};

/// A device as it was listed; it may be gone by now.
struct device {
  std::string name = {};     ///< `mlx5_0`
  verbatim::guid guid = {};  ///< of the device; those of its ports are in their GIDs
  bool is_mlx5 = false;      ///< ConnectX-4 and later, BlueField; see context::is_mlx5()
  std::string driver = {};   ///< of the PCI device, `mlx5_core`; "" for a device made of software
  std::optional<pci_address> pci = {};  ///< none for a device made of software
  std::optional<int> numa_node = {};    ///< none if the machine has only one or does not report it
  std::string firmware = {};            ///< its version; "" if there is none
  std::vector<device_port> ports = {};  ///< at least one
};

/// Returns text such as `mlx5_0, 0002:c903:005e:1a00, PCI 0000:03:00.0, NUMA node 0`.
std::string to_string(const device& device);
inline std::ostream& operator<<(std::ostream& out, const device& value) {
  return out << to_string(value);
}

/// Returns all RDMA devices, also those that are not mlx5; empty if there are none.
std::vector<device> devices();

namespace verbs {

/// A port and its device.
struct found_port {
  verbatim::device device;  ///< the device that has the port
  std::uint8_t port = 0;    ///< its number
};

}  // namespace verbs

/// Returns the port that `selector` names: `mlx5_0/2`, `%eth0`, `10.0.0.1`; device_selector.hpp has
/// the syntax. If several ports of one device fit, it is the first whose link is up. Throws an
/// error that lists the choices.
verbs::found_port find_port(std::string_view selector);
verbs::found_port find_port(const device_selector& selector);

/// Returns the devices that the selectors name, in their order: `find_devices({"mlx5_0",
/// "mlx5_1"})`. Throws one error for all that are missing.
std::vector<device> find_devices(std::span<const std::string> selectors);
std::vector<device> find_devices(std::initializer_list<std::string> selectors);

/// Opens the device that `selector` names. Without a selector, opens the first mlx5 device, or the
/// first of any kind if there is none. Throws an error that lists the devices, or says how to run
/// on the emulator if there are none.
context open_device(std::string_view selector = "");
context open_device(const device_selector& selector);

/// Opens a device that was listed.
context open_device(const device& device);

}  // namespace verbatim
