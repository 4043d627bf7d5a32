// Queue pairs of every type and with every policy, posted to directly, on the emulated device.
#include <gtest/gtest.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <span>

#include "long_enough.hpp"
#include "queue_types_fixture.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/dct.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/queue_pair/address_handle.hpp"

namespace verbatim {
namespace {

TEST_F(queue_types, ud_sends_to_an_address_vector) {
  using type = ud_qp<int>;
  cq<type> cq(context, 64);
  type a(pd, cq);
  type b(pd, cq);
  a.activate();
  b.activate();
  EXPECT_EQ(a.describe().substr(0, 6), "UD QP ");
  ASSERT_TRUE(b.rq_wqe().sge(mr.addr() + half, 1024, mr.lkey()).finish(1));
  ASSERT_TRUE(b.rq_wqe().sge(mr.addr() + half + 1024, 1024, mr.lkey()).finish(2));
  b.ring_recv_doorbell();
  const auto peer = b.address();
  address_handle to(pd, peer);
  ASSERT_TRUE(a.sq_wqe().av(to.ud(qkey)).send().sge(mr.addr(), 500, mr.lkey()).signal(3).finish());
  const auto send = [&](auto&& to_peer) {
    return std::move(to_peer)
        .send()
        .inline_data(std::as_bytes(std::span(memory).first(50)))
        .signal(4)
        .finish();
  };
  // On InfiniBand three numbers are enough.
  ASSERT_TRUE(peer.lid != 0 ? send(a.sq_wqe().av(qkey, peer.qpn, peer.lid))
                            : send(a.sq_wqe().av(to.ud(qkey))));
  a.ring_doorbell();
  EXPECT_EQ(sorted(completions(4, cq)), (outcomes{{1, false}, {2, false}, {3, true}, {4, true}}));
  EXPECT_TRUE(arrived(500, grh));
  EXPECT_TRUE(arrived(50, 1024 + grh));
}

/// A GRH, or on RoCE v2 what stands there, of a message between ports of this machine.
void expect_grh(std::span<const std::byte> bytes, const gid& from, const gid& to) {
  ASSERT_EQ(bytes.size(), sizeof(ibv_grh));
  ibv_grh header;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.version_tclass_flow == 0) {  // IPv4 behind 20 bytes of zero
    EXPECT_EQ(std::memcmp(bytes.data() + 32, from.bytes.data() + 12, 4), 0);
    EXPECT_EQ(std::memcmp(bytes.data() + 36, to.bytes.data() + 12, 4), 0);
    return;
  }
  EXPECT_EQ(std::memcmp(header.sgid.raw, from.bytes.data(), sizeof header.sgid), 0);
  EXPECT_EQ(std::memcmp(header.dgid.raw, to.bytes.data(), sizeof header.dgid), 0);
}

TEST_F(queue_types, the_grh_of_a_datagram_is_in_its_buffer_or_its_cqe) {
  using type = ud_qp<int>;
  cq<with_format<cq_format{.cqe_size = 128}>, type> cq(context, 64);
  type a(pd, cq);
  type b(pd, cq);
  a.activate();
  b.activate();
  ASSERT_TRUE(b.rq_wqe().sge(mr.addr() + half, 1024, mr.lkey()).finish(1));
  b.ring_recv_doorbell();
  const auto peer = b.address();
  const address_handle to(pd, peer, {.is_global = true});
  ASSERT_TRUE(a.sq_wqe().av(to.ud(qkey)).send().sge(mr.addr(), 100, mr.lkey()).finish());
  a.ring_doorbell();
  unsigned seen = 0;
  const auto deadline = std::chrono::steady_clock::now() + long_enough;
  while (seen == 0 && std::chrono::steady_clock::now() < deadline) {
    cq.poll(overloaded{[](send_completion<int>&&) {},
                       [&](recv_completion<int>&& c) {
                         ++seen;
                         EXPECT_TRUE(c.has_grh());
                         EXPECT_EQ(c.byte_count(), 100 + grh);
                         const auto in_buffer = std::as_bytes(std::span(memory)).subspan(half, grh);
                         expect_grh(c.grh().empty() ? in_buffer : c.grh(), peer.gid, peer.gid);
                         // Nothing is there twice.
                         EXPECT_EQ(!c.grh().empty(), std::all_of(in_buffer.begin(), in_buffer.end(),
                                                                 [](std::byte byte) {
                                                                   return byte == std::byte{0};
                                                                 }));
                       }});
  }
  EXPECT_EQ(seen, 1u);
  EXPECT_TRUE(arrived(100, grh));
}

TEST_F(queue_types, a_dct_finds_the_grh_in_a_long_cqe) {
  using target = dct<int>;
  dci_qp<int> dci(pd, cq<dci_qp<int>>(context, 16));
  dci.activate();
  srq<int> shared(pd);
  cq<with_format<cq_format{.cqe_size = 128}>, target> long_cqes(context, 16);
  cq<target> short_cqes(context, 16);
  const target with(pd, long_cqes, shared, {.dc_key = dc_key});
  const target without(pd, short_cqes, shared, {.dc_key = dc_key});
  const auto ethernet = context.port(1).link_layer == link_layer::ethernet;
  const auto send = [&](const target& peer, bool global) {
    ASSERT_TRUE(shared.srq_wqe().sge(mr.addr() + half, 1024, mr.lkey()).finish(1));
    shared.ring_doorbell();
    const address_handle to(pd, peer.address(), {.is_global = global});
    ASSERT_TRUE(
        dci.sq_wqe().av(to.dc(dc_key)).send().sge(mr.addr(), 100, mr.lkey()).signal(2).finish());
    dci.ring_doorbell();
  };
  const auto receive = [&](auto& from, auto&& look) {
    unsigned seen = 0;
    const auto deadline = std::chrono::steady_clock::now() + long_enough;
    while (seen == 0 && std::chrono::steady_clock::now() < deadline) {
      from.poll([&](recv_completion<int>&& c) {
        ++seen;
        EXPECT_EQ(c.byte_count(), 100u);
        EXPECT_EQ(c.source_qpn(), dci.qpn());
        look(c);
      });
    }
    EXPECT_EQ(seen, 1u);
    EXPECT_TRUE(arrived(100));
  };
  const auto own = with.address().gid;
  send(with, true);
  receive(long_cqes, [&](auto& c) { expect_grh(c.grh(), own, own); });
  send(with, false);
  receive(long_cqes, [&](auto& c) { EXPECT_EQ(c.has_grh(), ethernet); });
  // There is no room.
  send(without, true);
  receive(short_cqes, [](auto& c) { EXPECT_FALSE(c.has_grh()); });
}

TEST_F(queue_types, several_queue_pairs_receive_from_one_srq) {
  using type = rc_qp<int, on_srq<int>>;
  cq<type> cq(context, 64);
  srq<int> shared(pd, {.max_wr = 4});
  type a(pd, cq, shared);
  type b(pd, cq, shared);
  type c(pd, cq, shared);
  type d(pd, cq, shared);
  connect(a, b);
  connect(c, d);
  int posted = 0;
  int received = 0;
  // Several times round the list.
  for (int i = 0; i < 40; ++i) {
    while (shared.srq_wqe().sge(mr.addr() + half, 1024, mr.lkey()).finish(posted)) ++posted;
    shared.ring_doorbell();
    for (auto* qp : {&a, &d, &b}) {
      ASSERT_TRUE(qp->sq_wqe().send().sge(mr.addr(), 100, mr.lkey()).signal(-1).finish());
      qp->ring_doorbell();
    }
    const auto seen = completions(6, cq);
    ASSERT_EQ(seen.size(), 6u);
    for (const auto& o : seen) {
      ASSERT_EQ(o.status, cqe_syndrome::ok);
      if (!o.sent) ++received;
    }
  }
  EXPECT_EQ(received, 120);
  EXPECT_TRUE(arrived(100));
  EXPECT_EQ(posted - received, static_cast<int>(shared.queue().posted()) - 120);

  shared.close();
  EXPECT_FALSE(a.is_open()) << "what is on the SRQ goes first";
  EXPECT_EQ(shared.srq_wqe().finish(1).error(), post_error::closed);
}

TEST_F(queue_types, queue_pairs_of_one_type_receive_from_an_srq_or_not) {
  using type = rc_qp<int, verbs::on_srq_or_own<int>>;
  cq<type> cq(context, 64), other_cq(context, 64);
  srq<int> shared(pd, {.max_wr = 2});
  type a(pd, cq), c(pd, cq);
  type b(pd, other_cq, shared), d(pd, other_cq, shared);
  connect(a, b);
  connect(c, d);
  for (int i = 10; shared.srq_wqe().sge(mr.addr() + half, 1024, mr.lkey()).finish(i);) ++i;
  shared.ring_doorbell();
  const auto posted = shared.queue().posted();
  ASSERT_TRUE(a.rq_wqe().sge(mr.addr() + half, 1024, mr.lkey()).finish(1));
  a.ring_recv_doorbell();
  const auto send = [&](type& from) {
    ASSERT_TRUE(from.sq_wqe().send().sge(mr.addr(), 100, mr.lkey()).signal(2).finish());
    from.ring_doorbell();
  };
  send(b);
  EXPECT_EQ(sorted(completions(1, cq)), (outcomes{{1, false}}));
  EXPECT_EQ(completions(1, other_cq).size(), 1u);
  // The receive of a dropped message is posted again.
  send(a);
  EXPECT_EQ(sorted(completions(1, cq)), (outcomes{{2, true}}));
  b.close();
  EXPECT_EQ(shared.queue().posted(), posted + 1);
  EXPECT_EQ(shared.available(), 0u);
  // All others are taken before drain() returns.
  send(c);
  EXPECT_EQ(sorted(completions(1, cq)), (outcomes{{2, true}}));
  int taken = 0;
  EXPECT_TRUE(d.drain(
      [&](auto&& one) {
        EXPECT_TRUE(one.ok());
        EXPECT_GE(one.entry, 10);
        ++taken;
      },
      long_enough, other_cq));
  EXPECT_EQ(taken, 1);
  EXPECT_EQ(shared.available(), 1u);
}

TEST_F(queue_types, a_dci_reaches_any_dct) {
  using initiator = dci_qp<int>;
  using target = dct<int>;
  cq<initiator> sends(context, 64);
  cq<target> receives(context, 64);
  srq<int> shared(pd);
  target one(pd, receives, shared, {.dc_key = dc_key});
  target other(pd, receives, shared, {.dc_key = dc_key + 1});
  initiator dci(pd, sends);
  dci.activate();
  EXPECT_NE(one.dctn(), 0u);
  EXPECT_NE(one.dctn(), other.dctn());
  ASSERT_TRUE(shared.srq_wqe().sge(mr.addr() + half, 1024, mr.lkey()).finish(1));
  ASSERT_TRUE(shared.srq_wqe().sge(mr.addr() + half + 1024, 1024, mr.lkey()).finish(2));
  shared.ring_doorbell();
  address_handle to_other(pd, other.address());
  address_handle to_one(pd, one.address());
  ASSERT_TRUE(dci.sq_wqe()
                  .av(to_one.dc(one.dc_key()))
                  .send()
                  .sge(mr.addr(), 700, mr.lkey())
                  .signal(3)
                  .finish());
  ASSERT_TRUE(dci.sq_wqe()
                  .av(to_other.dc(other.dc_key()))
                  .send()
                  .sge(mr.addr(), 300, mr.lkey())
                  .signal(4)
                  .finish());
  ASSERT_TRUE(to_peer(dci.sq_wqe().av(to_one.dc(one.dc_key())), 200).signal(5).finish());
  dci.ring_doorbell();
  EXPECT_EQ(sorted(completions(5, sends, receives)),
            (outcomes{{1, false}, {2, false}, {3, true}, {4, true}, {5, true}}));
  EXPECT_TRUE(arrived(700));
  EXPECT_TRUE(arrived(300, 1024));
}

TEST_F(queue_types, streams_of_a_dci_complete_in_any_order) {
  using initiator = dci_qp<int, wqe_table::unordered, dci_streams::used>;
  using target = dct<int>;
  cq<initiator> sends(context, 64);
  cq<target> receives(context, 64);
  srq<int> shared(pd);
  target one(pd, receives, shared, {.dc_key = dc_key});
  initiator dci(pd, sends, {.max_send_wqebbs = 16});
  dci.activate();
  address_handle to(pd, one.address());
  // The first stream waits for a receive; the other goes on.
  ASSERT_TRUE(dci.sq_wqe()
                  .stream_id(1)
                  .av(to.dc(dc_key))
                  .send()
                  .sge(mr.addr(), 100, mr.lkey())
                  .signal(1)
                  .finish());
  for (int i = 2; i < 5; ++i) {
    ASSERT_TRUE(to_peer(dci.sq_wqe().stream_id(2).av(to.dc(dc_key)), 200).signal(i).finish());
  }
  dci.ring_doorbell();
  EXPECT_EQ(completions(3, sends), (outcomes{{2, true}, {3, true}, {4, true}}));
  EXPECT_EQ(dci.sq().scan_available(), dci.sq().wqebbs() - dci.sq().pi())
      << "stream 1 is in the way";
  EXPECT_GT(dci.available(), dci.sq().scan_available());
  while (to_peer(dci.sq_wqe().stream_id(2).av(to.dc(dc_key)), 200).signal(9).finish()) {
  }
  EXPECT_EQ(to_peer(dci.sq_wqe().stream_id(2).av(to.dc(dc_key)), 200).signal(9).finish().error(),
            post_error::queue_full);
  ASSERT_TRUE(shared.srq_wqe().sge(mr.addr() + half, 1024, mr.lkey()).finish(7));
  shared.ring_doorbell();
  EXPECT_EQ(sorted(completions(2, sends, receives)), (outcomes{{7, false}, {1, true}}));
  EXPECT_EQ(dci.sq().scan_available(), dci.available());
  EXPECT_TRUE(to_peer(dci.sq_wqe().stream_id(3).av(to.dc(dc_key)), 200).signal(10).finish());
  dci.ring_doorbell();
  EXPECT_FALSE(completions(1, sends).empty());
}

TEST_F(queue_types, dense_and_relaxed_queues_hand_every_entry_back) {
  using type = rc_qp<int, int, wqe_table::ordered_dense, ordering::relaxed>;
  cq<type> cq(context, 64);
  type a(pd, cq);
  type b(pd, cq);
  connect(a, b);
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(to_peer(a.sq_wqe(), 100).entry(i).finish());
  ASSERT_TRUE(to_peer(a.sq_wqe(), 300).signal(fenced(4)).finish());
  a.ring_doorbell();
  EXPECT_EQ(completions(5, cq), (outcomes{{0, true}, {1, true}, {2, true}, {3, true}, {4, true}}));
  EXPECT_TRUE(arrived(300));
  EXPECT_EQ(a.available(), a.sq().wqebbs());
}

TEST_F(queue_types, no_more_wqes_are_signaled_than_were_asked_for) {
  using type = rc_qp<int, int, wqe_table::ordered_few>;
  cq<type> cq(context, 64);
  type a(pd, cq, {.max_send_signaled = 2}), b(pd, cq);
  connect(a, b);
  const auto post = [&](int entry) { return to_peer(a.sq_wqe(), 64).signal(entry).finish(); };
  EXPECT_TRUE(post(1) && post(2));
  EXPECT_EQ(post(3).error(), post_error::queue_full);
  a.ring_doorbell();
  EXPECT_EQ(completions(2, cq), (outcomes{{1, true}, {2, true}}));
  EXPECT_TRUE(post(4));
}

TEST_F(queue_types, what_is_done_and_not_signaled_can_be_drained) {
  const auto without_entry = [](auto&& wqe, int) { return std::move(wqe).finish().ok(); };
  const auto with_entry = [](auto&& wqe, int entry) {
    return std::move(wqe).entry(entry).finish().ok();
  };
  // They may not be acknowledged yet, and are flushed then.
  const auto tells_of_flushed_at_most = [](const outcomes& seen) {
    return std::all_of(seen.begin(), seen.end(), [](const outcome& one) {
      return one == outcome{0, true, cqe_syndrome::wr_flush_err};
    });
  };
  EXPECT_TRUE(tells_of_flushed_at_most(drained<rc_qp<int>>(without_entry)));
  EXPECT_TRUE(tells_of_flushed_at_most(drained<rc_qp<int, int, ordering::relaxed>>(without_entry)));
  const auto tells_of_both = [](const outcomes& seen) {
    return seen.size() == 2 && seen[0].entry + seen[1].entry == 3;
  };
  EXPECT_TRUE(tells_of_both(drained<rc_qp<int, int, wqe_table::ordered_dense>>(with_entry)));
  EXPECT_TRUE(tells_of_both(
      drained<rc_qp<int, int, wqe_table::ordered_dense, ordering::relaxed>>(with_entry)));
}

/// Run with --random-failures too.
TEST_F(queue_types, every_entry_comes_back_once_whatever_fails) {
  using type = rc_qp<int>;
  constexpr int requests = 8;
  std::map<cqe_syndrome, int> failures;
  for (int round = 0; round < 60; ++round) {
    cq<type> cq(context, 64);
    type a(pd, cq);
    type b(pd, cq);
    connect(a, b);
    for (int entry = 0; entry < requests; ++entry) {
      ASSERT_TRUE(b.rq_wqe().sge(mr.addr() + half, 1024, mr.lkey()).finish(entry));
      ASSERT_TRUE(entry % 2 == 0
                      ? a.sq_wqe().send().sge(mr.addr(), 100, mr.lkey()).signal(entry).finish()
                      : to_peer(a.sq_wqe(), 100).signal(entry).finish());
    }
    b.ring_recv_doorbell();
    a.ring_doorbell();
    outcomes seen;
    const auto keep = [&](auto&& c) { note(seen, c); };
    const auto sends = [&] {
      return std::count_if(seen.begin(), seen.end(), [](const outcome& one) { return one.sent; });
    };
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (sends() < requests && std::chrono::steady_clock::now() < deadline) cq.poll(keep);
    EXPECT_TRUE(a.drain(keep, std::chrono::seconds(10), cq));
    EXPECT_TRUE(b.drain(keep, std::chrono::seconds(10), cq));
    for (const bool sent : {true, false}) {
      outcomes mine;
      std::copy_if(seen.begin(), seen.end(), std::back_inserter(mine),
                   [&](const outcome& one) { return one.sent == sent; });
      ASSERT_EQ(mine.size(), requests);
      bool failed = false;
      for (int entry = 0; entry < requests; ++entry) {
        const auto& one = mine[static_cast<std::size_t>(entry)];
        EXPECT_EQ(one.entry, entry);
        if (failed) {
          EXPECT_EQ(one.status, cqe_syndrome::wr_flush_err);
        }
        failed = one.status != cqe_syndrome::ok;
        if (failed && one.status != cqe_syndrome::wr_flush_err) ++failures[one.status];
      }
    }
  }
  if (std::getenv("VERBATIM_EMULATOR_RANDOM_FAILURES") != nullptr) {
    EXPECT_GT(failures.size(), 8u) << "of 14 kinds";
  } else {
    EXPECT_TRUE(failures.empty());
  }
}

}  // namespace
}  // namespace verbatim
