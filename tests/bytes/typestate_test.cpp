// The full matrix: what can be called on each state of each builder, and nothing else.
#include <gtest/gtest.h>

#include <span>

#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/uc.hpp"
#include "verbatim/queue/recv_queue.hpp"
#include "verbatim/queue/send_queue.hpp"

namespace verbatim::test {
namespace {

enum step : unsigned {
  nothing = 0,
  nop = 1u << 0,
  send = 1u << 1,
  write = 1u << 2,
  read = 1u << 3,
  cas = 1u << 4,
  fetch_add = 1u << 5,
  imm = 1u << 6,
  invalidate = 1u << 7,
  rdma = 1u << 8,
  operands_1 = 1u << 9,   // an addend
  operands_2 = 1u << 10,  // compare, swap
  sge = 1u << 11,         // addr, byte_count, lkey
  result_sge = 1u << 12,  // addr, lkey: an atomic's eight bytes
  inline_data = 1u << 13,
  no_data = 1u << 14,
  signal = 1u << 15,
  finish = 1u << 16,
};

/// The steps that a state of type `S` has: `S` for one that is given up, `S&` for a named one.
template <class S>
constexpr unsigned steps(std::span<const std::byte> bytes = {}) {
  unsigned found = nothing;
  // clang-format off
  if (requires(S s) { static_cast<S&&>(s).nop(); }) found |= nop;
  if (requires(S s) { static_cast<S&&>(s).send(); }) found |= send;
  if (requires(S s) { static_cast<S&&>(s).write(); }) found |= write;
  if (requires(S s) { static_cast<S&&>(s).read(); }) found |= read;
  if (requires(S s) { static_cast<S&&>(s).cas(); }) found |= cas;
  if (requires(S s) { static_cast<S&&>(s).fetch_add(); }) found |= fetch_add;
  if (requires(S s) { static_cast<S&&>(s).imm(1u); }) found |= imm;
  if (requires(S s) { static_cast<S&&>(s).invalidate(1u); }) found |= invalidate;
  if (requires(S s) { static_cast<S&&>(s).rdma(1u, 2u); }) found |= rdma;
  if (requires(S s) { static_cast<S&&>(s).operands(1u); }) found |= operands_1;
  if (requires(S s) { static_cast<S&&>(s).operands(1u, 2u); }) found |= operands_2;
  if (requires(S s) { static_cast<S&&>(s).sge(1u, 2u, 3u); }) found |= sge;
  if (requires(S s) { static_cast<S&&>(s).sge(1u, 2u); }) found |= result_sge;
  if (requires(S s) { static_cast<S&&>(s).inline_data(bytes); }) found |= inline_data;
  if (requires(S s) { static_cast<S&&>(s).no_data(); }) found |= no_data;
  if (requires(S s) { static_cast<S&&>(s).signal(1); }) found |= signal;
  if (requires(S s) { static_cast<S&&>(s).finish(); }) found |= finish;
  // clang-format on
  return found;
}

/// What can be called on a state, and that it can be called only once: on what is given up.
template <class S>
constexpr bool has_exactly(unsigned expected) {
  return steps<S>() == expected && steps<S&>() == nothing && steps<const S>() == nothing &&
         !std::is_copy_constructible_v<S> && !std::is_copy_assignable_v<S> &&
         std::is_nothrow_move_constructible_v<S>;
}

template <class Transport>
using slot_of = typename send_queue<Transport, int>::slot;
template <class Transport>
using start_of = typename Transport::template builder<slot_of<Transport>>;

constexpr unsigned end = signal | finish;

template <class Wqe>
constexpr bool takes_sges_or_inline_data() {
  return has_exactly<typename Wqe::needs_data>(sge | inline_data | no_data) &&
         has_exactly<typename Wqe::has_data>(sge | inline_data | end) &&
         has_exactly<typename Wqe::ready>(end) && has_exactly<typename Wqe::signaled>(finish);
}

template <class Wqe>
constexpr bool is_atomic(unsigned operands) {
  return has_exactly<typename Wqe::needs_rdma>(rdma) &&
         has_exactly<typename Wqe::needs_operands>(operands) &&
         has_exactly<typename Wqe::needs_sge>(result_sge) &&
         has_exactly<typename Wqe::ready>(end) && has_exactly<typename Wqe::signaled>(finish);
}

/// What every transport of this kind carries.
template <class Transport>
constexpr bool sends_and_writes() {
  using slot = slot_of<Transport>;
  using start = start_of<Transport>;
  return has_exactly<typename wqe::nop<slot>::ready>(end) &&
         has_exactly<typename wqe::nop<slot>::signaled>(finish) &&
         takes_sges_or_inline_data<wqe::send<slot>>() &&
         takes_sges_or_inline_data<wqe::send_imm<slot>>() &&
         takes_sges_or_inline_data<wqe::send_inval<slot>>() &&
         takes_sges_or_inline_data<wqe::rdma_write<slot>>() &&
         takes_sges_or_inline_data<wqe::rdma_write_imm<slot>>() &&
         has_exactly<typename wqe::rdma_write<slot>::needs_rdma>(rdma) &&
         has_exactly<typename wqe::rdma_write_imm<slot>::needs_rdma>(rdma) &&
         has_exactly<typename start::write_needs_rdma>(imm | rdma) &&
         has_exactly<typename start::send_needs_data>(imm | invalidate | sge | inline_data |
                                                      no_data);
}

static_assert(has_exactly<start_of<rc>::start>(nop | send | write | read | cas | fetch_add));
static_assert(has_exactly<start_of<uc>::start>(nop | send | write));
static_assert(sends_and_writes<rc>());
static_assert(sends_and_writes<uc>());

using read_wqe = wqe::rdma_read<slot_of<rc>>;
static_assert(has_exactly<read_wqe::needs_rdma>(rdma));
static_assert(has_exactly<read_wqe::needs_data>(sge | no_data));
static_assert(has_exactly<read_wqe::has_sge>(sge | end));
static_assert(has_exactly<read_wqe::ready>(end));
static_assert(has_exactly<read_wqe::signaled>(finish));

static_assert(is_atomic<wqe::atomic_cs<slot_of<rc>>>(operands_2));
static_assert(is_atomic<wqe::atomic_fa<slot_of<rc>>>(operands_1));

// The chain goes where the matrix says: the type of each step.
using queue = send_queue<rc, int>;
template <class S>
S&& a() noexcept;  // never called
using start = decltype(a<queue&>().sq_wqe());
static_assert(std::is_same_v<start, start_of<rc>::start>);
static_assert(std::is_same_v<decltype(a<start>().write().rdma(1, 2)),
                             wqe::rdma_write<queue::slot>::needs_data>);
static_assert(std::is_same_v<decltype(a<start>().write().imm(1).rdma(1, 2)),
                             wqe::rdma_write_imm<queue::slot>::needs_data>);
static_assert(
    std::is_same_v<decltype(a<start>().send().imm(1)), wqe::send_imm<queue::slot>::needs_data>);
static_assert(std::is_same_v<decltype(a<start>().send().invalidate(1)),
                             wqe::send_inval<queue::slot>::needs_data>);
static_assert(std::is_same_v<decltype(a<start>().nop().finish()), post_result>);

// A receive WQE takes SGEs, and an entry at its end.
using recv = recv_queue<int>::builder;
static_assert(steps<recv>() == sge && steps<recv&>() == nothing);
template <class R>
concept can_finish = requires(R r) {
  static_cast<R&&>(r).finish(1);
};
static_assert(can_finish<recv> && !can_finish<recv&>);
static_assert(!std::is_copy_constructible_v<recv> && !std::is_copy_assignable_v<recv>);

TEST(typestate, matrix_was_checked_by_the_compiler) {}

}  // namespace
}  // namespace verbatim::test
