// The findings of `verbatim info` on machines that a test made up: one for each thing that can be
// missing.
#include "tools/info/findings.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/info/report.hpp"

namespace verbatim::tools::info {
namespace {

constexpr auto problem = severity::problem, warning = severity::warning, note = severity::note;

gid_entry entry(const char* address, gid_type type) {
  return {*parse_gid(address), 0, type, "eth0"};
}

/// A port with all that it needs.
local_end port(link_layer layer) {
  local_end end;
  end.port = {.number = 1,
              .link_layer = layer,
              .active = true,
              .active_mtu = 4096,
              .state = port_state::active,
              .link = link_state::link_up,
              .max_mtu = 4096};
  end.gids = layer == link_layer::ethernet ? std::vector{entry("fe80::1", gid_type::roce_v2),
                                                         entry("10.0.0.1", gid_type::roce_v2)}
                                           : std::vector{entry("fe80::1", gid_type::infiniband)};
  return end;
}

/// A device that lacks nothing.
device_facts card(link_layer layer = link_layer::ethernet) {
  return {.device =
              {.name = "mlx5_0",
               .is_mlx5 = true,
               .driver = "mlx5_core",
               .ports = {{.number = 1, .link_layer = layer, .active = true, .netdevs = {"eth0"}}}},
          .has_provider = true,
          .verbs_node = "/dev/infiniband/uverbs0",
          .access = node_access::allowed,
          .open = open_device_facts{.ports = {port(layer)}}};
}

machine_facts machine(device_facts device = card()) {
  return {.devices = {std::move(device)},
          .modules = {"ib_core", "ib_uverbs", "mlx5_core", "mlx5_ib"},
          .rdma_cm = node_access::allowed};
}

/// A machine whose only port was changed so.
machine_facts with_port(link_layer layer, auto&& change) {
  auto facts = machine(card(layer));
  change(facts.devices[0].open->ports[0]);
  return facts;
}

/// A machine whose only device was changed so, and cannot be opened.
machine_facts with_device(auto&& change) {
  auto facts = machine();
  facts.devices[0].open.reset();
  change(facts.devices[0]);
  return facts;
}

/// The only thing that is found.
finding only(const machine_facts& facts) {
  const auto found = findings_in(facts);
  EXPECT_EQ(found.size(), 1u);
  return found.empty() ? finding{} : found[0];
}

/// Compares the only finding, and the beginning of its remedy.
void expect_only(const machine_facts& facts, severity severity, const std::string& subject,
                 const std::string& what, const std::string& remedy) {
  const auto found = only(facts);
  EXPECT_EQ(found.severity, severity) << what;
  EXPECT_EQ(found.subject, subject);
  EXPECT_EQ(found.what, what);
  EXPECT_TRUE(found.remedy.starts_with(remedy)) << found.remedy;
}

TEST(findings, none_where_nothing_is_missing) {
  EXPECT_TRUE(findings_in(machine()).empty());
  EXPECT_TRUE(findings_in(machine(card(link_layer::infiniband))).empty());
  EXPECT_TRUE(is_usable(machine()));
}

TEST(findings, no_device) {
  const machine_facts nothing;
  EXPECT_FALSE(is_usable(nothing));
  expect_only(
      nothing, problem, "machine", "there is no RDMA device",
      "to run on an emulated ConnectX: verbatim-emulator PROGRAM [ARGUMENTS...]. To make one "
      "of software, as root: modprobe rdma_rxe && rdma link add");
  expect_only({.on_emulator = true}, problem, "machine",
              "the emulator has no device, or its library did not load, though LD_PRELOAD names it",
              "start the program through verbatim-emulator");
}

TEST(findings, cards_without_rdma) {
  const auto of = [](card_facts card) {
    auto facts = machine();
    facts.cards = {std::move(card)};
    return facts;
  };
  const pci_address at{0, 3, 0, 0};
  EXPECT_TRUE(findings_in(of({at, 0x15b3, 0x101b, "mlx5_core", true})).empty());
  EXPECT_TRUE(findings_in(of({at, 0x8086, 0x1521, "igb", false})).empty()) << "it has none";
  expect_only(of({at, 0x15b3, 0x101b, "mlx5_core", false}), problem, "PCI device 0000:03:00.0",
              "mlx5_core drives it, but there is no RDMA device on it",
              "modprobe mlx5_ib ib_uverbs; if mlx5_ib is loaded, ");
  expect_only(of({at, 0x8086, 0x1592, "ice", false}), note, "PCI device 0000:03:00.0",
              "ice drives it, but there is no RDMA device on it", "modprobe irdma ib_uverbs; ");
  expect_only(of({at, 0x15b3, 0x101b, "", false}), problem, "PCI device 0000:03:00.0",
              "no driver is bound to this NVIDIA card", "modprobe mlx5_core mlx5_ib ");
  expect_only(of({at, 0x15b3, 0x101b, "vfio-pci", false}), note, "PCI device 0000:03:00.0",
              "it was handed to vfio-pci, for a virtual machine or for DPDK",
              "to have it back: echo 0000:03:00.0 > /sys/bus/pci/drivers/vfio-pci/unbind, ");
  const machine_facts only_a_card{.cards = {{at, 0x15b3, 0x101b, "", false}}};
  const auto found = findings_in(only_a_card);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].what, "there is no RDMA device, though there is a card");
}

TEST(findings, devices_that_cannot_be_opened) {
  auto facts = with_device([](device_facts& one) { one.verbs_node = ""; });
  expect_only(facts, problem, "mlx5_0", "the kernel offers it to no program",
              "see what dmesg says of ib_uverbs");
  facts.modules.clear();
  expect_only(facts, problem, "mlx5_0", "the kernel offers it to no program", "modprobe ib_uverbs");
  expect_only(with_device([](device_facts& one) { one.access = node_access::missing; }), problem,
              "mlx5_0", "/dev/infiniband/uverbs0 is not there",
              "in a container: start it with --device=/dev/infiniband/uverbs0 ");
  expect_only(with_device([](device_facts& one) { one.access = node_access::forbidden; }), problem,
              "mlx5_0", "/dev/infiniband/uverbs0 may not be read and written",
              "chmod 666 /dev/infiniband/uverbs0, or a udev rule for it: KERNEL==\"uverbs*\", ");
  const auto no_provider = with_device([](device_facts& one) { one.has_provider = false; });
  expect_only(no_provider, problem, "mlx5_0", "libibverbs has no provider for it",
              "install the package that has its driver in /etc/libibverbs.d ");
  EXPECT_TRUE(only(no_provider).remedy.ends_with("; the kernel's driver is mlx5_core"));
  expect_only(with_device([](device_facts& one) { one.open_error = "ibv_open_device: …"; }),
              problem, "mlx5_0", "it cannot be opened: ibv_open_device: …",
              "see what dmesg says of it; ");
  EXPECT_FALSE(is_usable(no_provider));
}

TEST(findings, links_that_are_down) {
  const auto down = [](port_state state, link_state link) {
    return [=](local_end& end) {
      end.port.active = false;
      end.port.state = state;
      end.port.link = link;
    };
  };
  const auto ethernet =
      with_port(link_layer::ethernet, down(port_state::down, link_state::disabled));
  EXPECT_FALSE(is_usable(ethernet));
  expect_only(ethernet, problem, "port 1 of mlx5_0", "its link is down (disabled)",
              "ip link set dev eth0 up; if `ip link show eth0` says NO-CARRIER, ");
  const auto on_infiniband = [&](port_state state, link_state link) {
    return with_port(link_layer::infiniband, down(state, link));
  };
  expect_only(on_infiniband(port_state::init, link_state::link_up), problem, "port 1 of mlx5_0",
              "its link is init (link up)", "it waits for a subnet manager: ");
  expect_only(on_infiniband(port_state::armed, link_state::link_up), problem, "port 1 of mlx5_0",
              "its link is armed (link up)", "it waits for a subnet manager: ");
  expect_only(on_infiniband(port_state::down, link_state::disabled), problem, "port 1 of mlx5_0",
              "its link is down (disabled)", "switch it on: ibportstate -D 0 1 enable");
  expect_only(on_infiniband(port_state::down, link_state::polling), problem, "port 1 of mlx5_0",
              "its link is down (polling)", "see to the cable and its other end; ");
}

TEST(findings, gids_that_do_not_reach_far) {
  const auto having = [](std::vector<gid_entry> gids) {
    return with_port(link_layer::ethernet, [&](local_end& end) { end.gids = std::move(gids); });
  };
  expect_only(having({}), problem, "port 1 of mlx5_0", "it has no GID, so nobody can reach it",
              "ip link set dev eth0 up, and give it an address: ");
  expect_only(having({entry("10.0.0.1", gid_type::roce_v1)}), warning, "port 1 of mlx5_0",
              "it has GIDs of RoCE v1 only, which no router forwards", "the card or its driver ");
  expect_only(having({entry("fe80::1", gid_type::roce_v2)}), warning, "port 1 of mlx5_0",
              "its GIDs are link-local: only neighbours on the same link reach it",
              "give eth0 an IP address: ");
}

TEST(findings, small_packets) {
  expect_only(with_port(link_layer::ethernet, [](local_end& end) { end.port.active_mtu = 1024; }),
              note, "port 1 of mlx5_0", "packets carry 1024 bytes and could carry 4096",
              "ip link set dev eth0 mtu 4192, ");
  EXPECT_TRUE(findings_in(with_port(link_layer::infiniband,
                                    [](local_end& end) { end.port.active_mtu = 2048; }))
                  .empty())
      << "what the subnet has is the subnet manager's to say";
}

TEST(findings, devices_that_are_not_mlx5) {
  auto facts = machine();
  facts.devices[0].device.is_mlx5 = false;
  expect_only(facts, note, "mlx5_0", "it is no mlx5 device, so its WQEs are not written directly",
              "post through verbs");
  facts.devices[0].iwarp = true;
  facts.devices[0].open->ports[0].gids.clear();
  expect_only(facts, note, "mlx5_0", "it is an iWARP device: only rdma_cm connects its queue pairs",
              "connect through rdma_cm");
}

TEST(findings, memory_that_cannot_be_locked) {
  auto facts = machine();
  facts.memlock = 64 << 10;
  expect_only(facts, warning, "memory",
              "only 64 KiB may be locked, and registering more fails with ENOMEM",
              "ulimit -l unlimited; for good, ");
  facts.on_emulator = true;
  EXPECT_TRUE(findings_in(facts).empty()) << "the emulator locks nothing";
  facts.on_emulator = false;
  facts.memlock = std::uint64_t{1} << 30;
  EXPECT_TRUE(findings_in(facts).empty());
}

TEST(findings, no_rdma_cm) {
  auto facts = machine();
  facts.rdma_cm = node_access::missing;
  expect_only(facts, note, "rdma_cm",
              "/dev/infiniband/rdma_cm is not there, so rdma_cm makes no connections",
              "modprobe rdma_ucm; ");
  facts.rdma_cm = node_access::forbidden;
  expect_only(facts, note, "rdma_cm", "/dev/infiniband/rdma_cm may not be read and written",
              "chmod 666 /dev/infiniband/rdma_cm");
}

TEST(findings, problems_come_first) {
  auto facts = machine(card(link_layer::infiniband));
  facts.devices[0].device.is_mlx5 = false;
  facts.devices[0].open->ports[0].port.active = false;
  facts.memlock = 0;
  const auto found = findings_in(facts);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].severity, problem);
  EXPECT_EQ(found[1].severity, warning);
  EXPECT_EQ(found[2].severity, note);
}

TEST(report, shows_devices_ports_and_findings) {
  auto facts = machine();
  facts.memlock = 8 << 20;
  facts.devices[0].open->capabilities.vendor_part_id = 0x101b;
  facts.devices[0].open->capabilities.max_dm_size = 128 << 10;
  EXPECT_EQ(
      as_text(facts, findings_in(facts)),
      "mlx5_0, 0000:0000:0000:0000, ConnectX-6, mlx5_core\n"
      "  port 1, Ethernet, active, MTU 4096 bytes, eth0\n"
      "    GID 0, fe80::1, RoCE v2 of eth0\n"
      "    GID 0, ::ffff:10.0.0.1, RoCE v2 of eth0   <- routable, IPv4, global\n"
      "  most     0 QPs of 0 WQEs with 0 SGEs, 0 CQs of 0 CQEs, 0 SRQs of 0\n"
      "           0 READs and atomics under way, 0 answered\n"
      "  memory   0 regions of 0 bytes, 128 KiB device memory\n"
      "  has      nothing of what follows\n"
      "  has no   atomics, memory windows of type 1, memory windows of type 2, XRC, tag matching, "
      "on-demand paging, checksums of raw packets, timestamps, DevX\n"
      "\n"
      "memory that may be locked: 8 MiB\n"
      "kernel modules: ib_core, ib_uverbs, mlx5_core, mlx5_ib\n"
      "\n"
      "warning: memory: only 8192 KiB may be locked, and registering more fails with ENOMEM\n"
      "  ulimit -l unlimited; for good, \"* - memlock unlimited\" in a file in "
      "/etc/security/limits.d, LimitMEMLOCK=infinity in a systemd unit, or --ulimit memlock=-1 for "
      "a container\n");
}

TEST(report, shows_devices_that_are_not_open) {
  const auto facts = with_device([](device_facts& one) { one.has_provider = false; });
  EXPECT_TRUE(
      as_text(facts, {}).starts_with("mlx5_0, 0000:0000:0000:0000, mlx5_core\n"
                                     "  port 1, Ethernet, active, eth0\n"
                                     "\nmemory"));
}

TEST(report, shows_no_gids_of_iwarp) {
  auto facts = machine();
  facts.devices[0].iwarp = true;
  EXPECT_EQ(as_text(facts, {}).find("GID"), std::string::npos);
  const auto json = nlohmann::json::parse(as_json(facts, {}));
  EXPECT_EQ(json["devices"][0]["ports"][0]["gids"][0]["type"], "iWARP");
}

TEST(report, is_json_too) {
  auto facts = machine();
  facts.memlock = 4096;
  facts.cards = {{{0, 3, 0, 0}, 0x15b3, 0x101b, "mlx5_core", true}};
  const auto json = nlohmann::json::parse(as_json(facts, findings_in(facts)));
  EXPECT_EQ(json["usable"], true);
  EXPECT_EQ(json["memlock_bytes"], 4096);
  EXPECT_EQ(json["cards"][0]["pci"], "0000:03:00.0");
  const auto& device = json["devices"][0];
  EXPECT_EQ(device["name"], "mlx5_0");
  EXPECT_EQ(device["pci"], nullptr);
  EXPECT_EQ(device["ports"][0]["state"], "active");
  EXPECT_EQ(device["ports"][0]["gids"][1]["gid"], "::ffff:10.0.0.1");
  EXPECT_EQ(device["ports"][0]["gids"][1]["best"], true);
  EXPECT_EQ(device["capabilities"]["max_qp"], 0);
  EXPECT_EQ(json["findings"][0]["severity"], "warning");
  EXPECT_EQ(json["findings"][0]["subject"], "memory");
  const auto closed = nlohmann::json::parse(as_json(with_device([](device_facts&) {}), {}));
  EXPECT_EQ(closed["usable"], false);
  EXPECT_FALSE(closed["devices"][0].contains("capabilities"));
  EXPECT_EQ(closed["memlock_bytes"], nullptr);
}

}  // namespace
}  // namespace verbatim::tools::info
