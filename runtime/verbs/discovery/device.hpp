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

/// Returns all RDMA devices, mlx5 or not; empty if there are none.
std::vector<device> devices();

namespace verbs {

/// A port and its device.
struct found_port {
  verbatim::device device;  ///< the device that has the port
  std::uint8_t port = 0;    ///< the port's number, from 1
};

}  // namespace verbs

/// Returns the port that `selector` selects, such as `mlx5_0/2`, `%eth0` or `10.0.0.1`;
/// device_selector.hpp has the syntax. If several ports of one device match, returns the first
/// whose link is up. Throws an error that lists the choices.
verbs::found_port find_port(std::string_view selector);
verbs::found_port find_port(const device_selector& selector);

/// Returns the devices of the selectors, in the same order: `find_devices({"mlx5_0", "mlx5_1"})`.
/// Throws one error for all that are missing.
std::vector<device> find_devices(std::span<const std::string> selectors);
std::vector<device> find_devices(std::initializer_list<std::string> selectors);

/// Opens the device that `selector` selects. Without a selector, opens the first mlx5 device, or
/// the first device of any kind if there is no mlx5 device. Throws an error that lists the devices,
/// or explains how to run on the emulator if there are none.
context open_device(std::string_view selector = "");
context open_device(const device_selector& selector);

/// Opens a device that was listed.
context open_device(const device& device);

}  // namespace verbatim
