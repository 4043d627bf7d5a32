// Paths without a device: filling what is not set, what both ends make of it, and the attributes that follow.
#include "verbatim/connect/path/fill.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "message_of.hpp"
#include "planned_end.hpp"
#include "verbatim/verbs/base/result.hpp"
#include "verbatim/verbs/queue_pair/along.hpp"
#include "verbatim/verbs/values/path.hpp"

namespace verbatim {
namespace {

using std::uint8_t;

TEST(fill, names_what_it_filled) {
  const auto filled = fill(roce_path{}, end_of(link_layer::ethernet),
                           {.max_rd_atomic = 4, .random = [] { return 0xfe000007u; }});
  EXPECT_EQ(to_string(filled),
            "type=RoCE v2: GID 3, the queue pair's\n"
            "sl=0: the default\n"
            "sgid=::ffff:10.0.0.1: GID 3, the queue pair's\n"
            "flow_label=0x0: the default\n"
            "traffic_class=0: the default\n"
            "hop_limit=64: the default\n"
            "pkey=0x7fff: the port's first\n"
            "mtu=2048 bytes: the port's active MTU\n"
            "packet_life_time=16 (268.435 ms): the default on RoCE\n"
            "sqpn=0x12: this queue pair's\n"
            "sqpsn=0x7: at random\n"
            "dqpsn=0x7: at random\n"
            "srdatomic=4: max_rd_atomic\n"
            "drdatomic=4: max_rd_atomic\n"
            "sack_resp_time=15 (134.217 ms): the device's local_ca_ack_delay\n"
            "dack_resp_time=15 (134.217 ms): as long as the own\n"
            "min_rnr_timer=12 (0.64 ms): the default\n"
            "retry_cnt=7: the default\n"
            "rnr_retry=7 (infinite): the default");
}

TEST(fill, on_infiniband_takes_the_ports_lid_and_the_subnets_time) {
  auto end = end_of(link_layer::infiniband);
  end.pkeys.push_back(pkey(0xffff));
  const auto filled = fill(ib_path{}, end).path;
  const auto& ib = std::get<ib_path>(filled);
  EXPECT_EQ(ib.slid, lid(0x10));
  EXPECT_EQ(ib.has_grh, std::nullopt);
  EXPECT_EQ(ib.grh.hop_limit, std::nullopt) << "there is no GRH";
  EXPECT_EQ(ib.terms.pkey, pkey(0xffff));
  EXPECT_EQ(ib.terms.packet_life_time, packet_life_time(18));
  end.port.grh_required = true;
  const auto global = std::get<ib_path>(fill(ib_path{}, end).path);
  EXPECT_EQ(global.has_grh, true);
  EXPECT_EQ(global.grh.hop_limit, 64);
}

TEST(fill, leaves_alone_what_is_set_and_clips_the_rest) {
  for (const auto layer : both) {
    path given = layer == link_layer::ethernet ? path(roce_path{}) : path(ib_path{});
    auto& agreed = terms(given);
    agreed = {.pkey = pkey(0x8001),
              .mtu = mtu(1024),
              .rate = rate(17),  // 200 Gb/s, and the port has 100
              .sqpsn = 0u,
              .dqpsn = 5u,
              .srdatomic = uint8_t{2},
              .drdatomic = uint8_t{200},
              .dack_resp_time = response_time(3),
              .min_rnr_timer = rnr_timer::ms_655_36,
              .retry_cnt = uint8_t{0},
              .rnr_retry = rnr_retry_count(0)};
    const auto filled = fill(given, end_of(layer)).path;
    const auto& is = terms(filled);
    EXPECT_EQ(is.pkey, pkey(0x8001));
    EXPECT_EQ(is.mtu, mtu(1024));
    EXPECT_EQ(is.rate, rate(16));
    EXPECT_EQ(is.sqpsn, 0u) << "a PSN of 0 is one like others";
    EXPECT_EQ(is.dqpsn, 5u);
    EXPECT_EQ(is.srdatomic, 2);
    EXPECT_EQ(is.drdatomic, 16) << "what the device answers";
    EXPECT_EQ(is.dack_resp_time, response_time(3));
    EXPECT_EQ(is.min_rnr_timer, rnr_timer::ms_655_36);
    EXPECT_EQ(is.retry_cnt, 0);
    EXPECT_EQ(is.rnr_retry, rnr_retry_count(0));
    terms(given).mtu = mtu(4096);
    EXPECT_EQ(terms(fill(given, end_of(layer)).path).mtu, mtu(2048));
  }
}

TEST(fill, twice_is_once) {
  for (const auto layer : both) {
    const auto end = end_of(layer);
    const auto once =
        fill(layer == link_layer::ethernet ? path(roce_path{}) : path(ib_path{}), end);
    const auto twice = fill(once.path, end);
    EXPECT_EQ(twice.path, once.path);
    EXPECT_TRUE(twice.filled.empty()) << to_string(twice);
  }
}

TEST(fill, gives_a_transport_what_it_has_a_use_for) {
  const auto filled = [](verbs::transport transport) {
    return terms(fill(roce_path{}, end_of(link_layer::ethernet, transport)).path);
  };
  EXPECT_EQ(filled(verbs::transport::uc).srdatomic, std::nullopt);
  EXPECT_EQ(filled(verbs::transport::uc).min_rnr_timer, std::nullopt);
  EXPECT_NE(filled(verbs::transport::uc).dqpsn, std::nullopt);
  EXPECT_EQ(filled(verbs::transport::ud).dqpsn, std::nullopt);
  EXPECT_NE(filled(verbs::transport::ud).sqpsn, std::nullopt);
  EXPECT_EQ(filled(verbs::transport::xrc_send).drdatomic, std::nullopt);
  EXPECT_EQ(filled(verbs::transport::xrc_send).srdatomic, 8);
  EXPECT_EQ(filled(verbs::transport::xrc_recv).srdatomic, std::nullopt);
  EXPECT_EQ(filled(verbs::transport::xrc_recv).drdatomic, 16);
  EXPECT_EQ(filled(verbs::transport::dci).drdatomic, std::nullopt);
  EXPECT_EQ(filled(verbs::transport::dci).sqpn, std::nullopt) << "nobody sends to it";
  EXPECT_EQ(filled(verbs::transport::dct).sqpn, 0x12u);
  EXPECT_EQ(filled(verbs::transport::dct).drdatomic, 16);
  EXPECT_EQ(filled(verbs::transport::dct).srdatomic, std::nullopt);
  EXPECT_EQ(filled(verbs::transport::dct).sack_resp_time, response_time(15));
  auto nobody = end_of(link_layer::ethernet);
  nobody.qp.reset();
  EXPECT_EQ(terms(fill(roce_path{}, nobody).path).sqpn, std::nullopt);
}

TEST(fill, keeps_to_what_a_queue_pair_has_been_given) {
  auto end = end_of(link_layer::ethernet, verbs::transport::dci);
  end.qp->dctn = 0x34u;
  end.qp->path_mtu = mtu(512);
  const auto dc = terms(fill(roce_path{}, end).path);
  EXPECT_EQ(dc.sqpn, 0x34u) << "that is where the peer sends to";
  EXPECT_EQ(dc.drdatomic, 16);
  EXPECT_EQ(dc.mtu, mtu(512));
  end = end_of(link_layer::ethernet, verbs::transport::ud);
  end.qp->qkey = 0x77;
  EXPECT_EQ(terms(fill(roce_path{}, end).path).qkey, 0x77u);
}

TEST(fill, chooses_the_gid_that_was_wished_for) {
  const auto end = end_of(link_layer::ethernet);
  const auto filled = std::get<roce_path>(fill(roce_path{.type = gid_type::roce_v1}, end).path);
  EXPECT_EQ(filled.grh.sgid, parse_gid("10.0.0.1"));
  EXPECT_EQ(filled.type, gid_type::roce_v1);
  EXPECT_EQ(message_of([&] { fill(roce_path{.type = gid_type::infiniband}, end); }),
            "fill on RoCE path {type=InfiniBand}: port 1 has no GID: no entry is InfiniBand\n"
            "  not GID 0, fe80::1, RoCE v1 of eth0: not InfiniBand\n"
            "  not GID 1, fe80::1, RoCE v2 of eth0: not InfiniBand\n"
            "  not GID 2, ::ffff:10.0.0.1, RoCE v1 of eth0: not InfiniBand\n"
            "  not GID 3, ::ffff:10.0.0.1, RoCE v2 of eth0: not InfiniBand");
  EXPECT_EQ(message_of([&] { fill(ib_path{}, end); }),
            "fill on InfiniBand path {}: port 1 is Ethernet: it has RoCE paths");
  EXPECT_EQ(message_of([&] { fill(roce_path{}, end_of(link_layer::infiniband)); }),
            "fill on RoCE path {}: port 1 is InfiniBand: it has ib_paths");
}

/// Two ends that settle a path like two programs: A fills, reverses and sends; B fills and sends
/// back; A fills.
struct settled {
  path a, b;
};
settled settle(path begin, const local_end& at_a, const local_end& at_b, uint8_t limit_of_b) {
  const auto offered = reverse(fill(std::move(begin), at_a).path);
  const auto b = fill(offered, at_b, {.max_rd_atomic = limit_of_b}).path;
  return {fill(reverse(b), at_a).path, b};
}

TEST(fill, both_ends_come_to_the_same) {
  std::mt19937 random(7);
  for (int i = 0; i < 500; ++i) {
    const bool ethernet = i % 2 == 0;
    const auto layer = ethernet ? link_layer::ethernet : link_layer::infiniband;
    auto at_a = end_of(layer), at_b = end_of(layer);
    for (auto* end : {&at_a, &at_b}) {
      end->limits.max_qp_init_rd_atom = static_cast<uint8_t>(random() % 20);
      end->limits.max_qp_rd_atom = static_cast<uint8_t>(random() % 20);
      end->limits.local_ca_ack_delay = static_cast<uint8_t>(random() % 32);
      end->port.active_mtu = static_cast<std::uint16_t>(256u << random() % 5);
    }
    at_b.port.lid = 0x20;
    for (auto& entry : at_b.gids) ++entry.gid.bytes[15];
    at_b.qp->qpn = 0x34;
    auto begin = ethernet ? path(roce_path{.grh = {.dgid = at_b.gids[3].gid}})
                          : path(ib_path{.dlid = lid(0x20)});
    const auto limit = static_cast<uint8_t>(random() % 20);
    const auto [a, b] = settle(begin, at_a, at_b, limit);
    EXPECT_EQ(reverse(a), b);
    const auto& of_a = terms(a);
    EXPECT_EQ(of_a.dqpn, 0x34u);
    EXPECT_EQ(of_a.mtu, mtu(std::min(at_a.port.active_mtu, at_b.port.active_mtu)));
    EXPECT_EQ(of_a.srdatomic,
              std::min({at_a.limits.max_qp_init_rd_atom, at_b.limits.max_qp_rd_atom, limit}));
    EXPECT_EQ(of_a.drdatomic,
              std::min({at_a.limits.max_qp_rd_atom, at_b.limits.max_qp_init_rd_atom, limit}));
    EXPECT_EQ(of_a.dack_resp_time, response_time(at_b.limits.local_ca_ack_delay));
    // The PSN that one end expects first is the one that the other begins with.
    EXPECT_EQ(rts_along(a, at_a).sq_psn, peer_along(b).psn);
    EXPECT_EQ(rts_along(b, at_b).sq_psn, peer_along(a).psn);
  }
}

TEST(along, maps_every_field_to_its_attribute) {
  auto end = end_of(link_layer::infiniband);
  const path made = ib_path{.slid = lid(0x12),
                            .dlid = lid(0x23),
                            .sl = uint8_t{3},
                            .has_grh = true,
                            .grh = {.sgid = end.gids[0].gid,
                                    .dgid = parse_gid("2001:db8::1"),
                                    .flow_label = 0x12345u,
                                    .traffic_class = uint8_t{9},
                                    .hop_limit = uint8_t{7}},
                            .terms = {.pkey = pkey(0x0001),
                                      .mtu = mtu(1024),
                                      .rate = rate(7),
                                      .packet_life_time = packet_life_time(14),
                                      .sqpn = 0x12u,
                                      .dqpn = 0x34u,
                                      .qkey = 0x77u,
                                      .sqpsn = 5u,
                                      .dqpsn = 6u,
                                      .srdatomic = uint8_t{2},
                                      .drdatomic = uint8_t{4},
                                      .sack_resp_time = response_time(1),
                                      .dack_resp_time = response_time(15),
                                      .min_rnr_timer = rnr_timer::ms_1_28,
                                      .retry_cnt = uint8_t{5},
                                      .rnr_retry = rnr_retry_count(6)}};
  const auto init = init_along(made, end, access::remote_write);
  EXPECT_EQ(init.pkey_index, 1) << "where the partition is, if with the other kind of membership";
  EXPECT_EQ(init.qp_access_flags, access::remote_write);
  const auto peer = peer_along(made);
  EXPECT_EQ(peer.qpn, 0x34u);
  EXPECT_EQ(peer.psn, 6u);
  EXPECT_EQ(peer.lid, 0x23);
  EXPECT_EQ(peer.gid, parse_gid("2001:db8::1"));
  const auto rtr = rtr_along(made, end);
  EXPECT_EQ(rtr.path_mtu, mtu(1024));
  EXPECT_EQ(rtr.max_dest_rd_atomic, 4);
  EXPECT_EQ(rtr.min_rnr_timer, rnr_timer::ms_1_28);
  EXPECT_EQ(rtr.path.gid_index, 0);
  EXPECT_EQ(rtr.path.sl, 3);
  EXPECT_TRUE(rtr.path.is_global);
  EXPECT_EQ(rtr.path.hop_limit, 7);
  EXPECT_EQ(rtr.path.traffic_class, 9);
  EXPECT_EQ(rtr.path.flow_label, 0x12345u);
  EXPECT_EQ(rtr.path.src_path_bits, 2) << "of a LID with two bits to choose";
  EXPECT_EQ(rtr.path.static_rate, rate(7));
  const auto rts = rts_along(made, end);
  EXPECT_EQ(rts.sq_psn, 5u);
  EXPECT_EQ(rts.timeout, ack_timeout(16));
  EXPECT_EQ(rts.retry_cnt, 5);
  EXPECT_EQ(rts.rnr_retry, rnr_retry_count(6));
  EXPECT_EQ(rts.max_rd_atomic, 2);
  EXPECT_EQ(activate_along(made, end).qkey, 0x77u);
  end.port.active_rate = rate(2);
  EXPECT_EQ(address_along(made, end).static_rate, rate()) << "the port itself is slower";
}

TEST(along, names_every_field_that_is_missing) {
  const auto end = end_of(link_layer::ethernet);
  const auto hint =
      "; fill() sets what begins with s, reverse() the rest from what the peer filled";
  EXPECT_EQ(message_of([&] { peer_along(roce_path{}); }),
            std::string("to_rtr on RoCE path {}: not set: dqpn, dgid") + hint);
  EXPECT_EQ(
      message_of([&] { peer_along(ib_path{.has_grh = true}); }),
      std::string("to_rtr on InfiniBand path {has_grh=yes}: not set: dqpn, dlid, dgid") + hint);
  EXPECT_EQ(
      message_of([&] { rtr_along(roce_path{}, end); }),
      std::string("to_rtr on RoCE path {}: not set: mtu, dqpsn, drdatomic, min_rnr_timer") + hint);
  EXPECT_EQ(message_of([&] { rts_along(roce_path{}, end); }),
            std::string("to_rts on RoCE path {}: not set: sqpsn, packet_life_time, dack_resp_time, "
                        "retry_cnt, rnr_retry, srdatomic") +
                hint);
  EXPECT_EQ(message_of([&] { init_along(roce_path{.terms = {.pkey = pkey(0x8002)}}, end); }),
            "to_init on RoCE path {pkey=0x8002}: port 1 is not in partition 0x8002; its P_Keys are "
            "0x7fff, 0x8001");
  EXPECT_EQ(message_of([&] {
              address_along(roce_path{.grh = {.sgid = parse_gid("10.0.0.9")}}, end);
            }).substr(0, 78),
            "to_rtr on RoCE path {sgid=::ffff:10.0.0.9}: port 1 has no GID: no entry is ::f");
}

}  // namespace
}  // namespace verbatim
