// The RDMA devices of this machine, which of them one means, and how to open it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "verbatim/verbs/context.hpp"
#include "verbatim/verbs/pci_address.hpp"
#include "verbatim/verbs/port.hpp"

namespace verbatim {

struct device_selector;

/// A port of a device that need not be open.
struct device_port {
  std::uint8_t number = 0;  ///< from 1
  verbatim::link_layer link_layer = link_layer::infiniband;
  bool active = false;                    ///< the link is up
  verbatim::lid lid = {};                 ///< 0 on Ethernet
  std::uint8_t lmc = 0;                   ///< the port answers to 2^lmc LIDs from `lid` on
  std::vector<gid_entry> gids = {};       ///< the entries of the table that are used
  std::vector<std::string> netdevs = {};  ///< its network interfaces: `eth0`, `ib0`
  std::vector<gid> addresses = {};        ///< the IP addresses of those
};

/// A device as it was listed; it need not be there any more.
struct device {
  std::string name = {};     ///< `mlx5_0`
  verbatim::guid guid = {};  ///< of the device; those of its ports are in their GIDs
  bool is_mlx5 = false;      ///< ConnectX-4 and later, BlueField; see context::is_mlx5()
  std::string driver = {};   ///< of the PCI device, `mlx5_core`; "" of a device made of software
  std::optional<pci_address> pci = {};  ///< none of a device made of software
  std::optional<int> numa_node = {};    ///< none where the machine has only one, or does not tell
  std::string firmware = {};            ///< its version; "" if there is none
  std::vector<device_port> ports = {};
};

/// `mlx5_0, 0002:c903:005e:1a00, PCI 0000:03:00.0, NUMA node 0`
std::string to_string(const device& device);
inline std::ostream& operator<<(std::ostream& out, const device& value) {
  return out << to_string(value);
}

/// All RDMA devices, also those that are not mlx5. Empty where there are none.
std::vector<device> devices();

/// A port, and the device that it is of.
struct found_port {
  verbatim::device device;
  std::uint8_t port = 0;  ///< its number
};

/// The port that `selector` means (device_selector.hpp has the syntax): `mlx5_0/2`, `%eth0`, `10.0.0.1`. Of
/// several ports of one device the first whose link is up. Throws an error that says which there are.
found_port find_port(std::string_view selector);
found_port find_port(const device_selector& selector);

/// The devices that the selectors mean, in their order: `find_devices({"mlx5_0", "mlx5_1"})`. Throws one
/// error for all that are not there.
std::vector<device> find_devices(std::span<const std::string> selectors);
std::vector<device> find_devices(std::initializer_list<std::string> selectors);

/// Opens the device that `selector` means; without one, the first mlx5 device, or if there is none the first
/// of any kind. Throws an error that says which devices there are, and where there are none, how to run on
/// the emulator.
context open_device(std::string_view selector = "");
context open_device(const device_selector& selector);

/// Opens a device that was listed.
context open_device(const device& device);

}  // namespace verbatim
