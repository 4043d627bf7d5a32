// The objects of the snippets in C for users of libibverbs, and of ends that post by it.
#pragma once

#include <infiniband/verbs.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "pair_verbs.hpp"
#include "verbatim/verbatim.hpp"

// The objects of the snippets in C, which a namespace keeps from the types with the same names.
namespace c {
extern "C" {
ibv_context* context;
ibv_pd* pd;
ibv_mr* mr;
ibv_cq* cq;
ibv_comp_channel* channel;
ibv_qp* qp;
ibv_wc wc;
alignas(4096) char buffer[4096];
std::uint32_t size = 64, peer_qpn, remote_rkey, gid_index;
std::uint16_t peer_lid;
std::uint64_t remote_addr;
int fd, outstanding;
}
}  // namespace c

namespace pairs {

using namespace verbatim;

inline ibv_sge sge(const memory_slice& of) {
  return {of.addr(), of.length(), std::uint32_t(of.lkey())};
}

/// Makes objects that depend on no others of this program.
inline natives own_objects(ibv_device* device) {
  auto* const context = ibv_open_device(device);
  auto* const pd = context != nullptr ? ibv_alloc_pd(context) : nullptr;
  auto* const mr = pd != nullptr ? ibv_reg_mr(pd, c::buffer, sizeof c::buffer, 0) : nullptr;
  auto* const cq = mr != nullptr ? ibv_create_cq(context, 64, nullptr, nullptr, 0) : nullptr;
  ibv_qp_init_attr attributes{};
  attributes.qp_type = IBV_QPT_RC;
  attributes.send_cq = attributes.recv_cq = cq;
  attributes.cap = {16, 16, 1, 1, 0};
  auto* const qp = cq != nullptr ? ibv_create_qp(pd, &attributes) : nullptr;
  if (qp == nullptr) fail("objects of libibverbs cannot be made");
  return {context, pd, mr, cq, qp};
}

/// The end of a connection that posts by libibverbs.
struct verbs_end {
  explicit verbs_end(const pd& domain)
      : channel(domain.context()),
        completions(domain.context(), 64, channel),
        qp(domain, completions, {.max_send_wr = 32, .max_send_sge = 2, .max_inline_data = 64}) {}
  completion_channel channel;
  verbs_cq completions;
  verbs_qp<rc> qp;
};

/// Says what a peer may do with a registration.
inline void try_region(const pd& domain, const ibv_mr& made, void* at) {
  std::byte own[8];
  mr own_region(domain, own, access::local_write);
  for (const auto& [opcode, name] :
       {std::pair(IBV_WR_RDMA_WRITE, "write"), std::pair(IBV_WR_RDMA_READ, "read"),
        std::pair(IBV_WR_ATOMIC_FETCH_AND_ADD, "add")}) {
    verbs_end asker(domain), owner(domain);
    asker.qp.connect(owner.qp.address());
    owner.qp.connect(asker.qp.address());
    post(asker.qp.native(), opcode, sge(own_region.slice()), reinterpret_cast<std::uintptr_t>(at),
         made.rkey);
    say(std::string("mr, a peer may ") + name,
        words(take(asker.completions.native(), "completion")));
  }
}

}  // namespace pairs
