// The sysfs tree of ConnectX-6 cards, in the form of the kernel.
#include "preload/device_tree_text.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "abi/commands/capabilities.hpp"
#include "abi/device_file.hpp"
#include "cm/device_file.hpp"
#include "mad/device_file.hpp"
#include "objects/subnet_ports.hpp"

namespace verbatim::emulator {
namespace {

/// Returns 64 bits in sysfs's form of a GUID: four groups of four digits.
std::string in_groups(std::uint64_t guid) {
  return fmt::format("{:04x}:{:04x}:{:04x}:{:04x}", guid >> 48, guid >> 32 & 0xffff,
                     guid >> 16 & 0xffff, guid & 0xffff);
}

constexpr unsigned subsystem_id = 7;

/// Returns sixteen bytes in sysfs's form of a GID.
std::string in_groups(const gid& address) { return in_words(address) + '\n'; }

/// The paths of a device and its ports in the tree.
struct device_place {
  explicit device_place(unsigned card)
      : address(fmt::format("{}{}", pci_address_prefix, card)),
        pci(pci_directory_prefix + std::to_string(card)),
        name(fmt::format("mlx5_{}", card)),
        file(fmt::format("uverbs{}", card)) {}

  std::string address;
  std::string pci;
  std::string name;
  std::string file;
};

/// Returns the configuration space, as far as it has no addresses.
std::string configuration(bool ethernet) {
  constexpr unsigned type0_subsystem_vendor = 0x2c;
  std::string bytes(256, '\0');
  const auto put = [&](std::size_t at, unsigned value) {
    bytes[at] = static_cast<char>(value & 0xff);
    bytes[at + 1] = static_cast<char>(value >> 8);
  };
  put(0x00, pci_vendor_id);
  put(0x02, vendor_part_id);
  put(0x04, 0x0006);  // reads memory and is bus master
  put(0x0a, ethernet ? 0x0200 : 0x0207);
  put(type0_subsystem_vendor, pci_vendor_id);
  put(type0_subsystem_vendor + 2, subsystem_id);
  return bytes;
}

/// Returns the lines of 13 regions, none with an address: the program cannot map them.
std::string no_regions() {
  std::string lines;
  for (int i = 0; i < 13; ++i)
    lines += "0x0000000000000000 0x0000000000000000 0x0000000000000000\n";
  return lines;
}

void add_pci_device(std::vector<tree_entry>& to, const device_place& at, bool ethernet) {
  const auto add = [&](const char* name, std::string text) {
    to.push_back({fmt::format("{}/{}", at.pci, name), std::move(text)});
  };
  // The class of a network controller: InfiniBand or Ethernet.
  const unsigned subclass = ethernet ? 0 : 7;
  // libibverbs matches the modalias against the vendors and devices its drivers know.
  add("modalias", fmt::format("pci:v{:08X}d{:08X}sv{:08X}sd{:08X}bc02sc{:02x}i00\n", pci_vendor_id,
                              vendor_part_id, pci_vendor_id, subsystem_id, subclass));
  add("vendor", fmt::format("{:#06x}\n", pci_vendor_id));
  add("device", fmt::format("{:#06x}\n", vendor_part_id));
  add("subsystem_vendor", fmt::format("{:#06x}\n", pci_vendor_id));
  add("subsystem_device", fmt::format("{:#06x}\n", subsystem_id));
  add("class", fmt::format("0x02{:02x}00\n", subclass));
  add("revision", "0x00\n");
  add("numa_node", "-1\n");
  add("local_cpus", "ffffffff,ffffffff\n");
  add("local_cpulist", "0-63\n");
  add("uevent", fmt::format("DRIVER=mlx5_core\nPCI_SLOT_NAME={}\n", at.address));
  add("config", configuration(ethernet));
  add("resource", no_regions());
  add("irq", "0\n");
  add("enable", "1\n");
  // Programs use only the last names of these links. The targets do not exist.
  to.push_back({at.pci + "/driver", "../../../bus/pci/drivers/mlx5_core", true});
  to.push_back({at.pci + "/subsystem", "../../../bus/pci", true});
  const std::string up = "../../.." + at.pci.substr(std::string_view("/sys").size());
  to.push_back({fmt::format("{}/{}", pci_devices_path, at.address), up, true});
}

/// Adds what a subnet manager can change.
void add_managed(std::vector<tree_entry>& to, const device_place& at, const port_identity& port,
                 std::size_t number) {
  const auto add = [&](const char* name, std::string text) {
    to.push_back({fmt::format("{}/infiniband/{}/ports/{}/{}", at.pci, at.name, number, name),
                  std::move(text), false, true});
  };
  const ib_uverbs_query_port_resp is = port_answer(port).legacy_resp;
  constexpr std::array<std::string_view, 5> states{"NOP", "DOWN", "INIT", "ARMED", "ACTIVE"};
  add("state", fmt::format("{}: {}\n", is.state, states[is.state]));
  add("phys_state",
      is.state == static_cast<std::uint8_t>(port_state::down) ? "2: Polling\n" : "5: LinkUp\n");
  add("lid", fmt::format("{:#x}\n", is.lid));
  add("sm_lid", fmt::format("{:#x}\n", is.sm_lid));
  add("lid_mask_count", fmt::format("{}\n", is.lmc));
  add("sm_sl", fmt::format("{}\n", is.sm_sl));
  add("pkeys/0", fmt::format("{:#06x}\n", port.pkey));
}

void add_port(std::vector<tree_entry>& to, const device_place& at, const port_identity& port,
              std::size_t number) {
  const auto add = [&](const std::string& name, std::string text) {
    to.push_back({fmt::format("{}/infiniband/{}/ports/{}/{}", at.pci, at.name, number, name),
                  std::move(text)});
  };
  const ib_uverbs_query_port_resp is = port_answer(port).legacy_resp;
  add_managed(to, at, port, number);
  add("cap_mask", fmt::format("{:#010x}\n", is.port_cap_flags));
  add("rate", fmt::format("{}\n", rate_of(port).words));
  add("link_layer", port.ethernet() ? "Ethernet\n" : "InfiniBand\n");
  for (std::uint32_t index = 0; index < gid_table_size; ++index) {
    const bool is_set = index < port.gids.size();
    add(fmt::format("gids/{}", index), in_groups(is_set ? port.gids[index].bytes : gid{}));
    if (!is_set) continue;
    const bool v2 = port.gids[index].type == gid_type::roce_v2;
    add(fmt::format("gid_attrs/types/{}", index), v2 ? "RoCE v2\n" : "IB/RoCE v1\n");
    // An InfiniBand port has no network interface: the file exists and is empty.
    add(fmt::format("gid_attrs/ndevs/{}", index), port.ethernet() ? port.netdev + '\n' : "");
  }
}

void add_device(std::vector<tree_entry>& to, const device_place& at, unsigned card,
                const std::vector<port_identity>& ports) {
  const auto add = [&](const char* name, std::string text, bool is_link = false) {
    to.push_back(
        {fmt::format("{}/infiniband/{}/{}", at.pci, at.name, name), std::move(text), is_link});
  };
  const std::string guid = in_groups(ports.front().node_guid) + '\n';
  add("node_type", "1: CA\n");
  add("node_guid", guid);
  add("sys_image_guid", guid);
  add("node_desc", description_of(card) + '\n');
  add("fw_ver", firmware_version_text() + '\n');
  add("hca_type", fmt::format("MT{}\n", vendor_part_id));
  add("hw_rev", "0\n");
  add("board_id", "VERBATIM_EMULATOR\n");
  add("device", "../..", true);
  for (std::size_t i = 0; i < ports.size(); ++i) add_port(to, at, ports[i], i + 1);
}

std::string device_number(unsigned card) {
  return fmt::format("{}:{}", device_major, first_device_minor + card);
}

void add_verbs_file(std::vector<tree_entry>& to, const device_place& at, unsigned card) {
  const auto add = [&](const char* name, std::string text, bool is_link = false) {
    to.push_back({fmt::format("{}/infiniband_verbs/{}/{}", at.pci, at.file, name), std::move(text),
                  is_link});
  };
  const std::string number = device_number(card) + '\n';
  add("ibdev", at.name + '\n');
  add("dev", number);
  add("abi_version", "1\n");
  add("device", "../..", true);
  to.push_back({device_file_path(card), number});
  to.push_back({device_number_path(card), number});
}

/// Adds a network interface to the device. On InfiniBand, it represents the IPoIB interface.
void add_interface(std::vector<tree_entry>& to, const device_place& at, const port_identity& port,
                   unsigned number) {
  const std::string interface = fmt::format("{}/net/{}", at.pci, port.netdev);
  const auto add = [&](const char* name, std::string text) {
    to.push_back({fmt::format("{}/{}", interface, name), std::move(text)});
  };
  add("ifindex", fmt::format("{}\n", port.netdev_index));
  add("dev_port", fmt::format("{}\n", number));
  if (!port.netdev.starts_with(own_netdev_prefix)) return;
  add("address", in_words(port.mac) + '\n');
  add("mtu", "1500\n");
  add("type", "1\n");
  add("operstate", port.active ? "up\n" : "down\n");
  add("carrier", port.active ? "1\n" : "0\n");
  add("speed", fmt::format("{}\n", port.gigabits * 1000));
  to.push_back({interface + "/device", "../..", true});
  const std::string up = "../.." + interface.substr(std::string_view("/sys").size());
  to.push_back({fmt::format("/sys/class/net/{}", port.netdev), up, true});
}

/// Adds the network interfaces of the ports: one of the machine for all, or one for each.
void add_interfaces(std::vector<tree_entry>& to, const device_place& at, const options& with,
                    const std::vector<port_identity>& ports) {
  const std::size_t count = with.has_own_netdevs() ? ports.size() : 1;
  for (unsigned i = 0; i < count; ++i) add_interface(to, at, ports[i], i);
}

/// Adds links to the devices of the machine, beside which the emulated ones are.
void add_pci_devices_of_machine(std::vector<tree_entry>& to) {
  // A path with a second slash is not redirected.
  const std::filesystem::path here = "/sys/bus/pci//devices";
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(here, none)) {
    // With --mount, the emulated devices are among them.
    const std::string name = entry.path().filename();
    if (name.starts_with(pci_address_prefix)) continue;
    to.push_back(
        {pci_devices_path + ('/' + name), std::filesystem::canonical(entry.path(), none), true});
  }
}

void add_management_file(std::vector<tree_entry>& to, const device_place& at, unsigned port,
                         const mad::file_name& which) {
  const std::string name = fmt::format("{}{}", which.is_issm ? "issm" : "umad", which.number);
  const std::string number = fmt::format("{}:{}\n", mad::device_major, which.device_minor());
  const auto add = [&](const char* file, std::string text, bool is_link = false) {
    to.push_back(
        {fmt::format("{}/infiniband_mad/{}/{}", at.pci, name, file), std::move(text), is_link});
  };
  add("ibdev", at.name + '\n');
  add("port", fmt::format("{}\n", port));
  add("dev", number);
  add("device", "../..", true);
  to.push_back({"/dev/infiniband/" + name, number});
  to.push_back({fmt::format("/dev/char/{}:{}", mad::device_major, which.device_minor()), number});
  const std::string up = "../.." + at.pci.substr(std::string_view("/sys").size());
  to.push_back({"/sys/class/infiniband_mad/" + name, up + "/infiniband_mad/" + name, true});
}

/// Adds the files of management datagrams. RoCE has no subnet managers, and so no issmN.
void add_management_files(std::vector<tree_entry>& to, const device_place& at, unsigned card,
                          const std::vector<port_identity>& ports) {
  for (unsigned i = 0; i < ports.size(); ++i) {
    const unsigned number = card * static_cast<unsigned>(ports.size()) + i;
    add_management_file(to, at, i + 1, {number, false});
    if (!ports[i].ethernet()) add_management_file(to, at, i + 1, {number, true});
  }
}

/// Adds the links to the device in the class directories.
void add_links(std::vector<tree_entry>& to, const device_place& at) {
  const std::string up = "../.." + at.pci.substr(std::string_view("/sys").size());
  to.push_back({"/sys/class/infiniband/" + at.name, up + "/infiniband/" + at.name, true});
  to.push_back(
      {"/sys/class/infiniband_verbs/" + at.file, up + "/infiniband_verbs/" + at.file, true});
}

}  // namespace

std::string device_file_path(unsigned card) {
  return fmt::format("/dev/infiniband/uverbs{}", card);
}

std::string device_number_path(unsigned card) { return "/dev/char/" + device_number(card); }

std::vector<tree_entry> changed_entries(const options& with) {
  std::vector<tree_entry> entries;
  for (unsigned card = 0; card < with.devices; ++card) {
    const std::vector<port_identity> ports = present_ports(card);
    for (std::size_t i = 0; i < ports.size(); ++i) {
      add_managed(entries, device_place(card), ports[i], i + 1);
    }
  }
  return entries;
}

std::vector<tree_entry> device_tree(const options& with) {
  std::vector<tree_entry> tree;
  tree.push_back({"/sys/class/infiniband_verbs/abi_version", "6\n"});
  tree.push_back({"/sys/class/infiniband_mad/abi_version", fmt::format("{}\n", mad::abi_version)});
  const std::string cm_number = fmt::format("{}:{}\n", cm::device_major, cm::device_minor);
  tree.push_back({"/sys/class/misc/rdma_cm/abi_version", fmt::format("{}\n", cm::abi_version)});
  tree.push_back({"/sys/class/misc/rdma_cm/dev", cm_number});
  tree.push_back({cm_file_path, cm_number});
  add_pci_devices_of_machine(tree);
  for (unsigned card = 0; card < with.devices; ++card) {
    const device_place at(card);
    const std::vector<port_identity> ports = make_ports(with, card);
    add_pci_device(tree, at, ports.front().ethernet());
    add_device(tree, at, card, ports);
    add_interfaces(tree, at, with, ports);
    add_verbs_file(tree, at, card);
    if (!with.hosts) add_management_files(tree, at, card, ports);
    add_links(tree, at);
  }
  return tree;
}

}  // namespace verbatim::emulator
