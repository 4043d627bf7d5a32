// The contents of the devices' files in /sys and /dev.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "settings/options.hpp"

namespace verbatim::emulator {

/// The devices are functions of a PCI domain of their own, so that they are at no place of a device of
/// the machine: 15b3:00:00.0 and so on.
inline constexpr std::string_view pci_address_prefix = "15b3:00:00.";
inline constexpr const char* pci_directory_prefix = "/sys/devices/pci15b3:00/15b3:00:00.";
inline constexpr const char* pci_devices_path = "/sys/bus/pci/devices";

/// One file or symbolic link. Its directories are made with it.
struct tree_entry {
  std::string path;
  std::string text;
  bool is_link = false;

  /// True if a subnet manager can change it.
  bool changes = false;
};

/// Returns all entries. The same options give the same entries.
std::vector<tree_entry> device_tree(const options& with);

/// Returns the entries that a subnet manager can change, as they are now.
std::vector<tree_entry> changed_entries(const options& with);

/// These functions return the two paths of the file of device number `card`.
std::string device_file_path(unsigned card);
std::string device_number_path(unsigned card);

/// The file of the connection manager.
inline constexpr const char* cm_file_path = "/dev/infiniband/rdma_cm";

}  // namespace verbatim::emulator
