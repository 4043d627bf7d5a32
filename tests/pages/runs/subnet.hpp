// Runs the pieces that ask a subnet administrator; see fragments.py. They run beside the emulator's own,
// and connect/subnet/subnet.py runs them beside opensm.
#pragma once

#include <cstring>
#include <variant>

#include "frame.hpp"
#include "verbatim/connect/subnet/sa_client.hpp"

namespace runs {

inline const table of_subnet{
    {"paths_6",
     [] {
       device_and_memory its;
       const pd elsewhere(open_device("mlx5_1"));
       const mr region = mr::allocate(elsewhere, 4096, {.access = all_access});
       cq<rc_qp<int>> completions(its.nic, 16), others(elsewhere.context(), 16);
       rc_qp<int> qp(its.domain, completions), far(elsewhere, others);
       const auto there = far.local_end();
       const gid peer = there.gids.at(0).gid;
       // The administrator says how to get there, and both ends settle the rest.
       page_paths_6::found = [&](const path& route) {
         const auto& way = std::get<ib_path>(route);
         expect(way.dlid == lid(there.port.lid), "the route leads to the peer's port");
         expect(way.slid == lid(qp.local_end().port.lid),
                "it begins at the port of the queue pair");
         expect(way.terms.mtu && way.terms.rate && way.terms.packet_life_time,
                "it has an MTU, a rate and a time");
         const path of_far = fill(reverse(fill(route, qp.local_end()).path), there).path;
         far.connect(of_far, access::remote_write);
         qp.connect(reverse(of_far));
       };
       page_paths_6::piece(qp, peer);
       (void)qp.sq_wqe().write().rdma(region.remote(0, 64)).sge(its.from(64)).signal(1).finish();
       qp.ring_doorbell();
       expect_good(completions, 1);
       expect(std::memcmp(region.memory().data(), its.bytes().data(), 64) == 0,
              "the bytes have arrived");
     }},
    {"subnet_0",
     [] {
       const subnet::client client({.device = "mlx5_0", .port = 1});
       const auto joined = client.join(
           {.grh = {.dgid = parse_gid("ff12::1234")}, .terms = {.qkey = two_datagram_ends::qkey}});
       two_datagram_ends ends;
       ends.ud.reset();
       ah_cache cache(ends.domain, ends.sender.local_end());
       page_subnet_0::piece(ends.sender, cache, ends.from(64), ends.ud, joined);
       (void)ends.ud.rq_wqe().sge(ends.into(4096)).finish(1);
       ends.ud.ring_recv_doorbell();
       ends.expect_received(64);
     }},
};

}  // namespace runs
