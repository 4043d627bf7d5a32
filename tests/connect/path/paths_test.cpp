// Paths between queue pairs of the emulated device, over InfiniBand and RoCE: settled as two programs do,
// connected along, and used.
#include <gtest/gtest.h>
#include <infiniband/verbs.h>

#include <optional>
#include <string>
#include <vector>

#include "message_of.hpp"
#include "paths_fixture.hpp"
#include "verbatim/connect/path/ah_cache.hpp"
#include "verbatim/connect/path/fill.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/xrc_domain.hpp"
#include "verbatim/verbs/direct/xrc_recv_qp.hpp"
#include "verbatim/verbs/direct/xrc_srq.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/queue_pair/along.hpp"

namespace verbatim {
namespace {

TEST_F(paths, connect_rc) {
  using type = rc_qp<int>;
  verbatim::cq<type> cq(context, 64);
  type a(pd, cq), b(pd, cq);
  auto begin = to_itself();
  terms(begin).mtu = mtu(1024);
  terms(begin).min_rnr_timer = rnr_timer::ms_5_12;
  terms(begin).retry_cnt = std::uint8_t{3};
  const auto [of_a, of_b] = settle(begin, a, b, {.max_rd_atomic = 4});
  a.connect(of_a);
  b.connect(of_b, access::remote_write);
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

/// The device returns the attributes of the queue pair that were set.
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
  a.to_init(of_a, access::remote_write);
  EXPECT_EQ(to_string(a.query()), "init {pkey_index=0 qp_access_flags=remote_write}");
  EXPECT_FALSE(a.query().rtr);
  a.connect(of_a, access::remote_write);
  expect_told(a, of_a, access::remote_write);
  const auto text = to_string(a.query());
  EXPECT_NE(text.find("rts {pkey_index=0 qp_access_flags=remote_write path_mtu=4096 bytes "
                      "max_dest_rd_atomic=4 min_rnr_timer=12 (0.64 ms) sq_psn="),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("} to QPN 0x"), std::string::npos) << text;
  b.reset();  // has not been anywhere
  EXPECT_EQ(b.query().state, qp_state::reset);

  // Another caller changes the state: the query finds that, and state() knows it from then on.
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
  a.connect(of_a, access::remote_read);
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
  b.to_init(of_b);
  ASSERT_TRUE(receive(b.rq_wqe()));
  b.ring_recv_doorbell();
  b.to_rtr(of_b);
  a.to_init(of_a);
  a.to_rtr(of_a);
  a.to_rts(of_a);
  EXPECT_EQ(b.state(), qp_state::rtr);
  ASSERT_TRUE(send(a.sq_wqe()));
  a.ring_doorbell();
  EXPECT_EQ(completions(cq, 2), (std::vector{1, 2}));
  EXPECT_TRUE(arrived(100));
  b.to_rts(of_b);
  EXPECT_EQ(b.state(), qp_state::rts);
}

TEST_F(paths, connect_uc) {
  using type = uc_qp<int>;
  verbatim::cq<type> cq(context, 64);
  type a(pd, cq), b(pd, cq);
  const auto [of_a, of_b] = settle(to_itself(), a, b);
  a.connect(of_a);
  b.connect(of_b);
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
  tgt.connect(of_tgt);
  ini.connect(of_ini);
  ASSERT_TRUE(receive(srq.srq_wqe()));
  srq.ring_doorbell();
  ASSERT_TRUE(
      ini.sq_wqe().xrc(srq.srqn()).send().sge(mr.addr(), 100, mr.lkey()).signal(1).finish().ok());
  ini.ring_doorbell();
  EXPECT_EQ(completions(cq, 2), (std::vector{1, 2}));
  EXPECT_TRUE(arrived(100));
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
    a.connect(of_a);
    b.connect(of_b);
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
  EXPECT_NE(message_of([&] { a.connect(to_itself()); }).find("not set: pkey"), std::string::npos);
  EXPECT_EQ(a.state(), qp_state::reset) << "a path that is not complete changes nothing";
  auto begin = to_itself();
  terms(begin).dqpn = 7u;
  const auto made = fill(begin, a.local_end()).path;
  a.connect(made);
  EXPECT_EQ(a.state(), qp_state::rts);

  // The device knows no neighbour of that address: the error names the address that asked.
  if (std::holds_alternative<ib_path>(made)) return;
  type b(pd, cq);
  auto astray = made;
  route(astray).dgid = parse_gid("10.9.9.9");
  EXPECT_EQ(
      message_of([&] { b.connect(astray); }),
      "ibv_modify_qp to RTR on " + b.describe() +
          ": No route to host: the path leads from GID 3, ::ffff:127.0.0.1, RoCE v2 of lo, to "
          "::ffff:10.9.9.9");
  EXPECT_EQ(b.state(), qp_state::init);
}

}  // namespace
}  // namespace verbatim
