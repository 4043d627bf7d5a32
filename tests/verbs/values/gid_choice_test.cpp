// The choice of the GID to be known by: many tables, and the words about each.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "verbatim/verbs/values/gid.hpp"

namespace verbatim {
namespace {

gid_entry entry(std::uint16_t index, const char* address, gid_type type,
                std::string netdev = "eth0") {
  return {*parse_gid(address), index, type, std::move(netdev)};
}

using table = std::vector<gid_entry>;
constexpr auto v1 = gid_type::roce_v1, v2 = gid_type::roce_v2;

/// The table that drivers make of an interface with a link-local and an IPv4 address.
const table usual{entry(0, "fe80::1", v1), entry(1, "fe80::1", v2), entry(2, "10.0.0.1", v1),
                  entry(3, "10.0.0.1", v2)};

int chosen(const table& entries, const gid_wish& wish = {}) {
  const auto choice = choose_gid(entries, wish);
  return choice.chosen ? choice.chosen->index : -1;
}

TEST(gid, reads_and_writes_addresses) {
  EXPECT_EQ(to_string(gid{{0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}}), "fe80::1");
  const gid ipv4{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 10, 0, 0, 1}};
  EXPECT_EQ(to_string(ipv4), "::ffff:10.0.0.1");
  EXPECT_EQ(parse_gid("10.0.0.1"), ipv4);
  EXPECT_EQ(parse_gid("::ffff:10.0.0.1"), ipv4);
  for (const auto* const text : {"", "10.0.0", "fe80::1%eth0", "eth0", "10.0.0.1/24"}) {
    EXPECT_EQ(parse_gid(text), std::nullopt) << text;
  }
  EXPECT_TRUE(ipv4.is_ipv4());
  EXPECT_FALSE(parse_gid("2001:db8::1")->is_ipv4());
  EXPECT_TRUE(parse_gid("fe80::1")->is_link_local());
  EXPECT_TRUE(parse_gid("febf::1")->is_link_local());
  EXPECT_FALSE(parse_gid("fec0::1")->is_link_local());
}

TEST(gid_choice, reaches_most_peers) {
  EXPECT_EQ(chosen({}), -1);
  EXPECT_EQ(chosen({{{}, 3, v2, "eth0"}}), -1) << "it is not used";
  EXPECT_EQ(chosen(usual), 3);
  EXPECT_EQ(chosen({usual.rbegin(), usual.rend()}), 3) << "whatever their order";
  EXPECT_EQ(chosen({usual[0], usual[1]}), 1);
  EXPECT_EQ(chosen({usual[2], usual[1]}), 1) << "RoCE v2 first of all";
  EXPECT_EQ(chosen({usual[1], entry(7, "2001:db8::1", v2)}), 7);
  EXPECT_EQ(chosen({usual[3], entry(7, "2001:db8::1", v2)}), 3);
  EXPECT_EQ(chosen({entry(5, "10.0.0.2", v2), usual[3]}), 5) << "the first of equals";
  EXPECT_EQ(chosen({entry(0, "fe80::1", gid_type::infiniband, ""),
                    entry(1, "2001:db8::1", gid_type::infiniband, "")}),
            0);
  EXPECT_EQ(
      chosen({{{}, 0, gid_type::infiniband, ""}, entry(1, "fe80::1", gid_type::infiniband, "")}),
      1);
}

TEST(gid_choice, follows_the_wish) {
  EXPECT_EQ(chosen(usual, {.type = v1}), 2);
  EXPECT_EQ(chosen(usual, {.address = parse_gid("fe80::1")}), 1);
  EXPECT_EQ(chosen(usual, {.address = parse_gid("fe80::1"), .type = v1}), 0);
  EXPECT_EQ(chosen(usual, {.address = parse_gid("10.0.0.9")}), -1);
  EXPECT_EQ(chosen(usual, {.type = gid_type::infiniband}), -1);
  auto two = usual;
  two.push_back(entry(4, "10.1.0.1", v2, "eth0.100"));
  EXPECT_EQ(chosen(two), 3);
  EXPECT_EQ(chosen(two, {.netdev = "eth0.100"}), 4);
  EXPECT_EQ(chosen(two, {.netdev = "eth0.100", .type = v1}), -1);
}

TEST(gid_choice, explains_itself) {
  EXPECT_EQ(to_string(choose_gid(usual)),
            "GID 3, ::ffff:10.0.0.1, RoCE v2 of eth0: routable, IPv4, global\n"
            "  not GID 0, fe80::1, RoCE v1 of eth0: RoCE v1 is not routable\n"
            "  not GID 1, fe80::1, RoCE v2 of eth0: IPv6, which fewer networks have\n"
            "  not GID 2, ::ffff:10.0.0.1, RoCE v1 of eth0: RoCE v1 is not routable");
  EXPECT_EQ(to_string(choose_gid(std::vector{usual[1], entry(7, "2001:db8::1", v2)})),
            "GID 7, 2001:db8::1, RoCE v2 of eth0: routable, global\n"
            "  not GID 1, fe80::1, RoCE v2 of eth0: link-local");
  EXPECT_EQ(to_string(choose_gid(usual, {.netdev = "eth1", .type = v2})),
            "no GID: no entry is RoCE v2 and is of eth1\n"
            "  not GID 0, fe80::1, RoCE v1 of eth0: not RoCE v2\n"
            "  not GID 1, fe80::1, RoCE v2 of eth0: not of eth1\n"
            "  not GID 2, ::ffff:10.0.0.1, RoCE v1 of eth0: not RoCE v2\n"
            "  not GID 3, ::ffff:10.0.0.1, RoCE v2 of eth0: not of eth1");
  EXPECT_EQ(to_string(choose_gid({})), "no GID: the table is empty");
  EXPECT_EQ(choose_gid(std::vector{usual[0]}).why, "the only one");
  EXPECT_EQ(choose_gid(std::vector{usual[0], usual[0]}).why, "the first");
  EXPECT_EQ(choose_gid(usual, {.address = parse_gid("fe80::1")}).why, "routable that is fe80::1");
}

// Every entry that is used is chosen or rejected once, whatever the table.
TEST(gid_choice, leaves_nothing_out) {
  const table pieces{usual[0], usual[1], usual[2], usual[3], entry(9, "2001:db8::1", v2, "eth1"),
                     {}};
  for (unsigned subset = 0; subset < 64; ++subset) {
    table entries;
    std::size_t used = 0;
    for (unsigned i = 0; i < 6; ++i) {
      if ((subset >> i & 1) == 0) continue;
      entries.push_back(pieces[i]);
      used += pieces[i].gid.is_zero() ? 0 : 1;
    }
    for (const auto& wish : {gid_wish{}, gid_wish{.type = v1}, gid_wish{.netdev = "eth1"}}) {
      const auto choice = choose_gid(entries, wish);
      EXPECT_EQ(choice.rejected.size() + (choice.chosen ? 1 : 0), used);
      EXPECT_FALSE(choice.why.empty());
      for (const auto& rejected : choice.rejected) EXPECT_FALSE(rejected.why.empty());
    }
  }
}

}  // namespace
}  // namespace verbatim
