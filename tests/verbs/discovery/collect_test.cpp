// The facts that are collected of machines that a test made up.
#include "tools/info/collect.hpp"

#include <gtest/gtest.h>

#include <string>

#include "made_up_sysfs.hpp"
#include "tools/info/findings.hpp"

namespace verbatim::tools::info {
namespace {

using verbatim::testing::made_up_sysfs;

machine_facts collected(const made_up_sysfs& sys, const made_up_sysfs& dev) {
  return collect({.devices = {sys.files(), {}}, .dev = dev.path()});
}

TEST(collect, finds_devices_their_nodes_cards_and_modules) {
  made_up_sysfs sys, dev;
  sys.card("made_up_0", "0000:03:00.0", "mlx5_core");
  sys.file("class/infiniband/made_up_0/node_type", "1: CA");
  sys.file("class/infiniband_verbs/abi_version", "6");
  sys.file("class/infiniband_verbs/uverbs3/ibdev", "made_up_0");
  for (const std::string name : {"0000:03:00.0", "0000:04:00.0"}) {
    sys.link("bus/pci/devices/" + name, "../../../devices/pci0000:00/" + name);
    const auto at = "devices/pci0000:00/" + name;
    sys.file(at + "/class", "0x020700")
        .file(at + "/vendor", "0x15b3")
        .file(at + "/device", "0x101b");
  }
  sys.file("bus/pci/devices/0000:05:00.0/class", "0x030000");  // graphics
  sys.file("module/ib_core/refcnt", "1").file("module/snd/refcnt", "1");
  dev.file("infiniband/uverbs3", "").file("infiniband/rdma_cm", "");
  const auto facts = collected(sys, dev);
  ASSERT_EQ(facts.devices.size(), 1u);
  const auto& one = facts.devices[0];
  EXPECT_EQ(one.device.name, "made_up_0");
  EXPECT_FALSE(one.iwarp);
  EXPECT_EQ(one.verbs_node, dev.path() + "/infiniband/uverbs3");
  EXPECT_EQ(one.access, node_access::allowed);
  EXPECT_FALSE(one.has_provider) << "libibverbs does not know it";
  EXPECT_FALSE(one.open);
  ASSERT_EQ(facts.cards.size(), 2u);
  EXPECT_EQ(facts.cards[0].at, (pci_address{0, 3, 0, 0}));
  EXPECT_EQ(facts.cards[0].driver, "mlx5_core");
  EXPECT_EQ(facts.cards[0].device, 0x101bu);
  EXPECT_TRUE(facts.cards[0].has_rdma);
  EXPECT_EQ(facts.cards[1].driver, "");
  EXPECT_FALSE(facts.cards[1].has_rdma);
  EXPECT_EQ(facts.modules, std::vector<std::string>{"ib_core"});
  EXPECT_EQ(facts.rdma_cm, node_access::allowed);
}

TEST(collect, tells_what_is_not_there) {
  made_up_sysfs sys, dev;
  sys.file("class/infiniband/siw0/node_type", "4: RNIC")
      .file("class/infiniband/mlx5_0/node_type", "1: CA");
  sys.file("class/infiniband_verbs/uverbs0/ibdev", "siw0");
  const auto facts = collected(sys, dev);
  ASSERT_EQ(facts.devices.size(), 2u);
  EXPECT_EQ(facts.devices[0].verbs_node, "") << "of mlx5_0";
  EXPECT_TRUE(facts.devices[1].iwarp);
  EXPECT_EQ(facts.devices[1].access, node_access::missing);
  EXPECT_EQ(facts.rdma_cm, node_access::missing);
  EXPECT_FALSE(is_usable(facts));
}

TEST(collect, of_an_empty_machine_is_nothing) {
  const made_up_sysfs sys, dev;
  const auto facts = collected(sys, dev);
  EXPECT_TRUE(facts.devices.empty());
  EXPECT_TRUE(facts.cards.empty());
  EXPECT_TRUE(facts.modules.empty());
}

}  // namespace
}  // namespace verbatim::tools::info
