// Runs the pieces of the pages about queues and verbs; see fragments.py.
#pragma once

#include <infiniband/mlx5dv.h>

#include "frame.hpp"

namespace runs {

/// A write to the last bytes of memory that is on its way.
inline void post_one(two_ends& ends, std::uint32_t length = 64) {
  expect(ends.qp.sq_wqe()
             .write()
             .rdma(ends.there(length))
             .sge(ends.from(length))
             .signal(7)
             .finish()
             .ok(),
         "it is posted");
  ends.qp.ring_doorbell();
}

inline const table of_verbs{
    {"architecture_0",
     [] {
       using namespace page_architecture_0;
       device_and_memory its;
       target_end far(its);
       cq<initiator> completions(its.nic, 64);
       initiator dci(its.domain, completions);
       dci.activate();
       expect(send(dci, 0, far.way.dc(7), its.from(64), 1).ok(), "it is posted");
       dci.ring_doorbell();
       expect_good(completions, 1);
       expect_good(far.completions, 1);
       its.expect_arrived(64);
     }},
    {"architecture_1",
     [] {
       device_and_memory its;
       cq<rc_qp<int, on_tm_srq<int>>, tm_srq<int>> completions(its.nic, 64);
       page_architecture_1::piece(its.domain, completions, its.region, 5, ~std::uint64_t{0}, 1);
     }},
    {"architecture_2",
     [] {
       device_and_memory its;
       page_architecture_2::piece(its.nic);
     }},
    {"architecture_3",
     [] {
       two_ends ends;
       const std::byte flag[8]{std::byte{42}};
       auto batch = ends.qp.sq_blueflame_wqe();
       expect(page_architecture_3::add_flag(batch, ends.there(8), flag), "the flag is added");
       expect(batch.wqe().nop().signal(1).finish().ok(), "the last is signaled");
       std::move(batch).finish();
       expect_good(ends.completions, 1);
       expect(ends.bytes()[ends.half] == std::byte{42}, "the flag is written");
     }},
    {"closing_0",
     [] {
       two_ends ends;
       post_one(ends);
       page_closing_0::piece(ends.qp, ends.completions);
       expect(ends.qp.sq_wqe().nop().signal(1).finish().error() == post_error::closed,
              "the queue pair is closed");
     }},
    {"0015_handles_not_shared_pointers_0",
     [] {
       device_and_memory its;
       page_0015_handles_not_shared_pointers_0::piece(its.region);
     }},
    {"events_0",
     [] {
       device_and_memory its;
       const completion_channel channel(its.nic);
       cq<rc_qp<int>> completions(its.nic, 64, channel);
       rc_qp<int> qp(its.domain, completions), peer(its.domain, completions);
       connect(qp, peer);
       const auto room = qp.available();
       expect(qp.sq_wqe().nop().signal(7).finish().ok(), "it is posted");
       qp.ring_doorbell();  // the device breaks with it
       go_on(1 << 20);
       page_events_0::piece(qp, completions, its.nic);
       expect(qp.available() == room, "every entry came back");
     }},
    {"events_1",
     [] {
       device_and_memory its;
       const completion_channel channel(its.nic);
       cq<rc_qp<int>> completions(its.nic, 64, channel);
       rc_qp<int> qp(its.domain, completions), peer(its.domain, completions);
       connect(qp, peer);
       expect(qp.sq_wqe().write().rdma(its.there(64)).sge(its.from(64)).signal(7).finish().ok(),
              "it is posted");
       qp.ring_doorbell();
       page_events_1::piece(completions, its.nic);
       its.expect_arrived(64);
     }},
    {"gpu_0",
     [] {
       alignas(64) static std::byte ring[4 * wqebb];
       static std::uint64_t marks[4];
       static std::uint32_t dbrec;
       static std::uint64_t registers;
       static gpu::shared_words words{};
       const gpu::posting_order<gpu::memory> order(
           {ring, 4, 0x77, &dbrec, &registers, &words, marks});
       order.reset();
       const ctrl_seg ctrl{.opcode = opcode::nop, .qpn = 0x77, .ds = 1};
       const gpu::octoword_value octowords[4]{};
       expect(page_gpu_0::post(order, ctrl, octowords) == post_error::none, "it is posted");
       order.ring();
       expect(dbrec == wire::big_endian(std::uint32_t{1}) && registers != 0, "the device is told");
     }},
    {"memory_0",
     [] {
       device_and_memory its;
       const auto paged =
           mr::allocate(its.domain, 1 << 20, {.access = all_access | access::on_demand});
       const std::vector slices{paged.slice(0, 4096), paged.slice(8192, 4096)};
       page_memory_0::piece(its.domain, paged, slices);
     }},
    {"mkeys_0",
     [] {
       two_ends ends;
       page_mkeys_0::piece(ends.completions, {});
     }},
    {"mkeys_1",
     [] {
       device_and_memory its;
       const mkey key(its.domain, {.max_entries = 4, .signatures = true});
       page_mkeys_1::piece(key);
     }},
    {"paths_0",
     [] {
       two_ends ends;
       rc_qp<int> near(ends.domain, ends.completions), far(ends.domain, ends.completions);
       const auto agreed =
           agree({.qp = near}, [&](const auto&, const auto&) { return exchange::side{.qp = far}; });
       page_paths_0::piece(ends.domain, near, agreed.path);
     }},
    {"paths_1",
     [] {
       device_and_memory its;
       cq<ud_qp<int>> completions(its.nic, 16);
       ud_qp<int> qp(its.domain, completions);
       std::string said;
       try {
         page_paths_1::make_ready(qp);
       } catch (const error& failed) {
         said = failed.what();
       }
       expect(said.find("not in partition 0x8001; its P_Keys are 0xffff") != std::string::npos,
              "it says what the port lacks: " + said);
     }},
    {"paths_2",
     [] {
       device_and_memory its;
       cq<ud_qp<int>> completions(its.nic, 64);
       ud_qp<int> client(its.domain, completions), server(its.domain, completions);
       verbs_cq other(its.nic, 64);
       verbs_qp<ud> datagrams(its.domain, other);
       client.activate();
       server.activate();
       datagrams.activate();
       (void)server.rq_wqe().sge(its.into(4096)).finish(1);
       server.ring_recv_doorbell();
       for (int i = 0; i < 2; ++i)
         (void)client.rq_wqe().sge(its.region.slice(its.half + 8192 * (i + 1), 4096)).finish(2);
       client.ring_recv_doorbell();
       const address_handle way(its.domain, server.address());
       (void)client.sq_wqe().av(way.ud(0x11111111)).send().sge(its.from(8)).signal(3).finish();
       client.ring_doorbell();
       int count = 0;
       std::optional<recv_completion<int>> question;
       const auto poll_until = [&](int wanted) {
         for (const auto until = std::chrono::steady_clock::now() + patience;
              count < wanted && std::chrono::steady_clock::now() < until;) {
           completions.poll(
               overloaded{[&](recv_completion<int>&& done) { ++count, question.emplace(done); },
                          [](send_completion<int>&& done) { expect(done.ok(), explain(done)); }});
         }
         expect(count == wanted, std::to_string(wanted) + " datagrams come");
       };
       poll_until(1);
       const auto end = server.local_end();
       ah_cache cache(its.domain, end);
       page_paths_2::piece(server, cache, its.from(64), *question, its.bytes().subspan(its.half),
                           end, datagrams);
       server.ring_doorbell();
       poll_until(3);
       for (int i = 1; i < 3; ++i) its.expect_arrived(64, 8192 * i + grh_bytes);
     }},
    {"paths_3",
     [] {
       two_datagram_ends ends;
       page_paths_3::piece(ends.domain, ends.ud, ends.sender, ends.from(64), ends.qkey);
       ends.expect_received(64);
     }},
    {"paths_4",
     [] {
       two_datagram_ends ends;
       const multicast_group first{*parse_gid("224.1.2.3")}, second{*parse_gid("224.1.2.4")};
       ends.ud.attach(first);
       page_paths_4::move(ends.ud, first, second);
       ends.ud.detach(second);
     }},
    {"paths_5", [] { page_paths_5::piece(); }},
    {"performance_0",
     [] {
       device_and_memory its;
       page_performance_0::piece(its.domain, its.nic);
     }},
    {"polling_0",
     [] {
       two_ends ends;  // libmlx5's queues, which the core's use in place of those of this pair
       mlx5dv_qp of_qp{};
       mlx5dv_cq of_cq{};
       mlx5dv_obj objects{};
       objects.qp = {ends.qp.native(), &of_qp};
       objects.cq = {ends.completions.native(), &of_cq};
       expect(mlx5dv_init_obj(&objects, MLX5DV_OBJ_QP | MLX5DV_OBJ_CQ) == 0,
              "libmlx5 shows its queues");
       const auto bytes = [](void* at) { return static_cast<std::byte*>(at); };
       mmio::doorbell_register doorbell(bytes(of_qp.bf.reg), of_qp.bf.size);
       page_polling_0::sender qp{
           send_queue<rc, std::uint64_t>({bytes(of_qp.sq.buf), of_qp.sq.wqe_cnt,
                                          bytes(of_qp.dbrec) + 4, &doorbell, ends.qp.qpn()})};
       completion_queue<page_polling_0::sender> completions(
           {bytes(of_cq.buf), of_cq.cqe_cnt, of_cq.cqe_size, bytes(of_cq.dbrec)});
       completions.attach(ends.qp.qpn(), qp);
       for (const std::uint64_t entry : {3, 4})
         (void)qp.sq.sq_wqe().nop().signal(std::uint64_t{entry}).finish();
       qp.sq.ring_doorbell();
       std::uint64_t sum = 0;
       for (const auto until = std::chrono::steady_clock::now() + patience;
            sum < 7 && std::chrono::steady_clock::now() < until;) {
         sum += page_polling_0::sum_of_entries(completions);
       }
       expect(sum == 7, "it adds the entries");
     }},
    {"polling_1",
     [] {
       using namespace page_polling_1;
       device_and_memory its;
       queue completions(its.nic, 64);
       pair qp(its.domain, completions), peer(its.domain, completions);
       connect(qp, peer);
       for (int i = 0; i < 40; ++i) (void)qp.sq_wqe().nop().signal(int{i}).finish();
       qp.ring_doorbell();
       expect_good(completions, 40);
     }},
    {"posting_0",
     [] {
       device_and_memory its;
       constexpr std::uint32_t qkey = 0x1234;
       verbs_cq completions(its.nic, 64);
       verbs_qp<ud> datagrams(its.domain, completions), peer(its.domain, completions);
       datagrams.activate({.qkey = qkey});
       peer.activate({.qkey = qkey});
       (void)peer.post_recv({its.into(4096), 1});
       const xrc_domain domain(its.nic);
       cq<xrc_srq<int>> received(its.nic, 16);
       const xrc_srq<int> srq(domain, its.domain, received);
       verbs_qp<xrc> to_srqs(its.domain, completions);
       xrc_recv_qp target(domain);
       connect(to_srqs, target);
       page_posting_0::piece(its.domain, peer, datagrams, to_srqs, its.region,
                             its.region.remote(its.half + 8192, 64), qkey, srq.srqn());
       expect_good(completions, 3);
       its.expect_arrived(64, grh_bytes);
       its.expect_arrived(64, 8192);
     }},
    {"posting_1",
     [] {
       two_datagram_ends ends;
       const address_handle handle(ends.domain, ends.ud.address());
       page_posting_1::piece(ends.sender, handle, ends.from(64), ends.qkey, 1);
       ends.expect_received(64);
     }},
    {"posting_2",
     [] {
       two_ends ends;
       const std::vector<page_posting_2::job> jobs{{ends.there(8), ends.from(8), 1},
                                                   {ends.there(8), ends.from(8), 2}};
       page_posting_2::piece(ends.qp, jobs);
       ends.qp.ring_doorbell();
       expect_good(ends.completions, 2);
       expect(ends.bytes()[ends.half] == std::byte{2}, "both have added 1");
     }},
    {"posting_3",
     [] {
       device_and_memory its;
       verbs_cq completions(its.nic, 64);
       page_posting_3::the_other_end.emplace(its.domain, completions);
       const std::string hello = "hello";
       at_end = [&] { expect_good(completions, 2); };
       page_posting_3::piece(its.domain, completions, its.there(4096), its.region,
                             std::as_bytes(std::span(hello)));
       its.expect_arrived(512);
       page_posting_3::the_other_end.reset();
     }},
    {"posting_4",
     [] {
       device_and_memory its;
       verbs_cq completions(its.nic, 64);
       verbs_qp<rc> qp(its.domain, completions), peer(its.domain, completions);
       connect(qp, peer);
       for (int i = 0; i < 100; ++i) {
         expect(bool(qp.post(verbs_qp<rc>::request::write(its.from(8), its.there(8)).signal(1))),
                "it is posted");
         if (i % 50 == 49) page_posting_4::piece(completions);
       }
     }},
    {"posting_5",
     [] {
       device_and_memory its;
       page_posting_5::piece(its.nic);
     }},
    {"posting_6",
     [] {
       device_and_memory its;
       verbs_cq completions(its.nic, 64);
       verbs_qp<rc> qp(its.domain, completions), peer(its.domain, completions);
       connect(qp, peer);
       at_end = [&] { expect_good(completions, 1); };
       page_posting_6::piece(its.region, qp);
     }},
    {"posting_7",
     [] {
       device_and_memory its;
       page_posting_7::piece(its.nic.native(), its.domain.native());
     }},
};

}  // namespace runs
