// Services of opensm: saquery, on another host, has to say the same of them.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "message_of.hpp"
#include "saquery.hpp"
#include "verbatim/connect/subnet/sa_client.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;

/// A record without data64: the simulated fabric loses the bytes from there to the end.
subnet::service storage() {
  subnet::service service{.id = 0x1234'5678'9abc'def0,
                          .key = {std::byte{0xa1}, std::byte{0xa2}, std::byte{0xa3}},
                          .name = "storage",
                          .data8 = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
                          .data16 = {0x101, 0x202, 0x303, 0x404, 0x505, 0x606, 0x707, 0x808},
                          .data32 = {0x1111111, 0x2222222, 0x3333333, 0x4444444}};
  return service;
}

TEST(sa_services, are_registered_found_and_removed) {
  subnet::client subnet;
  EXPECT_TRUE(saquery("SR").empty());
  auto registered = subnet.register_service(storage());
  registered.data64 = {};
  auto expected = storage();
  expected.gid = here();
  EXPECT_EQ(registered, expected);

  const auto records = saquery("SR");
  ASSERT_EQ(records.size(), 1u);
  auto said = records.front();
  EXPECT_EQ(said["ServiceID"], "0x123456789abcdef0");
  EXPECT_EQ(said["ServiceGID"], to_string(here()));
  EXPECT_EQ(said["ServiceP_Key"], "0xFFFF");
  EXPECT_EQ(said["ServiceLease"], "0xFFFFFFFF");
  EXPECT_EQ(said["ServiceName"], "storage");
  const auto expect_said = [&](const std::string& field, const auto& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_EQ(std::stoul(said[field + "." + std::to_string(i + 1)], nullptr, 0), values[i]);
    }
  };
  expect_said("ServiceData8", expected.data8);
  expect_said("ServiceData16", expected.data16);
  expect_said("ServiceData32", expected.data32);
  // Only a client with the manager's own key gets those of services.
  EXPECT_EQ(saquery("--smkey 1 --show_keys SR").at(0)["ServiceKey"],
            "0xa1a2a300000000000000000000000000");

  expected.key = {};
  for (const subnet::service_wish& wish :
       {subnet::service_wish{}, subnet::service_wish{.id = expected.id},
        subnet::service_wish{.name = "storage"},
        subnet::service_wish{.gid = expected.gid, .pkey = pkey()}}) {
    auto found = subnet.services(wish);
    ASSERT_EQ(found.size(), 1u);
    found[0].data64 = {};
    EXPECT_EQ(found[0], expected);
  }
  for (const subnet::service_wish& wish :
       {subnet::service_wish{.id = 1}, subnet::service_wish{.name = "stor"}}) {
    EXPECT_TRUE(subnet.services(wish).empty());
  }

  // Anew: the same record with another name.
  auto renamed = storage();
  renamed.name = "archive";
  subnet.register_service(renamed);
  EXPECT_TRUE(subnet.services({.name = "storage"}).empty());
  EXPECT_EQ(subnet.services({.name = "archive"}).size(), 1u);

  subnet.remove_service(storage());
  EXPECT_TRUE(saquery("SR").empty());
  EXPECT_EQ(message_of([&] { subnet.remove_service(storage()); }),
            "remove_service through port 1 of " + our_device() +
                " on service 0x123456789abcdef0 "
                "\"storage\" at " +
                to_string(here()) +
                ", P_Key 0xffff, for ever: the subnet administrator says 0x0300: no "
                "such service");
  auto foreign = storage();
  foreign.pkey = 0x8005;
  EXPECT_NE(message_of([&] {
              subnet.register_service(foreign);
            }).find("says 0x0200: the service is not valid: is its port in the partition"),
            std::string::npos);
}

TEST(sa_services, end_with_their_lease) {
  subnet::client subnet;
  auto brief = storage();
  brief.lease = 1s;
  EXPECT_EQ(subnet.register_service(brief).lease, 1s);
  for (int i = 0; i < 100 && !subnet.services().empty(); ++i) std::this_thread::sleep_for(100ms);
  EXPECT_TRUE(subnet.services().empty());
}

}  // namespace
}  // namespace verbatim
