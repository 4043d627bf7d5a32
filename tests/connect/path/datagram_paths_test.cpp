// Paths of datagrams and of DC on the emulated device, over InfiniBand and RoCE: there, back, and to groups.
#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "message_of.hpp"
#include "paths_fixture.hpp"
#include "verbatim/connect/path/ah_cache.hpp"
#include "verbatim/connect/path/fill.hpp"
#include "verbatim/connect/path/reply.hpp"
#include "verbatim/connect/subnet/multicast_record.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/dct.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/queue_pair/along.hpp"

namespace verbatim {
namespace {

TEST_F(paths, carry_datagrams) {
  using type = ud_qp<int>;
  verbatim::cq<type> cq(context, 64);
  type a(pd, cq), b(pd, cq);
  auto begin = to_itself();
  terms(begin).qkey = 0x1234u;
  const auto [of_a, of_b] = settle(begin, a, b);
  a.activate(of_a);
  b.activate(of_b);
  ah_cache cache(pd, a.local_end(), 2);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(receive(b.rq_wqe()));
    b.ring_recv_doorbell();
    ASSERT_TRUE(send(a.sq_wqe().av(cache.ud(of_a))));
    a.ring_doorbell();
    EXPECT_EQ(completions(cq, 2), (std::vector{1, 2}));
    EXPECT_TRUE(arrived(100, grh));
  }
  EXPECT_EQ(cache.size(), 1u);

  // Another queue pair behind the same port shares the handle; another way has one of its own, and the
  // one that was used least recently goes.
  auto other = of_a;
  terms(other).dqpn = 0x77u;
  EXPECT_EQ(cache.ud(other).dqp_dct, 0x77u);
  EXPECT_EQ(cache.ud(of_a).dqp_dct, b.qpn());
  EXPECT_EQ(cache.ud(of_a).qkey, 0x1234u);
  EXPECT_EQ(cache.size(), 1u);
  for (std::uint8_t sl = 1; sl < 4; ++sl) {
    std::visit([&](auto& kind) { kind.sl = sl; }, other);
    (void)cache.ud(other);
  }
  EXPECT_EQ(cache.size(), 2u);
  terms(other).qkey.reset();
  EXPECT_NE(message_of([&] { (void)cache.ud(other); }).find("not set: qkey"), std::string::npos);
  cache.renew(a.local_end());
  EXPECT_EQ(cache.size(), 0u);
}

TEST_F(paths, lead_back_to_who_sent) {
  using type = ud_qp<int>;
  verbatim::cq<type> a_cq(context, 64), b_cq(context, 64);
  type a(pd, a_cq), b(pd, b_cq);
  a.activate({.qkey = 0x1234});
  b.activate({.qkey = 0x1234});
  const auto end = b.local_end();
  std::vector<path> ways;
  if (end.port.link_layer == link_layer::infiniband) ways = {to_itself()};
  for (const auto& entry : end.gids) {
    const global_route grh{.sgid = entry.gid, .dgid = entry.gid};
    if (entry.type == gid_type::infiniband) {
      ways.push_back(ib_path{.dlid = lid(end.port.lid), .has_grh = true, .grh = grh});
    } else {
      ways.push_back(roce_path{.type = entry.type, .grh = grh});
    }
  }
  ah_cache from_a(pd, a.local_end()), from_b(pd, end);
  for (auto& way : ways) {
    terms(way).dqpn = b.qpn();
    way = fill(way, a.local_end()).path;
    ASSERT_TRUE(receive(b.rq_wqe()));
    b.ring_recv_doorbell();
    ASSERT_TRUE(send(a.sq_wqe().av(from_a.ud(way))));
    a.ring_doorbell();
    EXPECT_EQ(completions(a_cq, 1), std::vector{1});
    std::optional<path> back;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!back && std::chrono::steady_clock::now() < deadline) {
      b_cq.poll(overloaded{[](const send_completion<int>&) { FAIL(); },
                           [&](const recv_completion<int>& c) {
                             const auto buffer = std::as_bytes(std::span(memory).subspan(half));
                             back = reply_path(origin_of(c, buffer), end);
                           }});
    }
    ASSERT_TRUE(back);
    EXPECT_EQ(terms(*back).dqpn, a.qpn());
    if (const auto* roce = std::get_if<roce_path>(&way)) {
      EXPECT_EQ(std::get<roce_path>(*back).type, roce->type) << *back;
      EXPECT_EQ(route(*back).dgid, route(way).sgid);
    } else {
      EXPECT_EQ(std::get<ib_path>(*back).has_grh, std::get<ib_path>(way).has_grh == true);
    }
    ASSERT_TRUE(receive(a.rq_wqe()));
    a.ring_recv_doorbell();
    ASSERT_TRUE(send(b.sq_wqe().av(from_b.ud(*back))));
    b.ring_doorbell();
    EXPECT_EQ(completions(a_cq, 1), std::vector{2}) << *back;
    EXPECT_EQ(completions(b_cq, 1), std::vector{1});
  }
}

TEST_F(paths, lead_to_groups) {
  using type = ud_qp<int>;
  const bool ethernet = context.port(1).link_layer == link_layer::ethernet;
  const auto group = ethernet ? multicast_group{*parse_gid("224.1.2.3")}
                              : multicast_group{*parse_gid("ff12:401b::1234"), lid(0xc001)};
  EXPECT_EQ(to_string(group), ethernet ? "::ffff:224.1.2.3" : "ff12:401b::1234, LID 0xc001");
  verbatim::cq<type> cq(context, 64), of_members(context, 64);
  type sender(pd, cq), a(pd, of_members), b(pd, of_members);
  for (auto* qp : {&sender, &a, &b}) qp->activate();
  for (auto* qp : {&a, &b}) {
    qp->attach(group);
    qp->attach(group);
    for (int i = 0; i < 2; ++i) ASSERT_TRUE(receive(qp->rq_wqe()));
    qp->ring_recv_doorbell();
  }
  const auto tell_all = [&](const av_ud_seg& everybody) {
    ASSERT_TRUE(send(sender.sq_wqe().av(everybody)));
    sender.ring_doorbell();
    EXPECT_EQ(completions(cq, 1), std::vector{1});
  };
  address_handle to(pd, group.address());
  const auto everybody = to.ud(activate_attributes{}.qkey);
  tell_all(everybody);
  EXPECT_EQ(completions(of_members, 2), (std::vector{2, 2}));
  EXPECT_TRUE(arrived(100, grh));

  // An answer comes from the member, not from the group.
  const datagram_origin origin{.qpn = sender.qpn(),
                               .slid = lid(context.port(1).lid),
                               .header = std::as_bytes(std::span(memory).subspan(half, grh))};
  const auto back = reply_path(origin, a.local_end());
  ASSERT_TRUE(route(back).sgid);
  EXPECT_FALSE(route(back).sgid->is_multicast());
  if (const auto* ib = std::get_if<ib_path>(&back)) {
    EXPECT_EQ(ib->slid, lid(context.port(1).lid));
  }

  b.detach(group);
  tell_all(everybody);
  EXPECT_EQ(completions(of_members, 1), std::vector{2});
  EXPECT_EQ(of_members.poll([](auto&&) {}), 0u);
  EXPECT_NE(message_of([&] { b.detach(group); }).find("it is not attached to"), std::string::npos);
  EXPECT_NE(message_of([&] { b.attach({*parse_gid("10.0.0.1")}); }).find("is no multicast"),
            std::string::npos);

  // The kernel destroys none that is attached.
  EXPECT_TRUE(a.close().complete());
  EXPECT_NE(message_of([&] { a.attach(group); }).find("closed"), std::string::npos);
}

TEST_F(paths, lead_to_groups_of_the_subnet_administrator) {
  if (context.port(1).link_layer == link_layer::ethernet) GTEST_SKIP() << "RoCE has none";
  using type = ud_qp<int>;
  const auto way = detail::path_to_group(
      detail::record_for_group(
          {.dlid = lid(0xc001),
           .sl = std::uint8_t{1},
           .grh = {.dgid = parse_gid("ff12::1234")},
           .terms = {.pkey = pkey(), .mtu = mtu(1024), .rate = rate(2), .qkey = 0x777u}})
          .bytes);
  verbatim::cq<type> cq(context, 64), of_members(context, 64);
  type sender(pd, cq), member(pd, of_members);
  for (auto* qp : {&sender, &member}) qp->activate(fill(way, qp->local_end()).path);
  member.attach({*way.grh.dgid, *way.dlid});
  ASSERT_TRUE(receive(member.rq_wqe()));
  member.ring_recv_doorbell();
  ah_cache cache(pd, sender.local_end());
  ASSERT_TRUE(send(sender.sq_wqe().av(cache.ud(way))));
  sender.ring_doorbell();
  EXPECT_EQ(completions(cq, 1), std::vector{1});
  EXPECT_EQ(completions(of_members, 1), std::vector{2});
  EXPECT_TRUE(arrived(100, grh));
}

TEST_F(paths, lead_to_a_dct) {
  using type = dci_qp<int>;
  verbatim::cq<type, dct<int>> cq(context, 64);
  srq<int> srq(pd);
  const auto end = context.local_end(1);
  const auto shared = fill(to_itself(), end).path;
  dct<int> target(pd, cq, srq, {.dc_key = 99}, activate_along(shared, end));
  type a(pd, cq);
  auto to = fill(shared, a.local_end()).path;
  a.activate(to);
  terms(to).dqpn = target.dctn();
  ah_cache cache(pd, end);
  ASSERT_TRUE(write(a.sq_wqe().av(cache.dc(to, 99)), 500));
  a.ring_doorbell();
  EXPECT_EQ(completions(cq, 1), std::vector{1});
  EXPECT_TRUE(arrived(500));
}

}  // namespace
}  // namespace verbatim
