// The facts that are read from /sys: cards with one and two ports, and devices made of software.
#include "verbatim/verbs/discovery/device_facts.hpp"

#include <gtest/gtest.h>

#include "made_up_sysfs.hpp"

namespace verbatim {
namespace {

using testing::made_up_sysfs;

device described(const made_up_sysfs& tree, const std::string& name,
                 std::vector<verbs::net_address> addresses = {}) {
  return verbs::describe_device({tree.files(), std::move(addresses)}, name);
}

/// The files of a RoCE port with a link-local and an IPv4 GID.
void add_roce_port(made_up_sysfs& tree, const std::string& at, const std::string& netdev) {
  tree.file(at + "link_layer", "Ethernet").file(at + "state", "4: ACTIVE").file(at + "lid", "0x0");
  tree.file(at + "gids/0", "fe80:0000:0000:0000:0000:0000:0000:0001");
  tree.file(at + "gids/1", "0000:0000:0000:0000:0000:0000:0000:0000");
  tree.file(at + "gids/10", "0000:0000:0000:0000:0000:ffff:0a00:0001");
  tree.file(at + "gid_attrs/types/0", "IB/RoCE v1").file(at + "gid_attrs/types/10", "RoCE v2");
  tree.file(at + "gid_attrs/ndevs/0", netdev).file(at + "gid_attrs/ndevs/10", netdev);
}

TEST(device_facts, of_a_card) {
  made_up_sysfs tree;
  tree.card("mlx5_0", "0000:03:00.0", "mlx5_core");
  tree.file("class/infiniband/mlx5_0/node_guid", "0002:c903:005e:1a00");
  tree.file("class/infiniband/mlx5_0/fw_ver", "20.30.1004");
  tree.file("class/infiniband/mlx5_0/node_type", "1: CA");
  tree.file("devices/pci0000:00/0000:03:00.0/numa_node", "1");
  add_roce_port(tree, "class/infiniband/mlx5_0/ports/1/", "eth0");
  const auto device = described(
      tree, "mlx5_0", {{"eth0", *parse_gid("10.0.0.1")}, {"eth1", *parse_gid("10.0.0.2")}});
  EXPECT_EQ(to_string(device), "mlx5_0, 0002:c903:005e:1a00, PCI 0000:03:00.0, NUMA node 1");
  EXPECT_EQ(device.driver, "mlx5_core");
  EXPECT_EQ(device.firmware, "20.30.1004");
  ASSERT_EQ(device.ports.size(), 1u);
  const auto& port = device.ports[0];
  EXPECT_EQ(port.number, 1);
  EXPECT_EQ(port.link_layer, link_layer::ethernet);
  EXPECT_TRUE(port.active);
  ASSERT_EQ(port.gids.size(), 2u) << "what is zero is not used";
  EXPECT_EQ(to_string(port.gids[0]), "GID 0, fe80::1, RoCE v1 of eth0");
  EXPECT_EQ(to_string(port.gids[1]), "GID 10, ::ffff:10.0.0.1, RoCE v2 of eth0");
  EXPECT_EQ(port.netdevs, std::vector<std::string>{"eth0"});
  EXPECT_EQ(port.addresses, std::vector<gid>{*parse_gid("10.0.0.1")});
}

TEST(device_facts, of_two_infiniband_ports_whose_interfaces_say_which_is_theirs) {
  made_up_sysfs tree;
  tree.card("mlx4_0", "0000:81:00.0", "mlx4_core");
  const std::string net = "devices/pci0000:00/0000:81:00.0/net/";
  tree.file(net + "ib0/dev_port", "0").file(net + "ib1/dev_port", "1");
  for (const std::string number : {"1", "2"}) {
    const auto at = "class/infiniband/mlx4_0/ports/" + number + "/";
    tree.file(at + "link_layer", "InfiniBand").file(at + "lid", "0x1" + number);
    tree.file(at + "state", number == "1" ? "1: DOWN" : "4: ACTIVE")
        .file(at + "lid_mask_count", "2");
    tree.file(at + "gids/0", "fe80:0000:0000:0000:0002:c903:0000:000" + number);
    tree.file(at + "gid_attrs/types/0", "IB/RoCE v1");
  }
  const auto device = described(tree, "mlx4_0", {{"ib1", *parse_gid("192.168.1.1")}});
  EXPECT_EQ(device.numa_node, std::nullopt) << "the kernel does not tell";
  ASSERT_EQ(device.ports.size(), 2u);
  const auto& [first, second] = std::tie(device.ports[0], device.ports[1]);
  EXPECT_EQ(first.lid, lid(0x11));
  EXPECT_EQ(first.lmc, 2);
  EXPECT_FALSE(first.active);
  EXPECT_EQ(first.gids[0].type, gid_type::infiniband);
  EXPECT_EQ(first.netdevs, std::vector<std::string>{"ib0"});
  EXPECT_TRUE(first.addresses.empty());
  EXPECT_TRUE(second.active);
  EXPECT_EQ(second.netdevs, std::vector<std::string>{"ib1"});
  EXPECT_EQ(second.addresses, std::vector<gid>{*parse_gid("192.168.1.1")});
}

TEST(device_facts, of_a_subfunction_are_those_of_its_card) {
  made_up_sysfs tree;
  tree.card("mlx5_0", "0000:03:00.0", "mlx5_core");
  tree.file("devices/pci0000:00/0000:03:00.0/numa_node", "0");
  const std::string below = "devices/pci0000:00/0000:03:00.0/mlx5_core.sf.4/";
  tree.link(below + "infiniband/mlx5_4/device", "../..");
  tree.link("class/infiniband/mlx5_4", "../../" + below + "infiniband/mlx5_4");
  const auto device = described(tree, "mlx5_4");
  EXPECT_EQ(device.pci, parse_pci_address("0000:03:00.0"));
  EXPECT_EQ(device.numa_node, 0);
}

TEST(device_facts, of_devices_made_of_software) {
  made_up_sysfs tree;
  const std::string rxe = "devices/virtual/infiniband/rxe0/",
                    siw = "devices/virtual/infiniband/siw0/";
  tree.file(rxe + "node_guid", "0a58:0aff:fe4d:0001").file(rxe + "parent", "dummy0");
  tree.file(rxe + "ports/1/link_layer", "Ethernet").file(rxe + "ports/1/state", "1: DOWN");
  tree.link("class/infiniband/rxe0", "../../" + rxe);
  tree.file(siw + "node_type", "4: RNIC").file(siw + "ports/1/link_layer", "Ethernet");
  tree.file(siw + "ports/1/gids/0", "0a58:0a4d:0101:0000:0000:0000:0000:0000");
  tree.file(siw + "ports/1/gid_attrs/types/0", "IB/RoCE v1");
  tree.file("class/net/dummy0/address", "0a:58:0a:4d:00:01");
  tree.file("class/net/dummy1/address", "0a:58:0a:4d:01:01");
  tree.link("class/infiniband/siw0", "../../" + siw);
  const auto soft = described(tree, "rxe0");
  EXPECT_EQ(to_string(soft), "rxe0, 0a58:0aff:fe4d:0001");
  EXPECT_EQ(soft.driver, "");
  EXPECT_EQ(soft.ports[0].netdevs, std::vector<std::string>{"dummy0"});
  const auto rnic = described(tree, "siw0");
  EXPECT_EQ(rnic.ports[0].gids[0].type, gid_type::infiniband) << "iWARP has no RoCE";
  EXPECT_EQ(rnic.ports[0].netdevs, std::vector<std::string>{"dummy1"});
}

TEST(device_facts, of_what_cannot_be_read) {
  const made_up_sysfs empty;
  const auto device = described(empty, "mlx5_0");
  EXPECT_EQ(to_string(device), "mlx5_0, 0000:0000:0000:0000");
  ASSERT_EQ(device.ports.size(), 1u) << "every device has a port";
  EXPECT_FALSE(device.ports[0].active);
}

TEST(sysfs, reads_what_is_there) {
  made_up_sysfs tree;
  tree.file("a/state", "4: ACTIVE").file("a/lid", "0x1f").file("a/rest", "none").file("b", "");
  tree.file("a/zeros", "010");
  tree.link("driver", "../gone/mlx5_core");
  const auto files = tree.files();
  EXPECT_EQ(files.text("a/state"), "4: ACTIVE");
  EXPECT_EQ(files.text("b"), "");
  EXPECT_EQ(files.text("c"), std::nullopt);
  EXPECT_EQ(files.text("a"), std::nullopt) << "a directory";
  EXPECT_EQ(files.number("a/state"), 4);
  EXPECT_EQ(files.number("a/lid"), 31);
  EXPECT_EQ(files.number("a/zeros"), 10);
  EXPECT_EQ(files.number("a/rest"), std::nullopt);
  EXPECT_EQ(files.names("a"), (std::vector<std::string>{"lid", "rest", "state", "zeros"}));
  EXPECT_TRUE(files.names("gone").empty());
  EXPECT_TRUE(files.exists("a/lid"));
  EXPECT_FALSE(files.exists("driver")) << "it leads nowhere";
  EXPECT_EQ(files.link_target("driver"), "mlx5_core");
  EXPECT_EQ(files.link_target("b"), "");
  EXPECT_EQ(files.real_path("a/../b"), "b");
  EXPECT_EQ(files.real_path("gone"), "");
}

}  // namespace
}  // namespace verbatim
