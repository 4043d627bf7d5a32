// The tests of the pairs of snippets see by libibverbs what both sides have left, and say it in the
// same words.
#pragma once

#include <endian.h>
#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <iostream>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

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
using namespace std::chrono_literals;

[[noreturn]] inline void fail(const std::string& text) { throw std::runtime_error(text); }

/// Calls until it returns true; a test that waits for this long has failed.
inline void await(const char* what, const std::function<bool()>& is_there) {
  const auto end = std::chrono::steady_clock::now() + 20s;
  while (!is_there()) {
    if (std::chrono::steady_clock::now() > end) fail(std::string("for 20 s there is no ") + what);
    usleep(100);
  }
}

inline std::string hex(const void* from, std::size_t length) {
  std::string result;
  for (std::size_t i = 0; i < length; ++i) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", static_cast<const unsigned char*>(from)[i]);
    result += digits;
  }
  return result;
}

inline std::string words(const ibv_wc& wc) {
  const auto status = std::string(ibv_wc_status_str(wc.status));
  if (wc.status != IBV_WC_SUCCESS) return status;
  const auto imm = (wc.wc_flags & IBV_WC_WITH_IMM) != 0
                       ? ", immediate " + std::to_string(be32toh(wc.imm_data))
                       : "";
  const auto bytes = ", " + std::to_string(wc.byte_len) + " bytes" + imm;
  switch (wc.opcode) {
    case IBV_WC_SEND:
      return "SEND, " + status;
    case IBV_WC_RDMA_WRITE:
      return "WRITE, " + status;
    case IBV_WC_RDMA_READ:
      return "READ, " + status + bytes;
    case IBV_WC_COMP_SWAP:
      return "CAS, " + status;
    case IBV_WC_FETCH_ADD:
      return "FETCH_ADD, " + status;
    case IBV_WC_RECV:
      return "RECV, " + status + bytes;
    default:
      return "another opcode, " + status;
  }
}

inline void say(const std::string& what, const std::string& text) {
  std::cout << what << ": " << text << '\n';
}

/// Waits for the next completion, and takes it.
inline ibv_wc take(ibv_cq* from, const char* what) {
  ibv_wc wc{};
  await(what, [&] {
    const int taken = ibv_poll_cq(from, 1, &wc);
    if (taken < 0) fail("ibv_poll_cq fails");
    return taken == 1;
  });
  return wc;
}

/// Returns the rings of a queue pair.
inline mlx5dv_qp rings_of(ibv_qp* qp) {
  mlx5dv_qp found{};
  mlx5dv_obj object{};
  object.qp.in = qp;
  object.qp.out = &found;
  if (mlx5dv_init_obj(&object, MLX5DV_OBJ_QP) != 0) fail("mlx5dv_init_obj fails");
  return found;
}

/// Returns true if the doorbell record covers all send WQEs. `free` are the WQEBBs from the next WQE to
/// the end of the ring.
inline bool is_rung(ibv_qp* qp, std::uint32_t free) {
  const auto found = rings_of(qp);
  const auto told = be32toh(found.dbrec[MLX5_SND_DBR]);
  return ((told + free) & (found.sq.wqe_cnt - 1)) == 0;
}

/// Waits until so many completions were written, and takes none.
inline void await_written(ibv_cq* in, unsigned count) {
  mlx5dv_cq ring{};
  mlx5dv_obj object{};
  object.cq.in = in;
  object.cq.out = &ring;
  if (mlx5dv_init_obj(&object, MLX5DV_OBJ_CQ) != 0) fail("mlx5dv_init_obj fails");
  const volatile auto* at = static_cast<const std::uint8_t*>(ring.buf) + count * ring.cqe_size - 1;
  await("completion", [&] { return *at >> 4 != MLX5_CQE_INVALID; });
}

inline void post(ibv_qp* to, ibv_wr_opcode opcode, ibv_sge from, std::uint64_t remote,
                 std::uint32_t rkey) {
  ibv_send_wr wr{}, *bad = nullptr;
  wr.sg_list = &from;
  wr.num_sge = 1;
  wr.opcode = opcode;
  wr.send_flags = IBV_SEND_SIGNALED;
  wr.imm_data = htobe32(7);  // if the opcode has it
  if (opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
    wr.wr.atomic = {remote, 0, 0, rkey};
  } else {
    wr.wr.rdma = {remote, rkey};
  }
  if (ibv_post_send(to, &wr, &bad) != 0) fail("ibv_post_send fails");
}

inline ibv_sge sge(const memory_slice& of) {
  return {of.addr(), of.length(), std::uint32_t(of.lkey())};
}

/// The objects that both sides of a snippet may use or make.
struct natives {
  ibv_context* context;
  ibv_pd* pd;
  ibv_mr* mr;
  ibv_cq* cq;
  ibv_qp* qp;
};

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

inline void say_changed(const std::string& what, std::span<const std::byte> now,
                        std::span<const std::byte> before) {
  const auto first = std::mismatch(now.begin(), now.end(), before.begin()).first;
  const auto last = std::mismatch(now.rbegin(), now.rend(), before.rbegin()).first.base();
  if (first != now.end()) {
    say(what, std::to_string(last - first) + " bytes from " + std::to_string(first - now.begin()) +
                  ": " + hex(&*first, std::size_t(last - first)));
  }
}

inline std::string attributes_of(ibv_qp* qp) {
  ibv_qp_attr now{};
  ibv_qp_init_attr made{};
  if (ibv_query_qp(qp, &now, IBV_QP_STATE | IBV_QP_ACCESS_FLAGS | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT,
                   &made) != 0)
    fail("ibv_query_qp fails");
  static constexpr std::array states = {"RESET", "INIT", "RTR", "RTS", "SQD", "SQE", "ERR"};
  return std::string(states.at(now.qp_state)) + ", access " + std::to_string(now.qp_access_flags) +
         ", timeout " + std::to_string(now.timeout) + ", " + std::to_string(now.retry_cnt) +
         " retries";
}

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
