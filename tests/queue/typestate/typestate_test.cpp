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
#include "verbatim/queue/send/dci_stream.hpp"
#include "verbatim/queue/send/send_queue.hpp"

namespace verbatim::test {
namespace {

using namespace step;

template <class Transport>
using start_of = typename Transport::template builder<any_slot>;

// The WQEs that go to a peer, and so stand behind the segment that says which.
constexpr steps atomics = cas | fetch_add | cas32 | masked_cas32 | masked_cas64 | masked_cas128 |
                          fetch_add32 | masked_fetch_add32 | masked_fetch_add64 |
                          masked_fetch_add128 | fetch_and32 | fetch_and64 | fetch_or32 |
                          fetch_or64 | fetch_xor32 | fetch_xor64 | swap32 | swap64;
constexpr steps reliable = send | write | read | atomics;

// The WQEs that stay here, and so need no address.
constexpr steps waits = wait_cq | wait_data | wait_time | send_enable | recv_enable;
constexpr steps keys = bind_mw | bind_mw_type1 | unbind_mw | local_invalidate | configure_mkey |
                       configure_mkey_strided | update_mkey;

/// After write() and send() of a transport that knows keys.
template <class Transport>
consteval bool qualifies_send_and_write() {
  using start = start_of<Transport>;
  return has_exactly<typename start::write_needs_imm_or_rdma>(imm | rdma) &&
         has_exactly<typename start::send_needs_imm_or_invalidate_or_sge_or_inline_data_or_no_data>(
             imm | invalidate | sge | inline_data | no_data);
}

/// After send() of a datagram.
template <class Transport>
consteval bool qualifies_send() {
  return has_exactly<typename start_of<Transport>::send_needs_imm_or_sge_or_inline_data_or_no_data>(
      imm | sge | inline_data | no_data);
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
                                              waits | tso | multi_packet | dump));
static_assert(has_exactly<verbs_of<raw_packet>>(send));
static_assert(has_exactly<begins<xrq_cmd>>(nop | tag_append | tag_remove | tag_sync));

// The chain goes where the matrix says: the type of each step.
template <class S>
S&& a() noexcept;  // never called
template <class Transport>
using sq = send_queue<Transport, int>&;
using rc_start = decltype(a<sq<rc>>().sq_wqe());
using rc_slot = send_queue<rc, int>::slot;
static_assert(std::is_same_v<rc_start, rc::builder<rc_slot>::start>);
static_assert(std::is_same_v<decltype(a<rc_start>().write().rdma(1, rkey(2))),
                             wqe::rdma_write<rc_slot>::needs_sge_or_inline_data_or_no_data>);
static_assert(std::is_same_v<decltype(a<rc_start>().write().imm(1).rdma(1, rkey(2))),
                             wqe::rdma_write_imm<rc_slot>::needs_sge_or_inline_data_or_no_data>);
static_assert(std::is_same_v<decltype(a<rc_start>().send().imm(1)),
                             wqe::send_imm<rc_slot>::needs_sge_or_inline_data_or_no_data>);
static_assert(std::is_same_v<decltype(a<rc_start>().send().invalidate(rkey(1))),
                             wqe::send_inval<rc_slot>::needs_sge_or_inline_data_or_no_data>);
static_assert(std::is_same_v<decltype(a<rc_start>().nop().finish()), post_result>);

using dci_start = decltype(a<sq<dci>>().sq_wqe());
using dci_slot = send_queue<dci, int>::slot;
static_assert(
    std::is_same_v<decltype(a<dci_start>().av(1, 2, 3)), dci::builder<dci_slot>::needs_verb>);
static_assert(std::is_same_v<decltype(a<dci_start>().nop()), wqe::nop<dci_slot>::ready>);
static_assert(
    std::is_same_v<decltype(a<dci_start>().av(1, 2, 3).nop()), wqe::nop_to<dci_slot>::ready>);
static_assert(std::is_same_v<decltype(a<dci_start>().av(1, 2, 3).send().imm(1)),
                             wqe::send_imm<dci_slot>::needs_sge_or_inline_data_or_no_data>);
static_assert(has_exactly<decltype(a<begins<ud_underlay>>().av(1, 2, 3).eth(1, 1, {}))>(send));

// A DCI with streams asks first in which the WQE is.
static_assert(has_exactly<detail::needs_stream_id<any_slot, begins<dci>>>(stream_id));
static_assert(
    std::is_same_v<decltype(a<detail::needs_stream_id<any_slot, begins<dci>>>().stream_id(1)),
                   begins<dci>>);

/// Each verb begins the WQE of its kind.
#define VERBATIM_BEGINS(from, verb, wqe_type, first) \
  static_assert(std::is_same_v<decltype(a<from>().verb()), wqe::wqe_type<any_slot>::first>)

#define VERBATIM_BEGIN_RELIABLE(from)                                          \
  VERBATIM_BEGINS(from, read, rdma_read, needs_rdma);                          \
  VERBATIM_BEGINS(from, cas, atomic_cs, needs_rdma);                           \
  VERBATIM_BEGINS(from, fetch_add, atomic_fa, needs_rdma);                     \
  VERBATIM_BEGINS(from, cas32, cas32, needs_rdma);                             \
  VERBATIM_BEGINS(from, masked_cas32, masked_cas32, needs_rdma);               \
  VERBATIM_BEGINS(from, masked_cas64, masked_cas64, needs_rdma);               \
  VERBATIM_BEGINS(from, masked_cas128, masked_cas128, needs_rdma);             \
  VERBATIM_BEGINS(from, fetch_add32, fetch_add32, needs_rdma);                 \
  VERBATIM_BEGINS(from, masked_fetch_add32, masked_fetch_add32, needs_rdma);   \
  VERBATIM_BEGINS(from, masked_fetch_add64, masked_fetch_add64, needs_rdma);   \
  VERBATIM_BEGINS(from, masked_fetch_add128, masked_fetch_add128, needs_rdma); \
  VERBATIM_BEGINS(from, fetch_and32, fetch_and32, needs_rdma);                 \
  VERBATIM_BEGINS(from, fetch_and64, fetch_and64, needs_rdma);                 \
  VERBATIM_BEGINS(from, fetch_or32, fetch_or32, needs_rdma);                   \
  VERBATIM_BEGINS(from, fetch_or64, fetch_or64, needs_rdma);                   \
  VERBATIM_BEGINS(from, fetch_xor32, fetch_xor32, needs_rdma);                 \
  VERBATIM_BEGINS(from, fetch_xor64, fetch_xor64, needs_rdma);                 \
  VERBATIM_BEGINS(from, swap32, swap32, needs_rdma);                           \
  VERBATIM_BEGINS(from, swap64, swap64, needs_rdma)

#define VERBATIM_BEGIN_KEYS(from)                                                   \
  VERBATIM_BEGINS(from, bind_mw, bind_mw, needs_window);                            \
  VERBATIM_BEGINS(from, bind_mw_type1, bind_mw_type1, needs_window);                \
  VERBATIM_BEGINS(from, unbind_mw, unbind_mw, needs_window);                        \
  VERBATIM_BEGINS(from, local_invalidate, local_invalidate, needs_key);             \
  VERBATIM_BEGINS(from, configure_mkey, configure_mkey, needs_key);                 \
  VERBATIM_BEGINS(from, configure_mkey_strided, configure_mkey_strided, needs_key); \
  VERBATIM_BEGINS(from, update_mkey, update_mkey, needs_key)

#define VERBATIM_BEGIN_LOCAL(from)                              \
  VERBATIM_BEGINS(from, nop, nop, ready);                       \
  VERBATIM_BEGINS(from, wait_cq, wait_cq, needs_until);         \
  VERBATIM_BEGINS(from, wait_data, wait_data, needs_until);     \
  VERBATIM_BEGINS(from, wait_time, wait_time, needs_until);     \
  VERBATIM_BEGINS(from, send_enable, send_enable, needs_queue); \
  VERBATIM_BEGINS(from, recv_enable, recv_enable, needs_queue)

VERBATIM_BEGIN_RELIABLE(begins<rc>);
VERBATIM_BEGIN_RELIABLE(verbs_of<xrc>);
VERBATIM_BEGIN_RELIABLE(verbs_of<dci>);
VERBATIM_BEGIN_RELIABLE(verbs_of<dci_roce>);
VERBATIM_BEGIN_RELIABLE(verbs_of<dci_compact>);
VERBATIM_BEGIN_KEYS(begins<rc>);
VERBATIM_BEGIN_KEYS(begins<uc>);
VERBATIM_BEGIN_KEYS(begins<xrc>);
VERBATIM_BEGIN_KEYS(begins<dci>);
VERBATIM_BEGIN_KEYS(begins<dci_roce>);
VERBATIM_BEGIN_KEYS(begins<dci_compact>);
VERBATIM_BEGIN_LOCAL(begins<rc>);
VERBATIM_BEGIN_LOCAL(begins<uc>);
VERBATIM_BEGIN_LOCAL(begins<xrc>);
VERBATIM_BEGIN_LOCAL(begins<ud>);
VERBATIM_BEGIN_LOCAL(begins<ud_roce>);
VERBATIM_BEGIN_LOCAL(begins<ud_compact>);
VERBATIM_BEGIN_LOCAL(begins<ud_underlay>);
VERBATIM_BEGIN_LOCAL(begins<dci>);
VERBATIM_BEGIN_LOCAL(begins<dci_roce>);
VERBATIM_BEGIN_LOCAL(begins<dci_compact>);
VERBATIM_BEGIN_LOCAL(begins<raw_packet>);
VERBATIM_BEGINS(begins<rc>, copy, copy, needs_result);
VERBATIM_BEGINS(begins<dci>, copy, copy, needs_result);
VERBATIM_BEGINS(begins<dci_roce>, copy, copy, needs_result);
VERBATIM_BEGINS(begins<dci_compact>, copy, copy, needs_result);
VERBATIM_BEGINS(verbs_of<dci>, nop, nop_to, ready);
VERBATIM_BEGINS(verbs_of<dci_roce>, nop, nop_to, ready);
VERBATIM_BEGINS(verbs_of<dci_compact>, nop, nop_to, ready);
VERBATIM_BEGINS(begins<rc>, set_psv, set_psv, needs_psv);
VERBATIM_BEGINS(begins<rc>, write_flow_table, write_flow_table, needs_object);
VERBATIM_BEGINS(verbs_of<ud_underlay>, send, send, needs_sge_or_inline_data_or_no_data);
VERBATIM_BEGINS(verbs_of<raw_packet>, send, send, needs_sge_or_inline_data_or_no_data);
VERBATIM_BEGINS(begins<raw_packet>, multi_packet, multi_packet, needs_eth);
VERBATIM_BEGINS(begins<raw_packet>, tso, tso, needs_eth);
VERBATIM_BEGINS(begins<raw_packet>, dump, dump, needs_tis);
VERBATIM_BEGINS(begins<xrq_cmd>, nop, nop, ready);
VERBATIM_BEGINS(begins<xrq_cmd>, tag_append, tag_append, needs_tag);
VERBATIM_BEGINS(begins<xrq_cmd>, tag_remove, tag_remove, needs_tag);
VERBATIM_BEGINS(begins<xrq_cmd>, tag_sync, tag_sync, needs_count);

/// A qualifier makes the variant with immediate data of each.
template <class Verbs>
consteval bool sends_with_imm() {
  return std::is_same_v<decltype(a<Verbs>().send().imm(1)),
                        wqe::send_imm<any_slot>::needs_sge_or_inline_data_or_no_data>;
}
template <class Verbs>
consteval bool invalidates_and_writes_with_imm() {
  return sends_with_imm<Verbs>() &&
         std::is_same_v<decltype(a<Verbs>().send().invalidate(rkey(1))),
                        wqe::send_inval<any_slot>::needs_sge_or_inline_data_or_no_data> &&
         std::is_same_v<decltype(a<Verbs>().write().imm(1)),
                        wqe::rdma_write_imm<any_slot>::needs_rdma> &&
         std::is_same_v<decltype(a<Verbs>().write().rdma(1, rkey(2))),
                        wqe::rdma_write<any_slot>::needs_sge_or_inline_data_or_no_data>;
}
static_assert(invalidates_and_writes_with_imm<begins<rc>>());
static_assert(invalidates_and_writes_with_imm<begins<uc>>());
static_assert(invalidates_and_writes_with_imm<verbs_of<xrc>>());
static_assert(invalidates_and_writes_with_imm<verbs_of<dci>>());
static_assert(invalidates_and_writes_with_imm<verbs_of<dci_roce>>());
static_assert(invalidates_and_writes_with_imm<verbs_of<dci_compact>>());
static_assert(sends_with_imm<verbs_of<ud>>());
static_assert(sends_with_imm<verbs_of<ud_roce>>());
static_assert(sends_with_imm<verbs_of<ud_compact>>());

TEST(typestate, transports_were_checked_by_the_compiler) {}

}  // namespace
}  // namespace verbatim::test
