// The facts that `verbatim info` has found out about a machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "verbatim/verbs/context/capabilities.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/values/limits.hpp"
#include "verbatim/verbs/values/local_end.hpp"

namespace verbatim::tools::info {

/// The access that this user has to a file in /dev.
enum class node_access : std::uint8_t { missing, forbidden, allowed };

/// The facts that need an open device.
struct open_device_facts {
  verbatim::limits limits = {};
  verbatim::capabilities capabilities = {};
  std::vector<local_end> ports = {};  ///< port 1 first
};

/// A device that the kernel lists.
struct device_facts {
  verbatim::device device = {};
  bool iwarp = false;
  bool has_provider = false;    ///< libibverbs lists it
  std::string verbs_node = {};  ///< `/dev/infiniband/uverbs0`; "" if the kernel has none for it
  node_access access = node_access::missing;
  std::optional<open_device_facts> open = {};
  std::string open_error = {};  ///< the reason why it is not open
};

/// An IP address of this machine that rdma_cm binds to a port of an RDMA device.
struct address_facts {
  std::string address = {};
  std::string interface = {};
  std::string device = {};
  std::uint8_t port = 0;

  bool operator==(const address_facts&) const = default;
};

/// A network controller on the PCI bus.
struct card_facts {
  pci_address at = {};
  std::uint32_t vendor = 0;  ///< PCI vendor number: 0x15b3 is Mellanox
  std::uint32_t device = 0;
  std::string driver = {};  ///< "" if no driver is bound to it
  bool has_rdma = false;    ///< it has an RDMA device
};

struct machine_facts {
  std::vector<device_facts> devices = {};
  std::vector<card_facts> cards = {};
  std::vector<std::string> modules = {};  ///< available kernel modules for RDMA
  bool on_emulator = false;               ///< the program was started by verbatim-emulator
  std::optional<std::uint64_t> memlock =
      {};  ///< bytes that may be locked in memory; not set: any number
  node_access rdma_cm = node_access::missing;  ///< /dev/infiniband/rdma_cm
  std::vector<address_facts> addresses = {};   ///< those that lead to an RDMA port
};

}  // namespace verbatim::tools::info
