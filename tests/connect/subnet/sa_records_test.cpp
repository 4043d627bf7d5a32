// MCMemberRecords and ServiceRecords, without an administrator: as libibumad understands them.
#include <endian.h>
#include <gtest/gtest.h>
#include <infiniband/umad_sa.h>
#include <infiniband/umad_sa_mcm.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <string>
#include <type_traits>

#include "mcmember_record.hpp"
#include "message_of.hpp"
#include "verbatim/connect/subnet/multicast_record.hpp"
#include "verbatim/connect/subnet/service_record.hpp"

namespace verbatim {
namespace {

TEST(multicast_record, asks_for_what_is_set) {
  const auto record = detail::record_for_group({.dlid = lid(0xc007),
                                                .sl = std::uint8_t{2},
                                                .has_grh = true,
                                                .grh = {.sgid = parse_gid("fe80::21"),
                                                        .dgid = mgid,
                                                        .flow_label = 0x12345u,
                                                        .traffic_class = std::uint8_t{6},
                                                        .hop_limit = std::uint8_t{9}},
                                                .terms = {.pkey = pkey(0x8001),
                                                          .mtu = mtu(2048),
                                                          .rate = rate(3),
                                                          .packet_life_time = packet_life_time(18),
                                                          .qkey = 0x1234u}});
  auto theirs = member();
  theirs.portgid[0] = 0xfe;
  theirs.portgid[1] = 0x80;
  theirs.portgid[15] = 0x21;
  theirs.tclass = 6;
  theirs.pkey = htobe16(0x8001);
  theirs.scope_state = 0;
  EXPECT_EQ(std::memcmp(record.bytes.data(), &theirs, record.size), 0);
  EXPECT_EQ(offsetof(umad_sa_mcmember_record, pad), record.size);
  constexpr auto all = (UMAD_SA_MCM_COMP_MASK_HOP_LIMIT << 1) - 1;
  EXPECT_EQ(record.component_mask, all);
  EXPECT_EQ(detail::record_for_group({}).component_mask, 0u);
  const auto joining = detail::record_for_member({.dlid = lid(3), .grh = {.dgid = mgid}},
                                                 subnet::role::send_only_full_member);
  EXPECT_EQ(joining.component_mask, UMAD_SA_MCM_COMP_MASK_MGID | UMAD_SA_MCM_COMP_MASK_JOIN_STATE);
  EXPECT_EQ(joining.bytes[offsetof(umad_sa_mcmember_record, scope_state)],
            std::byte{UMAD_SA_MCM_JOIN_STATE_SEND_ONLY_FULL_MEMBER});
}

TEST(multicast_record, says_what_theirs_says) {
  std::mt19937 random(4);
  for (int i = 0; i < 500; ++i) {
    umad_sa_mcmember_record theirs{};
    for (auto& byte : std::span(reinterpret_cast<unsigned char*>(&theirs), sizeof theirs)) {
      byte = static_cast<unsigned char>(random());
    }
    const auto ours =
        detail::path_to_group(bytes_of(std::array{theirs}).first<detail::multicast_record::size>());
    std::uint8_t sl = 0, hop_limit = 0;
    std::uint32_t flow_label = 0;
    umad_sa_mcm_get_sl_flow_hop(theirs.sl_flow_hop, &sl, &flow_label, &hop_limit);
    EXPECT_EQ(std::memcmp(ours.grh.dgid->bytes.data(), theirs.mgid, 16), 0);
    EXPECT_EQ(std::memcmp(ours.grh.sgid->bytes.data(), theirs.portgid, 16), 0);
    EXPECT_EQ(ours.dlid->value(), be16toh(theirs.mlid));
    EXPECT_EQ(ours.terms.qkey, be32toh(theirs.qkey));
    EXPECT_EQ(ours.terms.dqpn, 0xffffffu);
    EXPECT_EQ(ours.terms.pkey->value(), be16toh(theirs.pkey));
    EXPECT_EQ(ours.terms.rate->encoding(), umad_sa_get_rate_mtu_or_life(theirs.rate));
    EXPECT_EQ(ours.terms.packet_life_time->encoding(),
              umad_sa_get_rate_mtu_or_life(theirs.pkt_life));
    EXPECT_EQ(ours.grh.traffic_class, theirs.tclass);
    EXPECT_EQ(ours.sl, sl);
    EXPECT_EQ(ours.grh.flow_label, flow_label);
    EXPECT_EQ(ours.grh.hop_limit, hop_limit);
    EXPECT_EQ(ours.has_grh, true);
  }
}

TEST(service_record, is_read_as_it_is_written) {
  std::mt19937 random(5);
  const auto any = [&](auto& values) {
    for (auto& value : values) {
      value = static_cast<std::remove_reference_t<decltype(value)>>(random());
    }
  };
  for (int i = 0; i < 100; ++i) {
    subnet::service service{.id = random(), .pkey = static_cast<std::uint16_t>(random())};
    service.name.assign(random() % 65, 'n');
    if (i % 2 != 0) service.lease = std::chrono::seconds(1 + random() % 1000);
    any(service.gid.bytes);
    any(service.key);
    any(service.data8);
    any(service.data16);
    any(service.data32);
    any(service.data64);
    const auto record = detail::record_for_service(service);
    EXPECT_EQ(detail::service_of(record.bytes), service);
    // Every component but the reserved one.
    EXPECT_EQ(record.component_mask, 0x1f'ffff'fff7u);
  }
  const subnet::service longest{.lease = std::chrono::seconds(0xfffffffe),
                                .name = std::string(64, 'n')};
  EXPECT_EQ(detail::service_of(detail::record_for_service(longest).bytes), longest);
  for (const auto seconds : {0ll, -1ll, 0xffffffffll, 1ll << 40}) {
    EXPECT_NE(message_of([&] {
                detail::record_for_service({.id = 0x7f, .lease = std::chrono::seconds(seconds)});
              }).find("a lease is from 1 s on"),
              std::string::npos);
  }
  EXPECT_NE(message_of([] {
              detail::query_for_services({.name = std::string(65, 'n')});
            }).find("a name has at most 64 bytes, and not 65"),
            std::string::npos);
  EXPECT_EQ(to_string(subnet::service{.id = 0x7f, .lease = std::chrono::seconds(60), .name = "x"}),
            "service 0x7f \"x\" at ::, P_Key 0xffff, for 60 s");
}

}  // namespace
}  // namespace verbatim
