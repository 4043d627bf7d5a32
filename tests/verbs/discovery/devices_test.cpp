// Finding and opening the emulated devices: two cards of two ports, InfiniBand and RoCE.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "message_of.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/discovery/device_selector.hpp"

namespace verbatim {
namespace {

bool on_ethernet() { return devices().front().ports.front().link_layer == link_layer::ethernet; }

TEST(devices, tell_without_being_open_what_they_tell_when_open) {
  const auto all = devices();
  ASSERT_EQ(all.size(), 2u);
  for (const auto& device : all) {
    EXPECT_EQ(device.driver, "mlx5_core");
    EXPECT_TRUE(device.is_mlx5);
    ASSERT_TRUE(device.pci);
    EXPECT_NE(device.firmware, "");
    EXPECT_EQ(device.numa_node, std::nullopt) << "the emulated machine has one";
    const auto context = open_device(device);
    EXPECT_EQ(context.name(), device.name);
    ASSERT_EQ(device.ports.size(), context.limits().phys_port_cnt);
    for (const auto& port : device.ports) {
      const auto open = context.port(port.number);
      EXPECT_EQ(port.link_layer, open.link_layer);
      EXPECT_EQ(port.active, open.active);
      EXPECT_EQ(port.lid, lid(open.lid));
      EXPECT_EQ(port.gids, context.gid_table(port.number));
    }
  }
  EXPECT_NE(all[0].guid, all[1].guid);
  EXPECT_NE(all[0].pci, all[1].pci);
}

std::string found(std::string_view selector) {
  const auto port = find_port(selector);
  EXPECT_EQ(open_device(selector).name(), port.device.name);
  return port.device.name + "/" + std::to_string(port.port);
}

TEST(devices, are_found_by_all_that_names_them) {
  const auto all = devices();
  EXPECT_EQ(found(""), "mlx5_0/1");
  EXPECT_EQ(found("mlx5_1"), "mlx5_1/1");
  EXPECT_EQ(found("mlx5_1/2"), "mlx5_1/2");
  EXPECT_EQ(found("#1/2"), "mlx5_1/2");
  EXPECT_EQ(found(to_string(*all[1].pci)), "mlx5_1/1");
  EXPECT_EQ(found(to_string(all[1].guid)), "mlx5_1/1");
  const auto& port = all[1].ports[1];
  EXPECT_EQ(found(to_string(port.gids.back().gid)), "mlx5_1/2");
  if (on_ethernet()) {
    EXPECT_EQ(found("127.0.0.4"), "mlx5_1/2") << "the loopback interface answers for each port";
    EXPECT_EQ(found("mlx5_1/2%lo"), "mlx5_1/2");
  } else {
    EXPECT_EQ(found("lid:" + to_string(port.lid)), "mlx5_1/2");
  }
}

TEST(devices, are_found_several_at_once) {
  const auto both = find_devices({"mlx5_1", "#0"});
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0].name, "mlx5_1");
  EXPECT_EQ(both[1].name, "mlx5_0");
  EXPECT_TRUE(find_devices({}).empty());
  EXPECT_EQ(message_of([] {
              find_devices({"mlx5_0", "mlx5_7", "mlx5_8"});
            }),
            "find_devices on mlx5_7, mlx5_8: no such device or port; there are: mlx5_0, mlx5_1");
}

TEST(devices, are_not_guessed) {
  const std::string open = "open_device on ", none = ": no such device or port; there are: ";
  EXPECT_EQ(message_of([] { open_device("mlx5_0/3"); }),
            open + "mlx5_0/3" + none + "mlx5_0/1, mlx5_0/2, mlx5_1/1, mlx5_1/2");
  EXPECT_TRUE(message_of([] { open_device("%eth9"); }).starts_with(open + "%eth9" + none));
  EXPECT_TRUE(message_of([] {
                open_device("mlx5_0 ");
              }).starts_with(open + "mlx5_0 : 'mlx5_0 ' names no device; write mlx5_0, "));
  EXPECT_TRUE(message_of([] {
                find_port("lid:x");
              }).starts_with("find_port on lid:x: 'lid:x' names no device; write "));
  auto gone = devices().front();
  gone.name = "mlx5_9";
  EXPECT_EQ(message_of([&] { open_device(gone); }),
            open + "mlx5_9: it is not there any more: list the devices() anew");
}

}  // namespace
}  // namespace verbatim
