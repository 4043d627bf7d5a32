// The subnet administrator of opensm, on a simulated fabric of four hosts: subnet.py starts both, asks
// saquery for the same path, and runs this on the second host.
#include "verbatim/connect/subnet/sa_resolver.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "message_of.hpp"
#include "saquery.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;

unsigned number_of_saquery(const char* field) {
  return static_cast<unsigned>(std::stoul(of_fabric(field), nullptr, 0));
}

TEST(sa_resolver, finds_what_saquery_finds) {
  subnet::resolver subnet;
  const path wanted = ib_path{.grh = {.dgid = third()}, .terms = {.sqpn = 7u}};
  const auto found = std::get<ib_path>(subnet.resolve(wanted, {}));
  EXPECT_EQ(found.grh.dgid, third());
  EXPECT_EQ(to_string(*found.grh.sgid), of_fabric("sgid"));
  EXPECT_EQ(found.dlid->value(), number_of_saquery("dlid"));
  EXPECT_EQ(found.slid->value(), number_of_saquery("slid"));
  EXPECT_EQ(found.sl, number_of_saquery("sl"));
  EXPECT_EQ(found.terms.pkey->value(), number_of_saquery("pkey"));
  EXPECT_EQ(found.terms.mtu->encoding(), number_of_saquery("mtu") & 0x3f);
  EXPECT_EQ(found.terms.rate->encoding(), number_of_saquery("rate") & 0x3f);
  EXPECT_EQ(found.terms.packet_life_time->encoding(), number_of_saquery("pkt_life") & 0x3f);
  EXPECT_EQ(found.has_grh, false) << "within the subnet";
  EXPECT_EQ(found.terms.sqpn, 7u) << "what the queue pairs settle is left alone";
  EXPECT_EQ(found.terms.dqpn, std::nullopt);
}

TEST(sa_resolver, finds_by_lid_and_in_the_other_direction) {
  subnet::resolver subnet({.device = "", .port = 0});
  const auto by_gid = subnet.resolve(ib_path{.grh = {.dgid = third()}}, {});
  const auto& there = std::get<ib_path>(by_gid);
  EXPECT_EQ(subnet.resolve(ib_path{.slid = there.slid, .dlid = there.dlid}, {}), by_gid);
  EXPECT_EQ(subnet.resolve(reverse(by_gid), {}), reverse(by_gid));
}

TEST(sa_resolver, says_why_there_is_no_path) {
  subnet::resolver subnet;
  const auto nowhere = message_of(
      [&] { subnet.resolve(ib_path{.grh = {.dgid = parse_gid("fe80::2:c900:0:99")}}, {}); });
  EXPECT_EQ(
      nowhere,
      "resolve through port 1 of " + our_device() +
          " on InfiniBand path {dgid=fe80::2:c900:0:99}: the subnet "
          "administrator says 0x0300: no such path: is the destination's address right, and its "
          "port up?");
  EXPECT_NE(
      message_of([&] { subnet.resolve(roce_path{}, {}); }).find("RoCE has no subnet administrator"),
      std::string::npos);
  EXPECT_EQ(
      message_of([] { subnet::resolver({.device = "mlx5_9", .port = 1}); }),
      "umad_get_port on port 1 of mlx5_9: no such InfiniBand port with a management device; is "
      "ib_umad loaded?");
}

// Run when the subnet manager has been ended.
TEST(sa_resolver_alone, gives_up) {
  subnet::resolver subnet({.timeout = 10ms, .retries = 1});
  const auto nobody = message_of([&] { subnet.resolve(ib_path{.grh = {.dgid = third()}}, {}); });
  EXPECT_NE(nobody.find("does not answer: is the subnet manager running?"), std::string::npos)
      << nobody;
}

}  // namespace
}  // namespace verbatim
