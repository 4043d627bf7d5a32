// Paths between queue pairs of the emulated device, over InfiniBand and RoCE: settled as two programs do,
// established, and used.
#include <gtest/gtest.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "message_of.hpp"
#include "verbatim/connect/path/ah_cache.hpp"
#include "verbatim/connect/path/establish.hpp"
#include "verbatim/connect/path/fill.hpp"
#include "verbatim/connect/path/reply.hpp"
#include "verbatim/connect/subnet/multicast_record.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/dct.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/xrc_domain.hpp"
#include "verbatim/verbs/direct/xrc_recv_qp.hpp"
#include "verbatim/verbs/direct/xrc_srq.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim {
namespace {

constexpr std::size_t half = 4096;  // we send from the first half of our memory into the second
constexpr std::size_t grh = 40;

class paths : public testing::Test {
 protected:
  void SetUp() override { std::iota(memory.begin(), memory.begin() + half, std::uint8_t{1}); }

  /// From this machine to itself, of the kind of its port.
  path to_itself() const {
    const auto end = context.local_end(1);
    if (end.port.link_layer == link_layer::infiniband) return ib_path{.dlid = lid(end.port.lid)};
    return roce_path{.grh = {.dgid = choose_gid(end.gids).chosen->gid}};
  }

  struct settled {
    path a, b;
  };

  /// Settles a path like two programs: A fills, reverses and sends; B fills and sends back; A
  /// fills.
  template <class A, class B>
  settled settle(path begin, const A& a, const B& b, const fill_options& options = {}) const {
    const auto offered = reverse(fill(std::move(begin), a.local_end(), options).path);
    const auto of_b = fill(offered, b.local_end(), options).path;
    return {fill(reverse(of_b), a.local_end()).path, of_b};
  }

  template <class Cq>
  std::vector<int> completions(Cq& cq, std::size_t count) {
    std::vector<int> seen;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (seen.size() < count && std::chrono::steady_clock::now() < deadline) {
      cq.poll([&](auto&& c) { seen.push_back(c.ok() ? c.entry : -c.entry); });
    }
    std::sort(seen.begin(), seen.end());
    return seen;
  }

  /// A WRITE from the first half of the memory into the second.
  template <class Chain>
  bool write(Chain&& chain, std::uint32_t length) {
    return std::forward<Chain>(chain)
        .write()
        .rdma(mr.addr() + half, mr.rkey())
        .sge(mr.addr(), length, mr.lkey())
        .signal(1)
        .finish()
        .ok();
  }

  /// A message of 100 bytes.
  template <class Chain>
  bool send(Chain&& chain) {
    return std::forward<Chain>(chain).send().sge(mr.addr(), 100, mr.lkey()).signal(1).finish().ok();
  }

  template <class Queue>
  bool receive(Queue&& wqe) {
    return std::forward<Queue>(wqe).sge(mr.addr() + half, 1000, mr.lkey()).finish(2).ok();
  }

  bool arrived(std::size_t length, std::size_t at = 0) const {
    return std::memcmp(memory.data(), memory.data() + half + at, length) == 0;
  }

  static ibv_qp_attr attributes_of(const any_qp& qp) {
    ibv_qp_attr attr{};
    ibv_qp_init_attr init{};
    EXPECT_EQ(ibv_query_qp(qp.native(), &attr, 0x1fffff, &init), 0);
    return attr;
  }

  std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(2 * half);
  verbatim::context context = open_device();
  verbatim::pd pd{context};
  verbatim::mr mr{pd, std::span(memory),
                  access::local_write | access::remote_write | access::remote_read};
};

TEST_F(paths, connect_rc) {
  using type = rc_qp<int>;
  verbatim::cq<type> cq(context, 64);
  type a(pd, cq), b(pd, cq);
  auto begin = to_itself();
  terms(begin).mtu = mtu(1024);
  terms(begin).min_rnr_timer = rnr_timer::ms_5_12;
  terms(begin).retry_cnt = std::uint8_t{3};
  const auto [of_a, of_b] = settle(begin, a, b, {.max_rd_atomic = 4});
  establish(a, of_a);
  establish(b, of_b, access::remote_write);
  ASSERT_TRUE(write(a.sq_wqe(), 3000));
  a.ring_doorbell();
  EXPECT_EQ(completions(cq, 1), std::vector{1});
  EXPECT_TRUE(arrived(3000));

  // The device has what the paths say.
  const auto is = attributes_of(a);
  EXPECT_EQ(is.path_mtu, IBV_MTU_1024);
  EXPECT_EQ(is.dest_qp_num, b.qpn());
  EXPECT_EQ(is.rq_psn, *terms(of_b).sqpsn);
  EXPECT_EQ(is.max_dest_rd_atomic, 4);
  EXPECT_EQ(is.max_rd_atomic, 4);
  EXPECT_EQ(is.min_rnr_timer, 18);
  EXPECT_EQ(is.retry_cnt, 3);
  EXPECT_EQ(is.rnr_retry, 7);
  EXPECT_EQ(is.timeout, timeout_over(of_a)->encoding());
  EXPECT_EQ(attributes_of(b).qp_access_flags, static_cast<unsigned>(IBV_ACCESS_REMOTE_WRITE));
  EXPECT_EQ(a.address().psn, *terms(of_a).sqpsn) << "the PSN is the path's now";
}

/// The device tells of the queue pair what it was told.
template <class Qp>
void expect_told(Qp& qp, const path& way, access allowed) {
  const auto is = qp.query();
  EXPECT_EQ(is.state, qp_state::rts);
  ASSERT_TRUE(is.init && is.rtr && is.rts && is.peer);
  EXPECT_EQ(is.init->qp_access_flags, allowed);
  EXPECT_EQ(is.qkey, std::nullopt);
  const auto end = qp.local_end();
  const auto rtr = rtr_along(way, end);
  const auto rts = rts_along(way, end);
  EXPECT_EQ(is.rtr->path_mtu, rtr.path_mtu);
  EXPECT_EQ(is.rtr->max_dest_rd_atomic, rtr.max_dest_rd_atomic);
  EXPECT_EQ(is.rtr->min_rnr_timer, rtr.min_rnr_timer);
  EXPECT_EQ(is.rtr->path.port, 1);
  EXPECT_EQ(is.rtr->path.is_global, end.port.link_layer == link_layer::ethernet);
  if (is.rtr->path.is_global) {
    EXPECT_EQ(is.rtr->path.gid_index, rtr.path.gid_index);
    EXPECT_EQ(is.rtr->path.hop_limit, 64);
    EXPECT_EQ(is.peer->gid, *route(way).dgid);
  }
  EXPECT_EQ(is.peer->qpn, *terms(way).dqpn);
  EXPECT_EQ(is.peer->psn, *terms(way).dqpsn);
  EXPECT_EQ(is.peer->lid, peer_along(way).lid);
  EXPECT_EQ(is.rts->sq_psn, rts.sq_psn);
  EXPECT_EQ(is.rts->timeout, rts.timeout);
  EXPECT_EQ(is.rts->retry_cnt, rts.retry_cnt);
  EXPECT_EQ(is.rts->rnr_retry, rts.rnr_retry);
  EXPECT_EQ(is.rts->max_rd_atomic, rts.max_rd_atomic);
}

TEST_F(paths, are_what_the_device_says) {
  verbatim::cq<rc_qp<int>> cq(context, 64);
  rc_qp<int> a(pd, cq), b(pd, cq);
  const auto fresh = a.query();
  EXPECT_EQ(fresh.state, qp_state::reset);
  EXPECT_FALSE(fresh.init || fresh.rtr || fresh.rts || fresh.peer);
  EXPECT_EQ(to_string(fresh), "reset");
  const auto [of_a, of_b] = settle(to_itself(), a, b, {.max_rd_atomic = 4});
  to_init(a, of_a, access::remote_write);
  EXPECT_EQ(to_string(a.query()), "init {pkey_index=0 qp_access_flags=remote_write}");
  EXPECT_FALSE(a.query().rtr);
  establish(a, of_a, access::remote_write);
  expect_told(a, of_a, access::remote_write);
  const auto text = to_string(a.query());
  EXPECT_NE(text.find("rts {pkey_index=0 qp_access_flags=remote_write path_mtu=4096 bytes "
                      "max_dest_rd_atomic=4 min_rnr_timer=12 (0.64 ms) sq_psn="),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("} to QPN 0x"), std::string::npos) << text;
  b.reset();  // has not been anywhere
  EXPECT_EQ(b.query().state, qp_state::reset);

  // By who went behind our back: the query finds it, and state() knows it from then on.
  ibv_qp_attr to_error{};
  to_error.qp_state = IBV_QPS_ERR;
  ASSERT_EQ(ibv_modify_qp(a.native(), &to_error, IBV_QP_STATE), 0);
  EXPECT_EQ(a.state(), qp_state::rts);
  const auto failed = a.query();
  EXPECT_EQ(failed.state, qp_state::error);
  EXPECT_EQ(a.state(), qp_state::error);
  ASSERT_TRUE(failed.peer && failed.rts);
  EXPECT_EQ(failed.peer->qpn, b.qpn());
  a.close();
  EXPECT_NE(message_of([&] { (void)a.query(); }).find("query on RC QP"), std::string::npos);
}

TEST_F(paths, are_what_the_device_says_by_devx) {
  cq<with_format<cq_format{.compression = cqe_compression::enhanced}>, rc_qp<int>> cq(context, 64);
  rc_qp<int> a(pd, cq), b(pd, cq);
  ASSERT_NE(a.devx(), nullptr);
  const auto [of_a, of_b] = settle(to_itself(), a, b, {.max_rd_atomic = 4});
  establish(a, of_a, access::remote_read);
  expect_told(a, of_a, access::remote_read);
  a.to_error();
  EXPECT_EQ(a.query().state, qp_state::error);
}

TEST_F(paths, are_what_the_device_says_of_others) {
  verbatim::cq<uc_qp<int>, ud_qp<int>, dci_qp<int>> cq(context, 64);
  uc_qp<int> uc(pd, cq);
  uc.connect(uc.address());
  const auto of_uc = uc.query();
  ASSERT_TRUE(of_uc.rts && of_uc.rtr);
  EXPECT_EQ(of_uc.rts->timeout, std::nullopt) << "UC waits for no acknowledgement";
  EXPECT_EQ(of_uc.rtr->min_rnr_timer, std::nullopt);
  EXPECT_EQ(of_uc.rtr->path_mtu, mtu(4096));

  ud_qp<int> ud(pd, cq);
  ud.activate({.qkey = 0x1234});
  const auto of_ud = ud.query();
  EXPECT_EQ(of_ud.state, qp_state::rts);
  EXPECT_EQ(of_ud.qkey, 0x1234u);
  EXPECT_EQ(of_ud.peer, std::nullopt);
  ASSERT_TRUE(of_ud.init && of_ud.rts);
  EXPECT_EQ(of_ud.init->qp_access_flags, std::nullopt);
  EXPECT_TRUE(of_ud.rts->sq_psn);

  dci_qp<int> dci(pd, cq);
  dci.activate();
  const auto of_dci = dci.query();
  EXPECT_EQ(of_dci.state, qp_state::rts);
  EXPECT_EQ(of_dci.peer, std::nullopt);
  ASSERT_TRUE(of_dci.rts);
  EXPECT_EQ(of_dci.rts->retry_cnt, 7);
}

TEST_F(paths, lead_step_by_step) {
  using type = rc_qp<int>;
  verbatim::cq<type> cq(context, 64);
  type a(pd, cq), b(pd, cq);
  const auto [of_a, of_b] = settle(to_itself(), a, b);
  to_init(b, of_b);
  ASSERT_TRUE(receive(b.rq_wqe()));
  b.ring_recv_doorbell();
  to_rtr(b, of_b);
  to_init(a, of_a);
  to_rtr(a, of_a);
  to_rts(a, of_a);
  EXPECT_EQ(b.state(), qp_state::rtr);
  ASSERT_TRUE(send(a.sq_wqe()));
  a.ring_doorbell();
  EXPECT_EQ(completions(cq, 2), (std::vector{1, 2}));
  EXPECT_TRUE(arrived(100));
  to_rts(b, of_b);
  EXPECT_EQ(b.state(), qp_state::rts);
}

TEST_F(paths, connect_uc) {
  using type = uc_qp<int>;
  verbatim::cq<type> cq(context, 64);
  type a(pd, cq), b(pd, cq);
  const auto [of_a, of_b] = settle(to_itself(), a, b);
  establish(a, of_a);
  establish(b, of_b);
  ASSERT_TRUE(receive(b.rq_wqe()));
  b.ring_recv_doorbell();
  ASSERT_TRUE(send(a.sq_wqe()));
  a.ring_doorbell();
  EXPECT_EQ(completions(cq, 2), (std::vector{1, 2}));
  EXPECT_TRUE(arrived(100));
}

TEST_F(paths, connect_both_halves_of_xrc) {
  using type = xrc_send_qp<int>;
  using srq_type = xrc_srq<int>;
  xrc_domain domain(context);
  verbatim::cq<type, srq_type> cq(context, 64);
  type ini(pd, cq);
  xrc_recv_qp tgt(domain);
  srq_type srq(domain, pd, cq);
  const auto [of_ini, of_tgt] = settle(to_itself(), ini, tgt);
  EXPECT_EQ(terms(of_ini).drdatomic, std::nullopt) << "nobody reads from a sender";
  establish(tgt, of_tgt);
  establish(ini, of_ini);
  ASSERT_TRUE(receive(srq.srq_wqe()));
  srq.ring_doorbell();
  ASSERT_TRUE(
      ini.sq_wqe().xrc(srq.srqn()).send().sge(mr.addr(), 100, mr.lkey()).signal(1).finish().ok());
  ini.ring_doorbell();
  EXPECT_EQ(completions(cq, 2), (std::vector{1, 2}));
  EXPECT_TRUE(arrived(100));
}

TEST_F(paths, carry_datagrams) {
  using type = ud_qp<int>;
  verbatim::cq<type> cq(context, 64);
  type a(pd, cq), b(pd, cq);
  auto begin = to_itself();
  terms(begin).qkey = 0x1234u;
  const auto [of_a, of_b] = settle(begin, a, b);
  establish(a, of_a);
  establish(b, of_b);
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
  for (auto* qp : {&sender, &member}) establish(*qp, fill(way, qp->local_end()).path);
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
  establish(a, to);
  terms(to).dqpn = target.dctn();
  ah_cache cache(pd, end);
  ASSERT_TRUE(write(a.sq_wqe().av(cache.dc(to, 99)), 500));
  a.ring_doorbell();
  EXPECT_EQ(completions(cq, 1), std::vector{1});
  EXPECT_TRUE(arrived(500));
}

TEST_F(paths, begin_where_they_say) {
  using type = rc_qp<int>;
  verbatim::cq<type> cq(context, 64);
  type a(pd, cq), b(pd, cq);
  const auto end = context.local_end(1);
  for (const auto& entry : end.gids) {
    path begin = ib_path{
        .dlid = lid(end.port.lid), .has_grh = true, .grh = {.sgid = entry.gid, .dgid = entry.gid}};
    if (entry.type != gid_type::infiniband) {
      begin = roce_path{.type = entry.type, .grh = {.sgid = entry.gid, .dgid = entry.gid}};
    }
    const auto [of_a, of_b] = settle(begin, a, b);
    establish(a, of_a);
    establish(b, of_b);
    const auto is = attributes_of(a);
    EXPECT_EQ(is.ah_attr.is_global, 1);
    EXPECT_EQ(is.ah_attr.grh.sgid_index, entry.index) << to_string(entry);
    EXPECT_EQ(is.ah_attr.grh.hop_limit, 64);
    ASSERT_TRUE(write(a.sq_wqe(), 10));
    a.ring_doorbell();
    EXPECT_EQ(completions(cq, 1), std::vector{1});
    a.reset();
    b.reset();
  }
}

// The local end is what the machine says by other means.
TEST_F(paths, begin_at_the_ports_own_tables) {
  const auto end = context.local_end(1);
  ASSERT_FALSE(end.pkeys.empty());
  EXPECT_EQ(end.pkeys[0], pkey(0xffff));
  ASSERT_FALSE(end.gids.empty());
  for (const auto& entry : end.gids) {
    EXPECT_EQ(entry.gid, context.gid(1, entry.index));
    EXPECT_EQ(entry.netdev, end.port.link_layer == link_layer::ethernet ? "lo" : "");
  }
  ibv_port_attr port{};
  ASSERT_EQ(ibv_query_port(context.native(), 1, &port), 0);
  EXPECT_EQ(end.port.sm_lid, port.sm_lid);
  EXPECT_EQ(end.port.lmc, port.lmc);
  EXPECT_EQ(end.port.subnet_timeout, port.subnet_timeout);
  EXPECT_EQ(end.port.active_rate.megabits_per_second(), 200'000u) << "HDR, four lanes";
  EXPECT_EQ(end.limits.local_ca_ack_delay, 16);
}

TEST_F(paths, that_lead_nowhere_say_so) {
  using type = rc_qp<int>;
  verbatim::cq<type> cq(context, 64);
  type a(pd, cq);
  EXPECT_NE(message_of([&] { establish(a, to_itself()); }).find("not set: pkey"),
            std::string::npos);
  EXPECT_EQ(a.state(), qp_state::reset) << "a path that is not complete changes nothing";
  auto begin = to_itself();
  terms(begin).dqpn = 7u;
  const auto made = fill(begin, a.local_end()).path;
  establish(a, made);
  EXPECT_EQ(a.state(), qp_state::rts);

  // The device knows no neighbour of that address: the error says from where it was looked for.
  if (std::holds_alternative<ib_path>(made)) return;
  type b(pd, cq);
  auto astray = made;
  route(astray).dgid = parse_gid("10.9.9.9");
  EXPECT_EQ(
      message_of([&] { establish(b, astray); }),
      "ibv_modify_qp to RTR on " + b.describe() +
          ": No route to host: the path leads from GID 3, ::ffff:127.0.0.1, RoCE v2 of lo, to "
          "::ffff:10.9.9.9");
  EXPECT_EQ(b.state(), qp_state::init);
}

}  // namespace
}  // namespace verbatim
