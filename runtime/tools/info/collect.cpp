// Collects facts about RDMA devices and their requirements.
#include "tools/info/collect.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>

#include "tools/info/obstacles.hpp"
#ifdef VERBATIM_HAS_CM
#include "verbatim/connect/cm/local_addresses.hpp"
#endif
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/context/context.hpp"

namespace verbatim::tools::info {
namespace {

constexpr std::array known_modules{
    "ib_core", "ib_uverbs", "rdma_cm", "rdma_ucm",       "ib_umad", "ib_ipoib", "mlx5_core",
    "mlx5_ib", "mlx4_core", "mlx4_ib", "bnxt_re",        "irdma",   "efa",      "erdma",
    "qedr",    "iw_cxgb4",  "hfi1",    "hns_roce_hw_v2", "mana_ib", "rdma_rxe", "siw"};

node_access access_to(const std::string& path) {
  if (access(path.c_str(), F_OK) != 0) return node_access::missing;
  return access(path.c_str(), R_OK | W_OK) == 0 ? node_access::allowed : node_access::forbidden;
}

/// Returns the node whose file `ibdev` contains the device's name, such as `uverbs0`; "" if there
/// is none.
std::string verbs_node_of(const verbs::sysfs& files, const std::string& device) {
  const std::string directory = "class/infiniband_verbs/";
  for (const auto& name : files.names(directory)) {
    if (files.text(directory + name + "/ibdev") == device) return name;
  }
  return "";
}

open_device_facts ask(const context& context) {
  open_device_facts facts{context.limits(), context.capabilities()};
  for (std::uint8_t port = 1; port <= facts.limits.phys_port_cnt; ++port) {
    facts.ports.push_back(context.local_end(port));
  }
  return facts;
}

device_facts facts_of(const std::string& name, const machine_sources& from) {
  constexpr long rnic = 4;  // node_type of iWARP
  const auto& files = from.devices.files;
  device_facts facts{.device = verbs::describe_device(from.devices, name)};
  facts.iwarp = files.number("class/infiniband/" + name + "/node_type") == rnic;
  const auto node = verbs_node_of(files, name);
  if (node.empty()) return facts;
  facts.verbs_node = from.dev + "/infiniband/" + node;
  facts.access = access_to(facts.verbs_node);
  return facts;
}

/// Opens the device through libibverbs. Fills in its properties, or the error.
void open(device_facts& facts, const std::vector<device>& listed) {
  const auto found = std::find_if(listed.begin(), listed.end(),
                                  [&](const device& one) { return one.name == facts.device.name; });
  facts.has_provider = found != listed.end();
  if (!facts.has_provider) return;
  facts.device.is_mlx5 = found->is_mlx5;
  try {
    facts.open = ask(open_device(*found));
  } catch (const error& failure) {
    facts.open_error = failure.what();
  }
}

std::vector<device> list_devices() {
  try {
    return devices();
  } catch (const error&) {
    return {};  // libibverbs cannot read /sys, and this program cannot either
  }
}

std::vector<card_facts> find_cards(const verbs::sysfs& files) {
  constexpr long network_controller = 0x02, infiniband_controller = 0x0c06;
  const std::string directory = "bus/pci/devices/";
  std::vector<card_facts> cards;
  for (const auto& name : files.names(directory)) {
    const auto at = parse_pci_address(name);
    const long kind = files.number(directory + name + "/class").value_or(0);
    if (!at || (kind >> 16 != network_controller && kind >> 8 != infiniband_controller)) continue;
    const auto number = [&](const char* file) {
      return static_cast<std::uint32_t>(files.number(directory + name + "/" + file).value_or(0));
    };
    cards.push_back({*at, number("vendor"), number("device"),
                     files.link_target(directory + name + "/driver"),
                     !files.names(directory + name + "/infiniband").empty()});
  }
  return cards;
}

/// Returns the addresses that lead to RDMA ports; none if this program was built without rdma_cm.
std::vector<address_facts> addresses() {
  std::vector<address_facts> all;
#ifdef VERBATIM_HAS_CM
  try {
    for (const auto& one : cm::local_addresses()) {
      all.push_back({one.address.host(), one.interface, one.device, one.port});
    }
  } catch (const error&) {
    // The findings say why rdma_cm makes no connections.
  }
#endif
  return all;
}

}  // namespace

machine_facts collect(const machine_sources& from) {
  const auto& files = from.devices.files;
  machine_facts facts{.cards = find_cards(files),
                      .on_emulator = is_emulated(),
                      .memlock = memlock_limit(),
                      .rdma_cm = access_to(from.dev + "/infiniband/rdma_cm")};
  for (const auto* module : known_modules) {
    if (files.exists(std::string("module/") + module)) facts.modules.push_back(module);
  }
  const auto listed = list_devices();
  for (const auto& name : files.names("class/infiniband")) {
    facts.devices.push_back(facts_of(name, from));
    open(facts.devices.back(), listed);
  }
  if (facts.rdma_cm == node_access::allowed && !facts.devices.empty())
    facts.addresses = addresses();
  return facts;
}

}  // namespace verbatim::tools::info
