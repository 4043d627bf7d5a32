// The full matrix of the WQEs that carry data: what can be called on each state, and nothing else.
#include <gtest/gtest.h>

#include "typestate.hpp"
#include "verbatim/generated/transports/raw_packet.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/queue/receive/recv_queue.hpp"

namespace verbatim::test {
namespace {

using namespace step;
using slot = any_slot;

/// SGEs and inline data in any order, or explicitly nothing.
template <class Wqe>
consteval bool takes_sges_and_inline_data() {
  return has_exactly<typename Wqe::needs_sge_or_inline_data_or_no_data>(sge | inline_data |
                                                                        no_data) &&
         has_exactly<typename Wqe::takes_sge_or_inline_data_or_signal_or_finish>(sge | inline_data |
                                                                                 end) &&
         ends_after_ready<Wqe>();
}
static_assert(takes_sges_and_inline_data<wqe::send<slot>>());
static_assert(takes_sges_and_inline_data<wqe::send_imm<slot>>());
static_assert(takes_sges_and_inline_data<wqe::send_inval<slot>>());
static_assert(takes_sges_and_inline_data<wqe::rdma_write<slot>>());
static_assert(takes_sges_and_inline_data<wqe::rdma_write_imm<slot>>());
static_assert(has_exactly<wqe::rdma_write<slot>::needs_rdma>(rdma));
static_assert(has_exactly<wqe::rdma_write_imm<slot>::needs_rdma>(rdma));

// A READ scatters: there is nothing to be inlined.
using read_wqe = wqe::rdma_read<slot>;
static_assert(has_exactly<read_wqe::needs_rdma>(rdma));
static_assert(has_exactly<read_wqe::needs_sge_or_no_data>(sge | no_data));
static_assert(has_exactly<read_wqe::takes_sge_or_signal_or_finish>(sge | end));
static_assert(ends_after_ready<read_wqe>());

// TSO has headers, and something to segment.
using tso_wqe = wqe::tso<slot>;
static_assert(has_exactly<tso_wqe::needs_eth>(eth_tso));
static_assert(has_exactly<tso_wqe::needs_sge>(sge));
static_assert(has_exactly<tso_wqe::takes_sge_or_signal_or_finish>(sge | end));
static_assert(ends_with_an_entry<tso_wqe>());

// One packet at least, each of one piece.
using packets = wqe::multi_packet<slot>;
static_assert(has_exactly<packets::needs_eth>(eth_multi));
static_assert(has_exactly<packets::needs_packet_or_inline_packet>(packet | inline_packet));
static_assert(has_exactly<packets::takes_packet_or_inline_packet_or_signal_or_finish>(
    packet | inline_packet | end));
static_assert(ends_with_an_entry<packets>());

using dump_wqe = wqe::dump<slot>;
static_assert(has_exactly<dump_wqe::needs_tis>(tis));
static_assert(has_exactly<dump_wqe::needs_sge>(sge));
static_assert(ends_after_ready<dump_wqe>());

// One piece to copy from, and one to copy to.
using copy_wqe = wqe::copy<slot>;
static_assert(has_exactly<copy_wqe::needs_result>(result));
static_assert(has_exactly<copy_wqe::needs_from>(from_memory));
static_assert(has_exactly<copy_wqe::needs_to>(to_memory));
static_assert(ends_after_ready<copy_wqe>());

// A receive WQE takes SGEs, and an entry at its end.
using recv = recv_queue<int>::builder;
static_assert(steps_of<recv>() == sge && steps_of<recv&>() == nothing);
template <class R>
concept can_finish = requires(R r) {
  static_cast<R&&>(r).finish(1);
};
static_assert(can_finish<recv> && !can_finish<recv&>);
static_assert(!std::is_copy_constructible_v<recv> && !std::is_copy_assignable_v<recv>);

TEST(typestate, data_was_checked_by_the_compiler) {}

}  // namespace
}  // namespace verbatim::test
