// PathRecords: where components are, against rdma-core's struct of the same bytes.
#include "verbatim/connect/subnet/path_record.hpp"

#include <endian.h>
#include <gtest/gtest.h>
#include <infiniband/sa.h>
#include <infiniband/verbs.h>

#include <cstring>
#include <random>

namespace verbatim {
namespace {

static_assert(sizeof(ibv_path_record) == detail::path_record::size);

ibv_path_record native(const detail::path_record& record) {
  ibv_path_record theirs;
  std::memcpy(&theirs, record.bytes.data(), sizeof theirs);
  return theirs;
}

TEST(path_record, asks_for_what_is_set) {
  const auto record = detail::query_for({.slid = lid(3),
                                         .dlid = lid(4),
                                         .sl = std::uint8_t{5},
                                         .grh = {.sgid = parse_gid("fe80::1"),
                                                 .dgid = parse_gid("fe80::2"),
                                                 .flow_label = 0x12345u,
                                                 .traffic_class = std::uint8_t{6},
                                                 .hop_limit = std::uint8_t{9}},
                                         .terms = {.pkey = pkey(0x8001), .mtu = mtu(1024)}});
  const auto theirs = native(record);
  EXPECT_EQ(be16toh(theirs.slid), 3);
  EXPECT_EQ(be16toh(theirs.dlid), 4);
  EXPECT_EQ(be16toh(theirs.qosclass_sl), 5);
  EXPECT_EQ(theirs.sgid.raw[15], 1);
  EXPECT_EQ(theirs.dgid.raw[15], 2);
  EXPECT_EQ(be32toh(theirs.flowlabel_hoplimit), 0x12345u << 8)
      << "the hop limit is the subnet's to say";
  EXPECT_EQ(theirs.tclass, 6);
  EXPECT_EQ(theirs.reversible_numpath, 0x81);
  EXPECT_EQ(be16toh(theirs.pkey), 0x8001);
  EXPECT_EQ(theirs.mtu, 0);
  // DGID, SGID, DLID, SLID, FlowLabel, TClass, Reversible, NumbPath, P_Key and SL.
  EXPECT_EQ(record.component_mask, 0b1011'1101'0011'1100u);
  EXPECT_EQ(detail::query_for({}).component_mask, 0b1'1000'0000'0000u);
}

TEST(path_record, says_what_theirs_says) {
  std::mt19937 random(3);
  for (int i = 0; i < 500; ++i) {
    ibv_path_record theirs{};
    for (std::size_t at = 0; at < sizeof theirs; ++at) {
      reinterpret_cast<unsigned char*>(&theirs)[at] = static_cast<unsigned char>(random());
    }
    const auto ours =
        detail::path_of(std::as_bytes(std::span(&theirs, 1)).first<detail::path_record::size>());
    EXPECT_EQ(ours.slid->value(), be16toh(theirs.slid));
    EXPECT_EQ(ours.dlid->value(), be16toh(theirs.dlid));
    EXPECT_EQ(ours.sl, be16toh(theirs.qosclass_sl) & 0xf);
    EXPECT_EQ(std::memcmp(ours.grh.sgid->bytes.data(), theirs.sgid.raw, 16), 0);
    EXPECT_EQ(std::memcmp(ours.grh.dgid->bytes.data(), theirs.dgid.raw, 16), 0);
    EXPECT_EQ(ours.grh.flow_label, be32toh(theirs.flowlabel_hoplimit) >> 8 & 0xfffff);
    EXPECT_EQ(ours.grh.hop_limit, be32toh(theirs.flowlabel_hoplimit) & 0xff);
    EXPECT_EQ(ours.has_grh, ours.grh.hop_limit != 0);
    EXPECT_EQ(ours.grh.traffic_class, theirs.tclass);
    EXPECT_EQ(ours.terms.pkey->value(), be16toh(theirs.pkey));
    EXPECT_EQ(ours.terms.rate->encoding(), theirs.rate & 0x3f);
    EXPECT_EQ(ours.terms.packet_life_time->encoding(), theirs.packetlifetime & 0x3f);
    const int mtu = theirs.mtu & 0x3f;
    EXPECT_EQ(ours.terms.mtu->encoding(), mtu <= 5 ? mtu : 0);
  }
}

}  // namespace
}  // namespace verbatim
