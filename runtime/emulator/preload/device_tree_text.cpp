// The sysfs tree of one ConnectX-6 on an InfiniBand fabric, as the kernel would show it.
#include "preload/device_tree_text.hpp"

#include <fmt/format.h>

#include "abi/capabilities.hpp"
#include "abi/device_file.hpp"
#include "objects/device.hpp"

namespace verbatim::emulator {
namespace {

/// 64 bits as sysfs writes a GUID: four groups of four digits.
std::string in_groups(std::uint64_t guid) {
  return fmt::format("{:04x}:{:04x}:{:04x}:{:04x}", guid >> 48, guid >> 32 & 0xffff,
                     guid >> 16 & 0xffff, guid & 0xffff);
}

constexpr const char* pci_device = "/sys/devices/pci0000:00/0000:00:05.0";

void add_pci_device(std::vector<tree_entry>& to) {
  const auto add = [&to](const char* name, std::string text) {
    to.push_back({fmt::format("{}/{}", pci_device, name), std::move(text)});
  };
  // libibverbs matches the modalias against the vendors and devices its drivers know.
  add("modalias", fmt::format("pci:v{:08X}d{:08X}sv{:08X}sd{:08X}bc02sc07i00\n", pci_vendor_id,
                              vendor_part_id, pci_vendor_id, 7));
  add("vendor", fmt::format("{:#06x}\n", pci_vendor_id));
  add("device", fmt::format("{:#06x}\n", vendor_part_id));
  add("subsystem_vendor", fmt::format("{:#06x}\n", pci_vendor_id));
  add("subsystem_device", "0x0007\n");
  add("class", "0x020700\n");
  add("revision", "0x00\n");
  add("numa_node", "-1\n");
  add("local_cpus", "ffffffff,ffffffff\n");
  add("local_cpulist", "0-63\n");
  add("uevent", "DRIVER=mlx5_core\nPCI_SLOT_NAME=0000:00:05.0\n");
}

void add_port(std::vector<tree_entry>& to) {
  const auto add = [&to](const std::string& name, std::string text) {
    to.push_back(
        {fmt::format("{}/infiniband/mlx5_0/ports/1/{}", pci_device, name), std::move(text)});
  };
  const ib_uverbs_query_port_resp port = port_answer().legacy_resp;
  add("state", "4: ACTIVE\n");
  add("phys_state", "5: LinkUp\n");
  add("lid", fmt::format("{:#x}\n", port.lid));
  add("sm_lid", fmt::format("{:#x}\n", port.sm_lid));
  add("lid_mask_count", "0\n");
  add("sm_sl", "0\n");
  add("cap_mask", fmt::format("{:#010x}\n", port.port_cap_flags));
  add("rate", "200 Gb/sec (4X HDR)\n");
  add("link_layer", "InfiniBand\n");
  const std::string gid =
      in_groups(device::subnet_prefix) + ':' + in_groups(device::port_guid) + '\n';
  const std::string no_gid = in_groups(0) + ':' + in_groups(0) + '\n';
  for (std::uint32_t index = 0; index < gid_table_size; ++index) {
    add(fmt::format("gids/{}", index), index < gid_count ? gid : no_gid);
  }
  add("gid_attrs/types/0", "IB/RoCE v1\n");
  // An InfiniBand port has no network interface: the file is there and empty.
  add("gid_attrs/ndevs/0", "");
  add("pkeys/0", "0xffff\n");
}

void add_device(std::vector<tree_entry>& to) {
  const auto add = [&to](const char* name, std::string text, bool is_link = false) {
    to.push_back(
        {fmt::format("{}/infiniband/mlx5_0/{}", pci_device, name), std::move(text), is_link});
  };
  const std::string guid = in_groups(device::node_guid) + '\n';
  add("node_type", "1: CA\n");
  add("node_guid", guid);
  add("sys_image_guid", guid);
  add("node_desc", "Verbatim emulated ConnectX\n");
  add("fw_ver", fmt::format("{}.{}.{:04}\n", firmware_version >> 32,
                            firmware_version >> 16 & 0xffff, firmware_version & 0xffff));
  add("hca_type", fmt::format("MT{}\n", vendor_part_id));
  add("hw_rev", "0\n");
  add("board_id", "VERBATIM_EMULATOR\n");
  add("device", "../..", true);
  add_port(to);
}

void add_verbs_file(std::vector<tree_entry>& to) {
  const auto add = [&to](const char* name, std::string text, bool is_link = false) {
    to.push_back({fmt::format("{}/infiniband_verbs/uverbs0/{}", pci_device, name), std::move(text),
                  is_link});
  };
  const std::string number = fmt::format("{}:{}\n", device_major, device_minor);
  add("ibdev", "mlx5_0\n");
  add("dev", number);
  add("abi_version", "1\n");
  add("device", "../..", true);
  to.push_back({"/sys/class/infiniband_verbs/abi_version", "6\n"});
  to.push_back({"/dev/infiniband/uverbs0", number});
  to.push_back({fmt::format("/dev/char/{}:{}", device_major, device_minor), number});
}

}  // namespace

std::vector<tree_entry> device_tree() {
  std::vector<tree_entry> tree;
  add_pci_device(tree);
  add_device(tree);
  add_verbs_file(tree);
  const std::string up = "../../devices/pci0000:00/0000:00:05.0/";
  tree.push_back({"/sys/class/infiniband/mlx5_0", up + "infiniband/mlx5_0", true});
  tree.push_back({"/sys/class/infiniband_verbs/uverbs0", up + "infiniband_verbs/uverbs0", true});
  return tree;
}

}  // namespace verbatim::emulator
