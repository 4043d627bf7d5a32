// With what each transport begins: which verbs, behind which segments of its own, and nothing else.
#include "typestate.hpp"

#include <gtest/gtest.h>

#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/dci_compact.hpp"
#include "verbatim/generated/transports/dci_roce.hpp"
#include "verbatim/generated/transports/raw_packet.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/uc.hpp"
#include "verbatim/generated/transports/ud.hpp"
#include "verbatim/generated/transports/ud_compact.hpp"
#include "verbatim/generated/transports/ud_roce.hpp"
#include "verbatim/generated/transports/ud_underlay.hpp"
#include "verbatim/generated/transports/xrc.hpp"
#include "verbatim/generated/transports/xrq_cmd.hpp"
#include "verbatim/queue/dci_stream.hpp"
#include "verbatim/queue/send_queue.hpp"

namespace verbatim::test {
namespace {

using namespace step;

template <class Transport>
using start_of = typename Transport::template builder<any_slot>;

// What goes to a peer, and so stands behind what says which.
constexpr steps atomics = cas | fetch_add | cas32 | masked_cas32 | masked_cas64 | masked_cas128 |
                          fetch_add32 | masked_fetch_add32 | masked_fetch_add64 |
                          masked_fetch_add128 | fetch_and32 | fetch_and64 | fetch_or32 |
                          fetch_or64 | fetch_xor32 | fetch_xor64 | swap32 | swap64;
constexpr steps reliable = send | write | read | atomics;

// What stays here, and so needs no address.
constexpr steps waits = wait_cq | wait_data | wait_time | send_enable | recv_enable;
constexpr steps keys = bind_mw | bind_mw_type1 | unbind_mw | local_invalidate | configure_mkey |
                       configure_mkey_strided;

/// After write() and send() of a transport that knows keys.
template <class Transport>
consteval bool qualifies_send_and_write() {
  using start = start_of<Transport>;
  return has_exactly<typename start::write_needs_rdma>(imm | rdma) &&
         has_exactly<typename start::send_needs_data>(imm | invalidate | sge | inline_data |
                                                      no_data);
}

/// After send() of a datagram.
template <class Transport>
consteval bool qualifies_send() {
  return has_exactly<typename start_of<Transport>::send_needs_data>(imm | sge | inline_data |
                                                                    no_data);
}

template <class Transport>
using begins = typename start_of<Transport>::start;
template <class Transport>
using verbs_of = typename start_of<Transport>::needs_verb;

// Connected: no address vector, whatever the port speaks.
static_assert(has_exactly<begins<rc>>(nop | reliable | keys | waits | set_psv | copy |
                                      write_flow_table));
static_assert(qualifies_send_and_write<rc>());
static_assert(has_exactly<begins<uc>>(nop | send | write | keys | waits));
static_assert(qualifies_send_and_write<uc>());

// To a shared receive queue.
static_assert(has_exactly<begins<xrc>>(xrc_srq | nop | keys | waits));
static_assert(has_exactly<verbs_of<xrc>>(reliable));
static_assert(qualifies_send_and_write<xrc>());

// Datagrams: SEND and SEND_IMM, and each transport its own kind of address vector.
static_assert(has_exactly<begins<ud>>(av_infiniband | av_ud | nop | waits));
static_assert(has_exactly<verbs_of<ud>>(send));
static_assert(qualifies_send<ud>());
static_assert(has_exactly<begins<ud_roce>>(av_roce | av_ud | nop | waits));
static_assert(has_exactly<verbs_of<ud_roce>>(send));
static_assert(qualifies_send<ud_roce>());
static_assert(has_exactly<begins<ud_compact>>(av_infiniband | av_ud_compact | nop | waits));
static_assert(has_exactly<verbs_of<ud_compact>>(send));
static_assert(qualifies_send<ud_compact>());

// IPoIB: a datagram and a packet. No SEND_IMM.
static_assert(has_exactly<begins<ud_underlay>>(av_infiniband | av_ud | nop | waits));
static_assert(has_exactly<start_of<ud_underlay>::needs_eth>(eth_inlined));
static_assert(has_exactly<verbs_of<ud_underlay>>(send));

// Dynamically connected: all that RC has to a peer, and the NOP that goes there too.
static_assert(has_exactly<begins<dci>>(av_infiniband | av_dc | nop | keys | waits | copy));
static_assert(has_exactly<verbs_of<dci>>(nop | reliable));
static_assert(qualifies_send_and_write<dci>());
static_assert(has_exactly<begins<dci_roce>>(av_roce | av_dc | nop | keys | waits | copy));
static_assert(has_exactly<verbs_of<dci_roce>>(nop | reliable));
static_assert(qualifies_send_and_write<dci_roce>());
static_assert(has_exactly<begins<dci_compact>>(av_infiniband | av_dc_compact | nop | keys | waits |
                                               copy));
static_assert(has_exactly<verbs_of<dci_compact>>(nop | reliable));
static_assert(qualifies_send_and_write<dci_compact>());

// Frames, and the list of tags.
static_assert(has_exactly<begins<raw_packet>>(eth | eth_inlined | eth_whole | eth_vlan | nop |
                                              waits | tso | dump));
static_assert(has_exactly<verbs_of<raw_packet>>(send | multi_packet));
static_assert(has_exactly<begins<xrq_cmd>>(nop | tag_append | tag_remove | tag_sync));

// The chain goes where the matrix says: the type of each step.
template <class S>
S&& a() noexcept;  // never called
template <class Transport>
using sq = send_queue<Transport, int>&;
using rc_start = decltype(a<sq<rc>>().sq_wqe());
using rc_slot = send_queue<rc, int>::slot;
static_assert(std::is_same_v<rc_start, rc::builder<rc_slot>::start>);
static_assert(std::is_same_v<decltype(a<rc_start>().write().rdma(1, 2)),
                             wqe::rdma_write<rc_slot>::needs_data>);
static_assert(std::is_same_v<decltype(a<rc_start>().write().imm(1).rdma(1, 2)),
                             wqe::rdma_write_imm<rc_slot>::needs_data>);
static_assert(
    std::is_same_v<decltype(a<rc_start>().send().imm(1)), wqe::send_imm<rc_slot>::needs_data>);
static_assert(std::is_same_v<decltype(a<rc_start>().send().invalidate(1)),
                             wqe::send_inval<rc_slot>::needs_data>);
static_assert(std::is_same_v<decltype(a<rc_start>().nop().finish()), post_result>);

using dci_start = decltype(a<sq<dci>>().sq_wqe());
using dci_slot = send_queue<dci, int>::slot;
static_assert(
    std::is_same_v<decltype(a<dci_start>().av(1, 2, 3)), dci::builder<dci_slot>::needs_verb>);
static_assert(std::is_same_v<decltype(a<dci_start>().nop()), wqe::nop<dci_slot>::ready>);
static_assert(
    std::is_same_v<decltype(a<dci_start>().av(1, 2, 3).nop()), wqe::nop_to<dci_slot>::ready>);
static_assert(std::is_same_v<decltype(a<dci_start>().av(1, 2, 3).send().imm(1)),
                             wqe::send_imm<dci_slot>::needs_data>);
static_assert(has_exactly<decltype(a<begins<ud_underlay>>().av(1, 2, 3).eth(1, 1, {}))>(send));

// A DCI with streams asks first in which the WQE is.
static_assert(has_exactly<needs_stream_id<any_slot, begins<dci>>>(stream_id));
static_assert(std::is_same_v<decltype(a<needs_stream_id<any_slot, begins<dci>>>().stream_id(1)),
                             begins<dci>>);

/// Each verb of a transport begins the WQE of its kind.
#define VERBATIM_BEGINS(verb, wqe_type, first) \
  static_assert(std::is_same_v<decltype(a<rc_start>().verb()), wqe::wqe_type<rc_slot>::first>)
VERBATIM_BEGINS(read, rdma_read, needs_rdma);
VERBATIM_BEGINS(cas, atomic_cs, needs_rdma);
VERBATIM_BEGINS(fetch_add, atomic_fa, needs_rdma);
VERBATIM_BEGINS(cas32, cas32, needs_rdma);
VERBATIM_BEGINS(masked_cas32, masked_cas32, needs_rdma);
VERBATIM_BEGINS(masked_cas64, masked_cas64, needs_rdma);
VERBATIM_BEGINS(masked_cas128, masked_cas128, needs_rdma);
VERBATIM_BEGINS(fetch_add32, fetch_add32, needs_rdma);
VERBATIM_BEGINS(masked_fetch_add32, masked_fetch_add32, needs_rdma);
VERBATIM_BEGINS(masked_fetch_add64, masked_fetch_add64, needs_rdma);
VERBATIM_BEGINS(masked_fetch_add128, masked_fetch_add128, needs_rdma);
VERBATIM_BEGINS(fetch_and32, fetch_and32, needs_rdma);
VERBATIM_BEGINS(fetch_and64, fetch_and64, needs_rdma);
VERBATIM_BEGINS(fetch_or32, fetch_or32, needs_rdma);
VERBATIM_BEGINS(fetch_or64, fetch_or64, needs_rdma);
VERBATIM_BEGINS(fetch_xor32, fetch_xor32, needs_rdma);
VERBATIM_BEGINS(fetch_xor64, fetch_xor64, needs_rdma);
VERBATIM_BEGINS(swap32, swap32, needs_rdma);
VERBATIM_BEGINS(swap64, swap64, needs_rdma);
VERBATIM_BEGINS(bind_mw, bind_mw, needs_window);
VERBATIM_BEGINS(bind_mw_type1, bind_mw_type1, needs_window);
VERBATIM_BEGINS(unbind_mw, unbind_mw, needs_window);
VERBATIM_BEGINS(local_invalidate, local_invalidate, needs_key);
VERBATIM_BEGINS(configure_mkey, configure_mkey, needs_key);
VERBATIM_BEGINS(configure_mkey_strided, configure_mkey_strided, needs_key);
VERBATIM_BEGINS(set_psv, set_psv, needs_psv);
VERBATIM_BEGINS(copy, copy, needs_result);
VERBATIM_BEGINS(write_flow_table, write_flow_table, needs_object);
VERBATIM_BEGINS(wait_cq, wait_cq, needs_until);
VERBATIM_BEGINS(wait_data, wait_data, needs_until);
VERBATIM_BEGINS(wait_time, wait_time, needs_until);
VERBATIM_BEGINS(send_enable, send_enable, needs_queue);
VERBATIM_BEGINS(recv_enable, recv_enable, needs_queue);
#undef VERBATIM_BEGINS

TEST(typestate, transports_were_checked_by_the_compiler) {}

}  // namespace
}  // namespace verbatim::test
