// The selection of a device: the meaning of texts, and their choice among devices that a test made
// up.
#include "verbatim/verbs/discovery/device_selector.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace verbatim {
namespace {

device_selector parsed(std::string_view text) {
  const auto result = parse_selector(text);
  EXPECT_TRUE(result.selector) << text << ": " << result.why;
  return result.selector.value_or(device_selector{});
}

TEST(selector, reads_every_form) {
  const device_selector any{}, named{.device = std::string("mlx5_0")};
  EXPECT_EQ(parsed(""), any);
  EXPECT_EQ(parsed("mlx5_0"), named);
  EXPECT_EQ(parsed("mlx5_0/2"), (device_selector{.device = std::string("mlx5_0"), .port = 2}));
  EXPECT_EQ(parsed("mlx5_0/2%eth0"),
            (device_selector{.device = std::string("mlx5_0"), .port = 2, .netdev = "eth0"}));
  EXPECT_EQ(parsed("#12"), (device_selector{.device = device_index{12}}));
  const device_selector pci{.device = pci_address{0, 3, 0, 1}};
  EXPECT_EQ(parsed("0000:03:00.1"), pci);
  EXPECT_EQ(parsed("03:00.1"), pci);
  EXPECT_EQ(parsed("10001:e1:1f.7"),
            (device_selector{.device = pci_address{0x10001, 0xe1, 31, 7}}));
  const device_selector of_guid{.device = guid(0x0002c903005e1a00)};
  EXPECT_EQ(parsed("0002:c903:005e:1a00"), of_guid);
  EXPECT_EQ(parsed("0x0002C903005E1A00"), of_guid);
  EXPECT_EQ(parsed("fe80::2:c903:5e:1a00"),
            (device_selector{.device = *parse_gid("fe80::2:c903:5e:1a00")}));
  EXPECT_EQ(parsed("10.0.0.1"), (device_selector{.device = *parse_gid("::ffff:10.0.0.1")}));
  EXPECT_EQ(parsed("fe80::1%eth0.100"),
            (device_selector{.device = *parse_gid("fe80::1"), .netdev = "eth0.100"}));
  EXPECT_EQ(parsed("lid:7"), (device_selector{.device = lid(7)}));
  EXPECT_EQ(parsed("lid:0x1F"), (device_selector{.device = lid(31)}));
  EXPECT_EQ(parsed("%eth0"), (device_selector{.netdev = "eth0"}));
  EXPECT_EQ(parsed("rocep3s0-f0.1"), (device_selector{.device = std::string("rocep3s0-f0.1")}));
}

TEST(selector, says_what_is_wrong_and_what_the_syntax_is) {
  const std::string syntax =
      "; write mlx5_0, mlx5_0/2 (a port), #0 (by place), 0000:03:00.0 (PCI), 0002:c903:005e:1a00 "
      "(GUID), fe80::1 or 10.0.0.1 (GID or IP address), lid:7 or %eth0 (network interface)";
  EXPECT_EQ(parse_selector("mlx5 0").why, "'mlx5 0' names no device" + syntax);
  EXPECT_EQ(parse_selector("mlx5_0/x").why,
            "'x' behind the / is no port, which are numbered from 1" + syntax);
  EXPECT_EQ(parse_selector("mlx5_0%").why, "'' behind the % is no network interface" + syntax);
  for (const auto* const text : {" ",
                                 "mlx5_0 ",
                                 "#",
                                 "#x",
                                 "#-1",
                                 "#4294967296",
                                 "mlx5_0/",
                                 "mlx5_0/0",
                                 "mlx5_0/256",
                                 "mlx5_0/1/2",
                                 "mlx5_0/+1",
                                 "lid:",
                                 "lid:0",
                                 "lid:0xc000",
                                 "lid:65536",
                                 "lid:0x",
                                 "%",
                                 "%eth0/1",
                                 "%a name that is too long",
                                 "%..",
                                 "0002:c903:005e",
                                 "0002:c903:005e:1a0g",
                                 "0000:03:20.0",
                                 "0000:03:00.8",
                                 "03:0.0",
                                 "fe80:::1",
                                 "1.2.3.4:5",
                                 "\n",
                                 "é"}) {
    const auto result = parse_selector(text);
    EXPECT_FALSE(result.selector) << text;
    EXPECT_TRUE(result.why.ends_with(syntax)) << text;
  }
  EXPECT_FALSE(parse_selector(std::string_view("mlx5\0_0", 7)).selector);
  EXPECT_FALSE(parse_selector(std::string(1 << 16, 'a')).selector);
}

TEST(selector, is_the_same_when_written_and_read_again) {
  for (const auto* const text : {"", "mlx5_0", "mlx5_0/2", "mlx5_0/255%eth0", "#0", "#4294967295",
                                 "0000:03:00.0", "00010001:e1:1f.7", "0002:c903:005e:1a00",
                                 "fe80::1", "::ffff:10.0.0.1", "lid:49151", "%eth0"}) {
    const auto selector = parsed(text);
    EXPECT_EQ(parsed(to_string(selector)), selector) << text;
  }
  EXPECT_EQ(to_string(parsed("03:00.0/1%eth0")), "0000:03:00.0/1%eth0");
  EXPECT_EQ(to_string(parsed("lid:0x1f")), "lid:31");
}

TEST(selector, reads_any_text_and_what_it_wrote_of_that) {
  std::mt19937 random(7);
  constexpr std::string_view alphabet = "0123456789abcdefx.:/%#lid_-\n ";
  int accepted = 0;
  for (int i = 0; i < 200'000; ++i) {
    std::string text(random() % 20, ' ');
    for (auto& c : text) c = alphabet[random() % alphabet.size()];
    const auto result = parse_selector(text);
    EXPECT_EQ(result.selector.has_value(), result.why.empty()) << text;
    if (!result.selector) continue;
    ++accepted;
    EXPECT_EQ(parse_selector(to_string(*result.selector)).selector, result.selector) << text;
  }
  EXPECT_GT(accepted, 1'000);
}

gid_entry entry(const char* address, gid_type type, const char* netdev) {
  return {*parse_gid(address), 0, type, netdev};
}

device_port ethernet_port(std::uint8_t number, const char* address, const char* netdev,
                          bool active = true) {
  return {.number = number,
          .link_layer = link_layer::ethernet,
          .active = active,
          .gids = {entry("fe80::1", gid_type::roce_v2, netdev),
                   entry(address, gid_type::roce_v2, netdev)},
          .netdevs = {netdev}};
}

device_port infiniband_port(std::uint8_t number, const char* address, std::uint16_t at,
                            bool active) {
  return {.number = number,
          .active = active,
          .lid = at,
          .lmc = 1,
          .gids = {entry(address, gid_type::infiniband, "")},
          .netdevs = {"ib" + std::to_string(number)},
          .addresses = {*parse_gid(number == 1 ? "192.168.0.1" : "192.168.0.2")}};
}

/// A soft device in front, then two RoCE ports of one card, then an InfiniBand card whose first link is down.
const std::vector<device> machine{
    {.name = "rxe0", .guid = 0x99, .ports = {ethernet_port(1, "10.9.0.1", "dummy0")}},
    {.name = "mlx5_0",
     .guid = 0x0002c903005e1a00,
     .is_mlx5 = true,
     .pci = pci_address{0, 3, 0, 0},
     .ports = {ethernet_port(1, "10.0.0.1", "eth0"), ethernet_port(2, "10.0.0.2", "eth1")}},
    {.name = "mlx5_1",
     .guid = 0x0002c903005e1a10,
     .is_mlx5 = true,
     .pci = pci_address{0, 4, 0, 0},
     .ports = {infiniband_port(1, "fe80::2:c903:5e:1a10", 4, false),
               infiniband_port(2, "fe80::2:c903:5e:1a11", 6, true)}}};

/// `mlx5_0/1`, or why there is none.
std::string chosen(std::string_view text, const std::vector<device>& devices = machine) {
  const auto choice = choose_port(devices, parsed(text));
  if (!choice.chosen) return choice.why;
  EXPECT_EQ(choice.why, "");
  return choice.chosen->device.name + "/" + std::to_string(choice.chosen->port);
}

TEST(port_choice, knows_devices_and_ports_by_all_that_names_them) {
  EXPECT_EQ(chosen(""), "mlx5_0/1") << "one that we write the WQEs of";
  EXPECT_EQ(chosen("rxe0"), "rxe0/1");
  EXPECT_EQ(chosen("mlx5_0"), "mlx5_0/1");
  EXPECT_EQ(chosen("mlx5_0/2"), "mlx5_0/2");
  EXPECT_EQ(chosen("mlx5_1"), "mlx5_1/2") << "whose link is up";
  EXPECT_EQ(chosen("mlx5_1/1"), "mlx5_1/1") << "whatever its link";
  EXPECT_EQ(chosen("#0"), "rxe0/1");
  EXPECT_EQ(chosen("#2/1"), "mlx5_1/1");
  EXPECT_EQ(chosen("03:00.0"), "mlx5_0/1");
  EXPECT_EQ(chosen("0002:c903:005e:1a00"), "mlx5_0/1");
  EXPECT_EQ(chosen("0002:c903:005e:1a00/2"), "mlx5_0/2");
  EXPECT_EQ(chosen("0002:c903:005e:1a10"), "mlx5_1/1") << "the port of that GUID, not the device";
  EXPECT_EQ(chosen("0002:c903:005e:1a11"), "mlx5_1/2");
  EXPECT_EQ(chosen("10.0.0.2"), "mlx5_0/2");
  EXPECT_EQ(chosen("192.168.0.2"), "mlx5_1/2") << "of an interface";
  EXPECT_EQ(chosen("fe80::2:c903:5e:1a11"), "mlx5_1/2");
  EXPECT_EQ(chosen("fe80::1%eth1"), "mlx5_0/2");
  EXPECT_EQ(chosen("lid:6"), "mlx5_1/2");
  EXPECT_EQ(chosen("lid:7"), "mlx5_1/2") << "LMC 1";
  EXPECT_EQ(chosen("%eth1"), "mlx5_0/2");
  EXPECT_EQ(chosen("%ib1"), "mlx5_1/1");
  EXPECT_EQ(chosen("mlx5_0/2%eth1"), "mlx5_0/2");
  EXPECT_EQ(chosen("", {machine[0]}), "rxe0/1") << "if there is no other";
}

TEST(port_choice, lists_what_there_is_of_the_kind_that_was_asked_for) {
  const std::string none = "no such device or port; there are: ";
  EXPECT_EQ(chosen("mlx5_7"), none + "rxe0, mlx5_0, mlx5_1");
  EXPECT_EQ(chosen("mlx5_0/3"), none + "rxe0/1, mlx5_0/1, mlx5_0/2, mlx5_1/1, mlx5_1/2");
  EXPECT_EQ(chosen("#3", {machine[0], machine[1]}),
            none + "rxe0/1 (#0), mlx5_0/1 (#1), mlx5_0/2 (#1)");
  EXPECT_EQ(chosen("05:00.0", {machine[0], machine[1]}),
            none + "rxe0/1 (not on PCI), mlx5_0/1 (0000:03:00.0), mlx5_0/2 (0000:03:00.0)");
  EXPECT_EQ(chosen("0002:c903:005e:1aff", {machine[0]}), none + "rxe0/1 (0000:0000:0000:0099)");
  EXPECT_EQ(chosen("10.0.0.9", {machine[0]}), none + "rxe0/1 (fe80::1, ::ffff:10.9.0.1)");
  EXPECT_EQ(chosen("lid:9"), none +
                                 "rxe0/1 (lid:0), mlx5_0/1 (lid:0), mlx5_0/2 (lid:0), "
                                 "mlx5_1/1 (lid:4), mlx5_1/2 (lid:6)");
  EXPECT_EQ(chosen("%eth9", {machine[1]}), none + "mlx5_0/1 (%eth0), mlx5_0/2 (%eth1)");
  EXPECT_EQ(chosen("mlx5_0/1%eth1", {machine[1]}), none + "mlx5_0/1 (%eth0), mlx5_0/2 (%eth1)");
  EXPECT_EQ(chosen("%eth0", {device{.name = "bnxt_re0", .ports = {{.number = 1}}}}),
            none + "bnxt_re0/1 (no network interface)");
}

TEST(port_choice, does_not_guess_between_devices) {
  EXPECT_EQ(chosen("fe80::1"),
            "it is several, say which: rxe0/1 (fe80::1, ::ffff:10.9.0.1), mlx5_0/1 (fe80::1, "
            "::ffff:10.0.0.1), mlx5_0/2 (fe80::1, ::ffff:10.0.0.2)");
  EXPECT_EQ(chosen("/1"), "it is several, say which: rxe0/1, mlx5_0/1, mlx5_1/1");
}

}  // namespace
}  // namespace verbatim
