// Finds problems of a machine with RDMA, and their remedies.
#include "tools/info/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace verbatim::tools::info {
namespace {

class list {
 public:
  template <class... Arguments>
  void add(severity severity, std::string subject, std::string what,
           fmt::format_string<Arguments...> remedy, Arguments&&... arguments) {
    findings_.push_back({severity, std::move(subject), std::move(what),
                         fmt::format(remedy, std::forward<Arguments>(arguments)...)});
  }

  std::vector<finding> sorted() && {
    std::stable_sort(findings_.begin(), findings_.end(),
                     [](const finding& a, const finding& b) { return a.severity < b.severity; });
    return std::move(findings_);
  }

 private:
  std::vector<finding> findings_;
};

/// The kernel module that makes RDMA devices for the cards of a driver.
struct rdma_module {
  std::string_view driver, module;
};
constexpr std::array<rdma_module, 9> rdma_modules{{{"mlx5_core", "mlx5_ib"},
                                                   {"mlx4_core", "mlx4_ib"},
                                                   {"bnxt_en", "bnxt_re"},
                                                   {"ice", "irdma"},
                                                   {"i40e", "irdma"},
                                                   {"qede", "qedr"},
                                                   {"cxgb4", "iw_cxgb4"},
                                                   {"hns3", "hns_roce_hw_v2"},
                                                   {"mana", "mana_ib"}}};

constexpr std::uint32_t mellanox = 0x15b3;

bool has_module(const machine_facts& facts, std::string_view name) {
  return std::find(facts.modules.begin(), facts.modules.end(), name) != facts.modules.end();
}

void check_card(list& to, const card_facts& card) {
  if (card.has_rdma) return;
  const auto subject = "PCI device " + to_string(card.at);
  const bool is_ours = card.vendor == mellanox;
  if (card.driver.empty() && is_ours) {
    to.add(severity::problem, subject, "no driver is bound to this NVIDIA card",
           "modprobe mlx5_core mlx5_ib (ConnectX-3 and older: mlx4_core mlx4_ib), and look for "
           "what dmesg says of {}",
           to_string(card.at));
  } else if (card.driver.starts_with("vfio") && is_ours) {
    to.add(severity::note, subject,
           "it was handed to " + card.driver + ", for a virtual machine or for DPDK",
           "to have it back: echo {} > /sys/bus/pci/drivers/{}/unbind, then > "
           "/sys/bus/pci/drivers/mlx5_core/bind",
           to_string(card.at), card.driver);
  }
  for (const auto& [driver, module] : rdma_modules) {
    if (card.driver != driver) continue;
    to.add(is_ours ? severity::problem : severity::note, subject,
           fmt::format("{} drives it, but there is no RDMA device on it", driver),
           "modprobe {0} ib_uverbs; if {0} is loaded, RDMA is switched off for this function or "
           "fails: see dmesg, and `devlink dev param show pci/{1} name enable_roce`",
           module, to_string(card.at));
  }
}

void check_open(list& to, const machine_facts& facts, const device_facts& one) {
  const auto& name = one.device.name;
  if (one.open) return;
  if (one.verbs_node.empty()) {
    to.add(
        severity::problem, name, "the kernel offers it to no program", "{}",
        has_module(facts, "ib_uverbs") ? "see what dmesg says of ib_uverbs" : "modprobe ib_uverbs");
    return;
  }
  if (one.access == node_access::missing) {
    to.add(severity::problem, name, one.verbs_node + " is not there",
           "in a container: start it with --device={0} (Kubernetes: the RDMA device plugin); "
           "elsewhere udev makes it: udevadm trigger",
           one.verbs_node);
  } else if (one.access == node_access::forbidden) {
    to.add(severity::problem, name, one.verbs_node + " may not be read and written",
           "chmod 666 {}, or a udev rule for it: KERNEL==\"uverbs*\", MODE=\"0666\" (rdma-core "
           "installs one)",
           one.verbs_node);
  }
  if (!one.has_provider) {
    to.add(severity::problem, name, "libibverbs has no provider for it",
           "install the package that has its driver in /etc/libibverbs.d (Debian: "
           "ibverbs-providers; Fedora and RHEL: libibverbs), in a container too{}",
           one.device.driver.empty()
               ? ""
               : fmt::format("; the kernel's driver is {}", one.device.driver));
  } else if (one.access == node_access::allowed) {
    to.add(severity::problem, name, "it cannot be opened: " + one.open_error,
           "see what dmesg says of it; a container also needs the device in its cgroup (--device)");
  }
}

std::string netdev_of(const device_port& port) {
  return port.netdevs.empty() ? "INTERFACE" : port.netdevs.front();
}

void check_link(list& to, const std::string& subject, const local_end& end,
                const device_port& listed) {
  const auto& port = end.port;
  if (port.active) return;
  const auto what = fmt::format("its link is {} ({})", name(port.state), name(port.link));
  if (port.link_layer == link_layer::ethernet) {
    to.add(severity::problem, subject, what,
           "ip link set dev {0} up; if `ip link show {0}` says NO-CARRIER, see to the cable and "
           "its other end",
           netdev_of(listed));
  } else if (port.state == port_state::init || port.state == port_state::armed) {
    to.add(severity::problem, subject, what,
           "it waits for a subnet manager: is one running on a switch or host of this fabric? "
           "Without a switch, run opensm on one end");
  } else if (port.link == link_state::disabled) {
    to.add(severity::problem, subject, what, "switch it on: ibportstate -D 0 {} enable",
           port.number);
  } else {
    to.add(severity::problem, subject, what,
           "see to the cable and its other end; ibstat and "
           "mlxlink tell more");
  }
}

/// Checks the GIDs of a port. They decide which peers RoCE can reach.
void check_gids(list& to, const std::string& subject, const local_end& end,
                const device_port& listed) {
  const auto& gids = end.gids;
  const auto none = [&](auto&& is) { return std::none_of(gids.begin(), gids.end(), is); };
  const auto netdev = netdev_of(listed);
  if (gids.empty()) {
    to.add(severity::problem, subject, "it has no GID, so nobody can reach it",
           "ip link set dev {0} up, and give it an address: ip address add ADDRESS/PREFIX dev {0}",
           netdev);
  } else if (none([](const gid_entry& entry) { return entry.type == gid_type::roce_v2; })) {
    to.add(severity::warning, subject, "it has GIDs of RoCE v1 only, which no router forwards",
           "the card or its driver may be too old for RoCE v2; see gid_attrs/types of the port in "
           "/sys/class/infiniband");
  } else if (none([](const gid_entry& entry) { return !entry.gid.is_link_local(); })) {
    to.add(severity::warning, subject,
           "its GIDs are link-local: only neighbours on the same link reach it",
           "give {0} an IP address: ip address add ADDRESS/PREFIX dev {0}", netdev);
  }
}

void check_mtu(list& to, const std::string& subject, const port& port, const device_port& listed) {
  if (port.active_mtu >= port.max_mtu) return;
  constexpr unsigned headers = 96;  // most bytes in RoCE v2, as in the kernel's iboe_get_mtu()
  to.add(severity::note, subject,
         fmt::format("packets carry {} bytes and could carry {}", port.active_mtu, port.max_mtu),
         "ip link set dev {} mtu {}, on the switches and the peers as well", netdev_of(listed),
         port.max_mtu + headers);
}

void check_ports(list& to, const device_facts& one) {
  for (std::size_t i = 0; i < one.open->ports.size() && i < one.device.ports.size(); ++i) {
    const auto& end = one.open->ports[i];
    const auto& listed = one.device.ports[i];
    const auto subject = fmt::format("port {} of {}", end.port.number, one.device.name);
    check_link(to, subject, end, listed);
    if (!end.port.active || end.port.link_layer != link_layer::ethernet || one.iwarp) continue;
    check_gids(to, subject, end, listed);
    check_mtu(to, subject, end.port, listed);
  }
}

void check_kind(list& to, const device_facts& one) {
  if (!one.has_provider) return;
  if (one.iwarp) {
    to.add(severity::note, one.device.name,
           "it is an iWARP device: only rdma_cm connects its queue pairs",
           "connect through rdma_cm, and post through verbs: verbs_qp, verbs_cq");
  } else if (!one.device.is_mlx5) {
    to.add(severity::note, one.device.name,
           "it is no mlx5 device, so its WQEs are not written directly",
           "post through verbs: verbs_qp, verbs_cq");
  }
}

void check_none(list& to, const machine_facts& facts) {
  if (facts.on_emulator) {
    to.add(
        severity::problem, "machine",
        "the emulator has no device, or its library did not load, though LD_PRELOAD names it",
        "start the program through verbatim-emulator, not as another user or setuid, and look for "
        "a message of ld.so or of verbatim-emulator above");
    return;
  }
  const bool has_card = std::any_of(facts.cards.begin(), facts.cards.end(),
                                    [](const card_facts& card) { return card.vendor == mellanox; });
  to.add(severity::problem, "machine",
         has_card ? "there is no RDMA device, though there is a card" : "there is no RDMA device",
         "to run on an emulated ConnectX: verbatim-emulator PROGRAM [ARGUMENTS...]. To make one of "
         "software, as root: modprobe rdma_rxe && rdma link add rxe0 type rxe netdev eth0");
}

void check_memory(list& to, const machine_facts& facts) {
  constexpr std::uint64_t enough = std::uint64_t{1} << 30;
  if (facts.on_emulator || facts.devices.empty() || !facts.memlock || *facts.memlock >= enough)
    return;
  to.add(severity::warning, "memory",
         fmt::format("only {} KiB may be locked, and registering more fails with ENOMEM",
                     *facts.memlock >> 10),
         "ulimit -l unlimited; for good, \"* - memlock unlimited\" in a file in "
         "/etc/security/limits.d, LimitMEMLOCK=infinity in a systemd unit, or --ulimit memlock=-1 "
         "for a container");
}

void check_connections(list& to, const machine_facts& facts) {
  if (facts.on_emulator || facts.devices.empty() || facts.rdma_cm == node_access::allowed) return;
  to.add(severity::note, "rdma_cm",
         facts.rdma_cm == node_access::missing
             ? "/dev/infiniband/rdma_cm is not there, so rdma_cm makes no connections"
             : "/dev/infiniband/rdma_cm may not be read and written",
         "{}",
         facts.rdma_cm == node_access::missing
             ? "modprobe rdma_ucm; in a container, --device=/dev/infiniband/rdma_cm"
             : "chmod 666 /dev/infiniband/rdma_cm");
}

}  // namespace

std::string_view name(severity severity) noexcept {
  constexpr std::string_view names[]{"problem", "warning", "note"};
  return names[static_cast<std::size_t>(severity)];
}

std::vector<finding> findings_in(const machine_facts& facts) {
  list findings;
  if (facts.devices.empty()) check_none(findings, facts);
  for (const auto& one : facts.devices) {
    check_open(findings, facts, one);
    if (one.open) check_ports(findings, one);
    check_kind(findings, one);
  }
  for (const auto& card : facts.cards) check_card(findings, card);
  check_memory(findings, facts);
  check_connections(findings, facts);
  return std::move(findings).sorted();
}

bool is_usable(const machine_facts& facts) noexcept {
  for (const auto& one : facts.devices) {
    if (!one.open) continue;
    for (const auto& end : one.open->ports) {
      if (end.port.active) return true;
    }
  }
  return false;
}

}  // namespace verbatim::tools::info
