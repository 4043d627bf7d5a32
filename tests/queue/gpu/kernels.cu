// A kernel for each row of the table in docs/gpu.md. device_code.py compiles them and counts.
#include "verbatim/gpu.hpp"

using namespace verbatim;

namespace {

struct arguments {
  std::uint64_t raddr;
  std::uint64_t addr;
  std::uint64_t operand;
  const std::byte* payload;
  std::uint32_t rkey;
  std::uint32_t lkey;
  std::uint32_t length;
  std::uint32_t imm;
  std::uint64_t dc_key;
  std::uint32_t dctn;
  std::uint16_t dlid;
};

}  // namespace

// One kernel in which each thread posts, and one in which the lanes of each warp post together.
#define POSTS(NAME, QUEUE, CHAIN)                                          \
  extern "C" __global__ void NAME##_by_thread(QUEUE queue, arguments of) { \
    static_cast<void>(queue.sq_wqe().CHAIN.finish());                      \
  }                                                                        \
  extern "C" __global__ void NAME##_by_warp(QUEUE queue, arguments of) {   \
    static_cast<void>(queue.sq_wqe(gpu::warp{}).CHAIN.finish());           \
  }
using rc_queue = gpu::send_queue<rc>;
using dci_queue = gpu::send_queue<dci, 2>;
using ud_queue = gpu::send_queue<ud, 2>;
#define TO rdma(of.raddr, rkey(of.rkey))
#define FROM sge(of.addr, of.length, lkey(of.lkey))

POSTS(write, rc_queue, write().TO.FROM.signal({}))
#if !defined(ONE_WQE)
POSTS(write_imm, rc_queue, write().imm(of.imm).TO.FROM.signal({}))
POSTS(write_inline, rc_queue, write().TO.inline_data({of.payload, of.length}).signal({}))
POSTS(send, rc_queue, send().FROM.signal({}))
POSTS(fetch_add, rc_queue,
      fetch_add().TO.operands(of.operand).sge(of.addr, lkey(of.lkey)).signal({}))
POSTS(ud_send, ud_queue, av(of.imm, of.dctn, of.dlid).send().FROM.signal({}))
POSTS(dci_write, dci_queue, av(of.dc_key, of.dctn, of.dlid).write().TO.FROM.signal({}))
#endif

extern "C" __global__ void ring_doorbell(rc_queue queue) { queue.ring_doorbell(); }
extern "C" __global__ void retire(rc_queue queue, std::uint16_t wqe_counter) {
  static_cast<void>(queue.retire(wqe_counter));
}
