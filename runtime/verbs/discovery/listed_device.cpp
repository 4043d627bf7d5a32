// The facts about an RDMA device of this machine, as text.
#include "verbatim/verbs/discovery/listed_device.hpp"

namespace verbatim {

std::string to_string(const device& device) {
  auto text = device.name + ", " + to_string(device.guid);
  if (device.pci) text += ", PCI " + to_string(*device.pci);
  if (device.numa_node) text += ", NUMA node " + std::to_string(*device.numa_node);
  return text;
}

}  // namespace verbatim
