// One operation with random parameters, and the three ways to post it.
#pragma once

#include <infiniband/verbs.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "dice.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/queue/base/post_result.hpp"
#include "verbatim/queue/send/send_flags.hpp"
#include "verbatim/wire/memory.hpp"

namespace verbatim::test {

/// An operation that both verbs and builders can say. NOP is missing: verbs cannot post it.
struct operation {
  opcode what = opcode::send;
  std::uint64_t id = 0;  ///< wr_id, or the entry
  bool signaled = false;
  bool solicited = false;
  bool fenced = false;
  std::uint32_t imm = 0;  ///< immediate data, or the key to invalidate
  std::uint64_t raddr = 0;
  std::uint32_t rkey = 0;
  std::uint64_t swap_add = 0;
  std::uint64_t compare = 0;
  bool inlined = false;
  std::vector<std::byte> payload;  ///< if inlined
  std::vector<ibv_sge> sges;       ///< if inlined, the pieces in which verbs get the payload

  bool has_imm() const noexcept {
    return what == opcode::send_imm || what == opcode::rdma_write_imm;
  }
  bool is_atomic() const noexcept { return what == opcode::atomic_cs || what == opcode::atomic_fa; }
  bool has_raddr() const noexcept {
    return is_atomic() || what == opcode::rdma_write || what == opcode::rdma_write_imm ||
           what == opcode::rdma_read;
  }

  /// Octowords before the data, from the table of compositions in the manual: ctrl_seg, raddr_seg,
  /// atomic_seg.
  unsigned fixed_octowords() const noexcept { return is_atomic() ? 3 : has_raddr() ? 2 : 1; }

  /// Returns the length of the whole WQE, which ctrl_seg.ds must say.
  unsigned octowords() const noexcept;
  unsigned wqebbs() const noexcept { return (octowords() + 3) / 4; }
};

struct operation_limits {
  bool reliable = true;   ///< READ and atomics too
  bool datagram = false;  ///< SEND and SEND_IMM only
  std::uint32_t sges = 1;
  std::uint32_t inline_bytes = 0;
  std::uint32_t octowords = 63;
};

/// Any operation within the limits.
operation random_operation(dice& random, const operation_limits& limits);

/// Writes an address into a request of ibv_post_send.
using complete_request = std::function<void(ibv_send_wr&)>;

/// All in one call of ibv_post_send; 0 or errno.
int post_with_ibv_post_send(ibv_qp* qp, std::span<const operation> operations,
                            const complete_request& address = {});

/// All between ibv_wr_start and ibv_wr_complete; 0 or errno. `random` chooses between the setters
/// that say the same.
int post_with_ibv_wr(ibv_qp_ex* qp, std::span<const operation> operations, dice& random,
                     const std::function<void(ibv_qp_ex*)>& address = {});

template <class Stage>
post_result finish_builder(Stage&& stage, const operation& op) {
  if (op.signaled) return std::move(stage).signal(op.id).finish();
  return std::move(stage).finish();
}

template <class Stage>
post_result build_sges(Stage&& stage, const operation& op) {
  const auto& first = op.sges.front();
  auto list = std::move(stage).sge(first.addr, first.length, verbatim::lkey(first.lkey));
  for (const auto& sge : std::span(op.sges).subspan(1)) {
    list = std::move(list).sge(sge.addr, sge.length, verbatim::lkey(sge.lkey));
  }
  return finish_builder(std::move(list), op);
}

template <class Stage>
post_result build_data(Stage&& stage, const operation& op) {
  if (op.inlined) return finish_builder(std::move(stage).inline_data(op.payload), op);
  if (op.sges.empty()) return finish_builder(std::move(stage).no_data(), op);
  return build_sges(std::move(stage), op);
}

/// With our builders, from what `begin()` gives: the state in which a verb is needed.
template <class Begin>
post_result post_with_chain(const Begin& begin, const operation& op) {
  const send_flags flags{
      .fence = op.fenced ? fence_mode::reads_atomics_and_key_changes : fence_mode::none,
      .solicited = op.solicited};
  using stage = decltype(begin());
  switch (op.what) {
    case opcode::send:
      return build_data(begin().send(flags), op);
    case opcode::send_imm:
      return build_data(begin().send(flags).imm(op.imm), op);
    default:
      break;
  }
  if constexpr (requires(stage s) { static_cast<stage&&>(s).write(); }) {
    switch (op.what) {
      case opcode::send_inval:
        return build_data(begin().send(flags).invalidate(verbatim::rkey(op.imm)), op);
      case opcode::rdma_write:
        return build_data(begin().write(flags).rdma(op.raddr, verbatim::rkey(op.rkey)), op);
      case opcode::rdma_write_imm:
        return build_data(begin().write(flags).imm(op.imm).rdma(op.raddr, verbatim::rkey(op.rkey)),
                          op);
      default:
        break;
    }
  }
  if constexpr (requires(stage s) { static_cast<stage&&>(s).read(); }) {
    const auto result = op.sges.front();
    switch (op.what) {
      case opcode::rdma_read:
        return build_sges(begin().read(flags).rdma(op.raddr, verbatim::rkey(op.rkey)), op);
      case opcode::atomic_cs:
        return finish_builder(begin()
                                  .cas(flags)
                                  .rdma(op.raddr, verbatim::rkey(op.rkey))
                                  .operands(op.compare, op.swap_add)
                                  .sge(result.addr, verbatim::lkey(result.lkey)),
                              op);
      case opcode::atomic_fa:
        return finish_builder(begin()
                                  .fetch_add(flags)
                                  .rdma(op.raddr, verbatim::rkey(op.rkey))
                                  .operands(op.swap_add)
                                  .sge(result.addr, verbatim::lkey(result.lkey)),
                              op);
      default:
        break;
    }
  }
  return post_error::closed;
}

/// With our builders, on a transport that puts nothing in front. The doorbell is not rung.
template <class SendQueue>
post_result post_with_builders(SendQueue& sq, const operation& op) {
  return post_with_chain([&] { return sq.sq_wqe(); }, op);
}

}  // namespace verbatim::test
