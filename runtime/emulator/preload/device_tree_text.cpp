// The sysfs tree of ConnectX-6 cards, in the form of the kernel.
#include "preload/device_tree_text.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

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

/// Returns sixteen bytes in sysfs's form of a GID.
std::string in_groups(const gid& address) { return in_words(address) + '\n'; }

/// The paths of a device and its ports in the tree.
struct device_place {
  explicit device_place(unsigned card)
      : pci(fmt::format("/sys/devices/pci0000:00/0000:00:05.{}", card)),
        name(fmt::format("mlx5_{}", card)),
        file(fmt::format("uverbs{}", card)) {}

  std::string pci;
  std::string name;
  std::string file;
};

void add_pci_device(std::vector<tree_entry>& to, const device_place& at, bool ethernet) {
  const auto add = [&](const char* name, std::string text) {
    to.push_back({fmt::format("{}/{}", at.pci, name), std::move(text)});
  };
  // The class of a network controller: InfiniBand or Ethernet.
  const unsigned subclass = ethernet ? 0 : 7;
  // libibverbs matches the modalias against the vendors and devices its drivers know.
  add("modalias", fmt::format("pci:v{:08X}d{:08X}sv{:08X}sd{:08X}bc02sc{:02x}i00\n", pci_vendor_id,
                              vendor_part_id, pci_vendor_id, 7, subclass));
  add("vendor", fmt::format("{:#06x}\n", pci_vendor_id));
  add("device", fmt::format("{:#06x}\n", vendor_part_id));
  add("subsystem_vendor", fmt::format("{:#06x}\n", pci_vendor_id));
  add("subsystem_device", "0x0007\n");
  add("class", fmt::format("0x02{:02x}00\n", subclass));
  add("revision", "0x00\n");
  add("numa_node", "-1\n");
  add("local_cpus", "ffffffff,ffffffff\n");
  add("local_cpulist", "0-63\n");
  add("uevent",
      fmt::format("DRIVER=mlx5_core\nPCI_SLOT_NAME={}\n", at.pci.substr(at.pci.rfind('/') + 1)));
  // Programs use only the last names of these links. The targets do not exist.
  to.push_back({at.pci + "/driver", "../../../bus/pci/drivers/mlx5_core", true});
  to.push_back({at.pci + "/subsystem", "../../../bus/pci", true});
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

/// Adds the links from the device to its network interface, which is an interface of this machine.
/// On InfiniBand, it represents the IPoIB interface.
void add_interface(std::vector<tree_entry>& to, const device_place& at, const port_identity& port) {
  const std::string interface = fmt::format("{}/net/{}", at.pci, port.netdev);
  to.push_back({interface + "/ifindex", fmt::format("{}\n", port.netdev_index)});
  to.push_back({interface + "/dev_port", "0\n"});
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
  for (unsigned card = 0; card < with.devices; ++card) {
    const device_place at(card);
    const std::vector<port_identity> ports = make_ports(with, card);
    add_pci_device(tree, at, ports.front().ethernet());
    add_device(tree, at, card, ports);
    add_interface(tree, at, ports.front());
    add_verbs_file(tree, at, card);
    if (!with.hosts) add_management_files(tree, at, card, ports);
    add_links(tree, at);
  }
  return tree;
}

}  // namespace verbatim::emulator
