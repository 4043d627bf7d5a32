// Negotiation: both ends come to the same, and each limit is kept.
#include "verbatim/connect/exchange/negotiate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "message_of.hpp"
#include "planned_end.hpp"
#include "random_offer.hpp"

namespace verbatim {
namespace {

/// The result, or none where they cannot meet.
std::optional<path> settled(const path& mine, const path& theirs) {
  try {
    return exchange::settle(mine, theirs);
  } catch (const error&) {
    return std::nullopt;
  }
}

TEST(settle, comes_to_the_same_from_both_ends) {
  std::mt19937_64 random(3);
  int met = 0;
  for (int i = 0; i < 4000; ++i) {
    auto a = random_path(random, i % 2 == 0);
    auto b = random_path(random, i % 2 == 0);  // as A sees it
    if (random() % 4 != 0) {
      terms(b).pkey = terms(a).pkey;
      terms(b).qkey.reset();
      if (auto* roce = std::get_if<roce_path>(&b)) roce->type.reset();
    }
    const auto of_a = settled(a, b), of_b = settled(reverse(b), reverse(a));
    ASSERT_EQ(of_a.has_value(), of_b.has_value()) << a << "\n" << b;
    if (!of_a) continue;
    ++met;
    ASSERT_EQ(*of_a, reverse(*of_b)) << a << "\n" << b;
    ASSERT_EQ(exchange::settle(a, *of_a), *of_a) << "what was settled stays so";
    ASSERT_EQ(exchange::settle(*of_a, b), *of_a);
  }
  EXPECT_GT(met, 1000);
}

TEST(settle, keeps_what_each_needs) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 2000; ++i) {
    const auto a = random_path(random, true), b = random_path(random, true);
    const auto both = settled(a, b);
    if (!both) continue;
    const auto& is = terms(*both);
    for (const auto* one : {&terms(a), &terms(b)}) {
      if (one->mtu) {
        EXPECT_LE(*is.mtu, *one->mtu);
      }
      if (one->srdatomic) {
        EXPECT_LE(*is.srdatomic, *one->srdatomic);
      }
      if (one->drdatomic) {
        EXPECT_LE(*is.drdatomic, *one->drdatomic);
      }
      if (one->rate) {
        EXPECT_FALSE(is_slower(*one->rate, *is.rate));
      }
      if (one->packet_life_time) {
        EXPECT_GE(*is.packet_life_time, *one->packet_life_time);
      }
      if (one->min_rnr_timer) {
        EXPECT_GE(time(*is.min_rnr_timer), time(*one->min_rnr_timer));
      }
      if (one->retry_cnt) {
        EXPECT_GE(*is.retry_cnt, *one->retry_cnt);
      }
      if (one->rnr_retry) {
        EXPECT_GE(*is.rnr_retry, *one->rnr_retry);
      }
    }
    if (terms(a).sqpn) {
      EXPECT_EQ(is.sqpn, terms(a).sqpn);
    }
    if (terms(b).dqpn) {
      EXPECT_EQ(is.dqpn, terms(b).dqpn);
    }
  }
}

TEST(settle, says_where_they_cannot_meet) {
  const path v1 = roce_path{.type = gid_type::roce_v1, .terms = {.pkey = pkey(0x8001)}};
  const path v2 = roce_path{.type = gid_type::roce_v2, .terms = {.pkey = pkey(0x8002)}};
  const auto said = message_of([&] { (void)exchange::settle(v1, v2); });
  EXPECT_NE(said.find("type=RoCE v1 here and RoCE v2 at the peer, pkey=0x8001 here and 0x8002 at"),
            std::string::npos)
      << said;
  EXPECT_NE(message_of([&] {
              (void)exchange::settle(v1, ib_path{});
            }).find("this end is on RoCE, and the peer on InfiniBand"),
            std::string::npos);
}

TEST(settle, takes_full_membership_and_the_longest_rnr_timer) {
  const path a = ib_path{
      .terms = {.pkey = pkey(0x0001), .min_rnr_timer = rnr_timer::ms_655_36, .retry_cnt = 2}};
  const path b = ib_path{
      .has_grh = true,
      .terms = {.pkey = pkey(0x8001), .min_rnr_timer = rnr_timer::ms_491_52, .retry_cnt = 3}};
  const auto both = exchange::settle(a, b);
  EXPECT_EQ(terms(both).pkey, pkey(0x8001));
  EXPECT_EQ(terms(both).min_rnr_timer, rnr_timer::ms_655_36) << "0 is the longest";
  EXPECT_EQ(terms(both).retry_cnt, 3);
  EXPECT_EQ(std::get<ib_path>(both).has_grh, true);
}

/// The two ends of an exchange: A offers, B answers, A accepts.
struct ends {
  local_end a, b;
  std::optional<path> wanted_a = std::nullopt, wanted_b = std::nullopt;
  exchange::offer of_a = {}, of_b = {};

  std::pair<exchange::agreement, exchange::agreement> meet() {
    of_a.path = exchange::own_path(wanted_a, a);
    auto offer = of_a;
    offer.path = reverse(of_a.path);
    of_b.path = exchange::own_path(wanted_b, offer.path, b);
    const auto agreed_b = exchange::negotiate(of_b, offer);
    auto answer = of_b;
    answer.path = reverse(agreed_b.path);
    return {exchange::accept_answer(of_a, answer), agreed_b};
  }
};

TEST(negotiate, is_the_same_at_both_ends) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 500; ++i) {
    const auto layer = both[random() % 2];
    ends two{end_of(layer), end_of(layer)};
    two.b.qp->qpn = 0x99;
    for (auto* end : {&two.a, &two.b}) {
      end->port.active_mtu = static_cast<std::uint16_t>(256u << random() % 5);
      end->port.subnet_timeout = static_cast<std::uint8_t>(random() % 32);
      end->limits.max_qp_rd_atom = static_cast<std::uint8_t>(random());
      end->limits.max_qp_init_rd_atom = static_cast<std::uint8_t>(random());
      end->limits.local_ca_ack_delay = static_cast<std::uint8_t>(random() % 32);
    }
    two.of_a.features = random();
    two.of_b.features = random();
    two.of_a.max_message = 1000u;
    if (random() % 2 == 0) two.of_b.max_message = static_cast<std::uint32_t>(random() % 2000);
    const auto [a, b] = two.meet();
    ASSERT_EQ(a.path, reverse(b.path));
    EXPECT_EQ(a.features, two.of_a.features & two.of_b.features);
    EXPECT_EQ(a.features, b.features);
    EXPECT_EQ(a.max_message, std::min(1000u, two.of_b.max_message.value_or(1000)));
    EXPECT_EQ(a.max_message, b.max_message);
    const auto& is = terms(a.path);
    EXPECT_EQ(is.mtu, mtu(std::min(two.a.port.active_mtu, two.b.port.active_mtu)));
    EXPECT_EQ(is.srdatomic,
              std::min(two.a.limits.max_qp_init_rd_atom, two.b.limits.max_qp_rd_atom));
    EXPECT_EQ(is.drdatomic,
              std::min(two.a.limits.max_qp_rd_atom, two.b.limits.max_qp_init_rd_atom));
    EXPECT_EQ(is.sack_resp_time, response_time(two.a.limits.local_ca_ack_delay));
    EXPECT_EQ(is.dack_resp_time, response_time(two.b.limits.local_ca_ack_delay));
    EXPECT_EQ(is.sqpn, 0x12u);
    EXPECT_EQ(is.dqpn, 0x99u);
    EXPECT_EQ(is.dqpsn, terms(two.of_a.path).dqpsn) << "A chooses both PSNs";
    if (layer == link_layer::infiniband) {
      EXPECT_EQ(is.packet_life_time->encoding(),
                std::max(two.a.port.subnet_timeout, two.b.port.subnet_timeout));
    }
  }
}

TEST(negotiate, follows_the_wishes_of_both) {
  ends two{end_of(link_layer::ethernet), end_of(link_layer::ethernet)};
  two.wanted_a = roce_path{.type = gid_type::roce_v1, .terms = {.mtu = mtu(1024), .retry_cnt = 1}};
  two.wanted_b = roce_path{.grh = {.traffic_class = std::uint8_t{106}},
                           .terms = {.mtu = mtu(512), .sqpsn = 77u, .retry_cnt = 4}};
  const auto [a, b] = two.meet();
  EXPECT_EQ(std::get<roce_path>(b.path).type, gid_type::roce_v1);
  EXPECT_EQ(route(a.path).traffic_class, 106);
  EXPECT_EQ(terms(a.path).mtu, mtu(512));
  EXPECT_EQ(terms(a.path).dqpsn, 77u);
  EXPECT_EQ(terms(a.path).retry_cnt, 4);
  EXPECT_EQ(b.peer.path, reverse(two.of_a.path)) << "what the peer said is kept";
}

TEST(negotiate, wants_transports_that_fit) {
  exchange::offer a{.path = ib_path{}}, b{.transport = verbs::transport::uc, .path = ib_path{}};
  EXPECT_NE(message_of([&] {
              (void)exchange::negotiate(a, b);
            }).find("the queue pair here is an RC QP, and that of the peer an UC QP"),
            std::string::npos);
  a.transport = verbs::transport::xrc_send;
  b.transport = verbs::transport::xrc_recv;
  EXPECT_EQ(message_of([&] { (void)exchange::negotiate(a, b), (void)exchange::negotiate(b, a); }),
            "no error");
  b.transport = verbs::transport::xrc_send;
  EXPECT_NE(message_of([&] { (void)exchange::negotiate(a, b); }), "no error");
}

TEST(negotiate, wants_a_dci_and_a_dct) {
  const auto of = [](verbs::transport transport, bool has_dct) {
    exchange::offer offer{.transport = transport, .path = ib_path{}};
    if (has_dct) offer.dc_key = 7;
    return offer;
  };
  const auto dci = of(verbs::transport::dci, false), dct = of(verbs::transport::dct, true);
  const auto both = of(verbs::transport::dci, true);
  // From either end.
  const auto meet = [](exchange::offer a, exchange::offer b) {
    if (a.dc_key) terms(a.path).sqpn = 5u;
    if (b.dc_key) terms(b.path).dqpn = 6u;
    return message_of([&] { (void)exchange::negotiate(a, b); });
  };
  for (const auto& [a, b] :
       {std::pair(dci, dct), std::pair(dci, both), std::pair(dct, both), std::pair(both, both)}) {
    EXPECT_EQ(meet(a, b), "no error");
    EXPECT_EQ(meet(b, a), "no error");
  }
  EXPECT_NE(meet(dci, dci).find("is an DCI, and that of the peer an DCI"), std::string::npos);
  EXPECT_NE(meet(dct, dct).find("is an DCT, and that of the peer an DCT"), std::string::npos);
  EXPECT_NE(meet(of(verbs::transport::rc, true), dci), "no error") << "RC has no DCT";
  EXPECT_NE(meet(dci, of(verbs::transport::rc, true)), "no error");
  EXPECT_NE(meet(dci, of(verbs::transport::dct, false)), "no error") << "a DCT without its key";
  EXPECT_NE(message_of([&] {
              (void)exchange::negotiate(dci, dct);
            }).find("the peer tells the key of a DCT, and not its number"),
            std::string::npos);
}

TEST(check_mtu, takes_no_other_than_what_is_given) {
  auto end = end_of(link_layer::infiniband, verbs::transport::dct);
  const path agreed = ib_path{.terms = {.mtu = mtu(1024)}};
  EXPECT_EQ(message_of([&] { exchange::check_mtu(agreed, end); }), "no error")
      << "it can still be chosen";
  end.qp->path_mtu = mtu(1024);
  EXPECT_EQ(message_of([&] { exchange::check_mtu(agreed, end); }), "no error");
  end.qp->path_mtu = mtu(2048);
  EXPECT_NE(message_of([&] {
              exchange::check_mtu(agreed, end);
            }).find("the DCT has an MTU of 2048 bytes for all of its peers"),
            std::string::npos);
}

TEST(accept_answer, takes_nothing_that_was_not_agreed) {
  exchange::offer mine{.path = exchange::own_path(std::nullopt, end_of(link_layer::infiniband))};
  auto answer = mine;
  terms(answer.path).dqpn = 5u;
  EXPECT_EQ(message_of([&] { (void)exchange::accept_answer(mine, answer); }), "no error");
  terms(answer.path).mtu = mtu(4096);
  terms(answer.path).sqpsn = *terms(mine.path).sqpsn ^ 1;
  const auto said = message_of([&] { (void)exchange::accept_answer(mine, answer); });
  EXPECT_NE(said.find("established what was not agreed: mtu=2048 bytes here and 4096 bytes at the"),
            std::string::npos)
      << said;
  EXPECT_NE(said.find("sqpsn="), std::string::npos);
}

}  // namespace
}  // namespace verbatim
