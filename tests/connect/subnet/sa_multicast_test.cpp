// Multicast groups of opensm: saquery, on another host, has to say the same of them.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "message_of.hpp"
#include "saquery.hpp"
#include "verbatim/connect/subnet/sa_client.hpp"

namespace verbatim {
namespace {

const gid mgid = *parse_gid("ff12::1234");

unsigned long number(const std::string& text) { return std::stoul(text, nullptr, 0); }

/// Returns saquery's words about the group; none is empty.
std::map<std::string, std::string> said_of(const gid& group) {
  const auto records = saquery("MCMR --mgid " + to_string(group));
  return records.empty() ? std::map<std::string, std::string>{} : records.front();
}

/// The ports that it says are in the group, and what they are to it.
std::map<std::string, std::string> members_of(const gid& group) {
  std::map<std::string, std::string> members;
  for (const auto& record : saquery("--smkey 1 MCMR --mgid " + to_string(group))) {
    members[record.at("PortGid")] = record.at("JoinState");
  }
  return members;
}

void expect_said(const ib_path& group) {
  auto said = said_of(*group.grh.dgid);
  ASSERT_FALSE(said.empty());
  EXPECT_EQ(said["MGID"], to_string(*group.grh.dgid));
  EXPECT_EQ(number(said["qkey"]), group.terms.qkey);
  EXPECT_EQ(number(said["mlid"]), group.dlid->value());
  EXPECT_EQ(number(said["mtu"]) & 0x3f, group.terms.mtu->encoding());
  EXPECT_EQ(number(said["TClass"]), group.grh.traffic_class);
  EXPECT_EQ(number(said["pkey"]), group.terms.pkey->value());
  EXPECT_EQ(number(said["rate"]) & 0x3f, group.terms.rate->encoding());
  EXPECT_EQ(number(said["pkt_life"]) & 0x3f, group.terms.packet_life_time->encoding());
  EXPECT_EQ(number(said["SL"]), group.sl);
  EXPECT_EQ(number(said["FlowLabel"]), group.grh.flow_label);
  EXPECT_EQ(number(said["HopLimit"]), group.grh.hop_limit);
}

TEST(sa_multicast, makes_a_group_joins_and_leaves_it) {
  subnet::client subnet;
  EXPECT_TRUE(said_of(mgid).empty());
  {
    const ib_path wanted{.sl = std::uint8_t{3},
                         .grh = {.dgid = mgid,
                                 .flow_label = 0x12345u,
                                 .traffic_class = std::uint8_t{7},
                                 .hop_limit = std::uint8_t{1}},
                         .terms = {.mtu = mtu(1024), .rate = rate(2), .qkey = 0x1234u}};
    const auto membership = subnet.join(wanted);
    const auto& group = membership.path();
    EXPECT_EQ(group.sl, 3);
    EXPECT_EQ(group.grh.flow_label, 0x12345u);
    EXPECT_EQ(group.grh.traffic_class, 7);
    EXPECT_EQ(group.grh.hop_limit, 1);
    EXPECT_EQ(group.grh.sgid, here());
    EXPECT_EQ(group.terms.mtu, mtu(1024));
    EXPECT_EQ(group.terms.rate, rate(2));
    EXPECT_EQ(group.terms.qkey, 0x1234u);
    EXPECT_EQ(group.terms.pkey, pkey(0xffff));
    EXPECT_EQ(membership.group().mgid, mgid);
    EXPECT_GE(membership.group().mlid, lid(0xc000));
    expect_said(group);
    EXPECT_EQ(members_of(mgid), (std::map<std::string, std::string>{{to_string(here()), "0x1"}}));
  }
  EXPECT_TRUE(said_of(mgid).empty()) << "the last member's end is the group's";
}

TEST(sa_multicast, joins_a_group_that_there_is) {
  subnet::client subnet;
  auto first = subnet.join({.grh = {.dgid = mgid}, .terms = {.mtu = mtu(512)}});
  // For another port: a proxy join.
  auto second = subnet.join({.grh = {.sgid = third(), .dgid = mgid}},
                            {.role = subnet::role::send_only_non_member, .create = false});
  EXPECT_EQ(second.group(), first.group());
  EXPECT_EQ(second.path().terms.mtu, mtu(512));
  const std::map<std::string, std::string> both{{to_string(here()), "0x1"},
                                                {to_string(third()), "0x4"}};
  EXPECT_EQ(members_of(mgid), both);
  first.renew();
  EXPECT_EQ(first.group(), second.group());
  EXPECT_EQ(members_of(mgid), both);

  const auto found = subnet.groups({.grh = {.dgid = mgid}});
  ASSERT_EQ(found.size(), 1u);
  expect_said(found[0]);
  EXPECT_EQ(subnet.groups({.dlid = first.group().mlid}), found);
  EXPECT_EQ(subnet.groups({.grh = {.dgid = mgid}, .terms = {.mtu = mtu(512)}}), found);
  EXPECT_TRUE(subnet.groups({.grh = {.dgid = mgid}, .terms = {.mtu = mtu(256)}}).empty());
  EXPECT_EQ(subnet.groups().size(), saquery("MCMR").size());

  second.leave();
  first.leave();
  EXPECT_TRUE(subnet.groups({.grh = {.dgid = mgid}}).empty());
}

TEST(sa_multicast, has_a_gid_made_up) {
  subnet::client subnet;
  const auto membership = subnet.join({.grh = {.dgid = gid{}}});
  const auto group = membership.group();
  EXPECT_TRUE(group.mgid.is_multicast());
  EXPECT_EQ(members_of(group.mgid),
            (std::map<std::string, std::string>{{to_string(here()), "0x1"}}));
  expect_said(membership.path());
}

TEST(sa_multicast, says_why_it_cannot_join) {
  subnet::client subnet;
  const auto refused = [&](const ib_path& wanted) {
    return message_of([&] { (void)subnet.join(wanted); });
  };
  EXPECT_EQ(refused({.grh = {.dgid = mgid}, .terms = {.pkey = pkey(0x8005)}}),
            "join through port 1 of " + our_device() +
                " on InfiniBand path {dgid=ff12::1234 pkey=0x8005}: "
                "the port is not in partition 0x8005; its P_Keys are 0xffff");
  const std::string invalid =
      "the subnet administrator says 0x0200: the group is not valid: its MTU or rate is more than "
      "the port's, or its MGID is reserved (ff1x:401b:P_Key:: and ff1x:601b:P_Key:: are IPoIB's)";
  std::vector<ib_path> not_valid = {
      ib_path{.grh = {.dgid = mgid}, .terms = {.rate = rate(18)}},
      // Groups of the administrator's own GIDs, and of IPoIB in a partition that has none.
      ib_path{.grh = {.dgid = parse_gid("ff12:a01b::1")}},
      ib_path{.grh = {.dgid = parse_gid("ff12:401b::1")}}};
  // The simulated ports have an MTU of 2048.
  if (our_device().starts_with("ibsim")) {
    not_valid.push_back(ib_path{.grh = {.dgid = mgid}, .terms = {.mtu = mtu(4096)}});
  }
  for (const ib_path& wanted : not_valid) {
    const auto said = refused(wanted);
    EXPECT_NE(said.find(invalid), std::string::npos) << said;
    EXPECT_TRUE(said_of(*wanted.grh.dgid).empty());
  }
}

TEST(sa_multicast, cannot_leave_twice) {
  subnet::client subnet;
  auto first = subnet.join({.grh = {.dgid = mgid}}), second = subnet.join({.grh = {.dgid = mgid}});
  first.leave();
  EXPECT_TRUE(said_of(mgid).empty()) << "the subnet knows ports, not programs";
  const auto said = message_of([&] { second.leave(); });
  EXPECT_NE(said.find("says 0x0200: the port is no such member: has another program left for it?"),
            std::string::npos)
      << said;
}

}  // namespace
}  // namespace verbatim
