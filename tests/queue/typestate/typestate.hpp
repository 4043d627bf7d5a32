// The calls that a state of a builder allows: every step that there is, with all its arguments.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <type_traits>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/av_dc_compact_seg.hpp"
#include "verbatim/generated/segments/av_dc_seg.hpp"
#include "verbatim/generated/segments/av_ud_compact_seg.hpp"
#include "verbatim/generated/segments/av_ud_seg.hpp"
#include "verbatim/generated/segments/bsf_inl_seg.hpp"
#include "verbatim/generated/segments/bsf_seg.hpp"
#include "verbatim/generated/segments/crypto_bsf_seg.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/eth_seg.hpp"
#include "verbatim/generated/segments/mkey_ctx_seg.hpp"
#include "verbatim/queue/base/post_result.hpp"
#include "verbatim/queue/send/send_flags.hpp"
#include "verbatim/wire/builder_state.hpp"
#include "verbatim/wire/memory.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::test {

/// A queue's slot that takes every end which a builder offers; real ones refuse some of them, each
/// with its own words. Never run.
struct any_slot {
  using entry = int;
  using signaled_entry = int;
  using flags = send_flags;
  static constexpr unsigned max_octowords = 63;

  any_slot(any_slot&&) noexcept = default;

  void begin(send_flags) noexcept;
  void imm(std::uint32_t) noexcept;
  void stream_id(std::uint16_t) noexcept;
  template <class Segment>
  void write(const Segment&) noexcept;
  template <unsigned most, class Segment>
  void append(const Segment&) noexcept;
  template <unsigned most>
  void append_inline(std::span<const std::byte>) noexcept;
  template <unsigned begin, class Segment>
  void write_header(const Segment&, std::span<const std::byte>) noexcept;
  unsigned octowords() const noexcept;
  void pad(unsigned) noexcept;
  template <unsigned at, unsigned msb, unsigned lsb>
  void patch(std::uint32_t) noexcept;
  template <unsigned most, class... Segments>
  void append_whole(const Segments&...) noexcept;
  post_result finish(wire::wqe_kind<opcode>) && noexcept;
  post_result finish(wire::wqe_kind<opcode>, int&&) && noexcept;
  post_result finish_unsignaled(wire::wqe_kind<opcode>, int&&) && noexcept;
};
static_assert(wire::wqe_slot<any_slot, opcode, data_seg>);

/// A set of steps: verbs, and everything else.
struct steps {
  std::uint64_t verbs = 0;
  std::uint64_t others = 0;

  constexpr bool operator==(const steps&) const = default;
  constexpr steps operator|(steps more) const { return {verbs | more.verbs, others | more.others}; }
};

namespace step {

constexpr steps verb(unsigned n) { return {.verbs = std::uint64_t{1} << n}; }
constexpr steps other(unsigned n) { return {.others = std::uint64_t{1} << n}; }

inline constexpr steps nothing{};

inline constexpr steps nop = verb(0);
inline constexpr steps send = verb(1);
inline constexpr steps write = verb(2);
inline constexpr steps read = verb(3);
inline constexpr steps cas = verb(4);
inline constexpr steps fetch_add = verb(5);
inline constexpr steps cas32 = verb(6);
inline constexpr steps masked_cas32 = verb(7);
inline constexpr steps masked_cas64 = verb(8);
inline constexpr steps masked_cas128 = verb(9);
inline constexpr steps fetch_add32 = verb(10);
inline constexpr steps masked_fetch_add32 = verb(11);
inline constexpr steps masked_fetch_add64 = verb(12);
inline constexpr steps masked_fetch_add128 = verb(13);
inline constexpr steps fetch_and32 = verb(14);
inline constexpr steps fetch_and64 = verb(15);
inline constexpr steps fetch_or32 = verb(16);
inline constexpr steps fetch_or64 = verb(17);
inline constexpr steps fetch_xor32 = verb(18);
inline constexpr steps fetch_xor64 = verb(19);
inline constexpr steps swap32 = verb(20);
inline constexpr steps swap64 = verb(21);
inline constexpr steps bind_mw = verb(22);
inline constexpr steps bind_mw_type1 = verb(23);
inline constexpr steps unbind_mw = verb(24);
inline constexpr steps local_invalidate = verb(25);
inline constexpr steps configure_mkey = verb(26);
inline constexpr steps configure_mkey_strided = verb(27);
inline constexpr steps set_psv = verb(28);
inline constexpr steps copy = verb(29);
inline constexpr steps write_flow_table = verb(30);
inline constexpr steps tso = verb(31);
inline constexpr steps multi_packet = verb(32);
inline constexpr steps dump = verb(33);
inline constexpr steps wait_cq = verb(34);
inline constexpr steps wait_data = verb(35);
inline constexpr steps wait_time = verb(36);
inline constexpr steps send_enable = verb(37);
inline constexpr steps recv_enable = verb(38);
inline constexpr steps tag_append = verb(39);
inline constexpr steps tag_remove = verb(40);
inline constexpr steps tag_sync = verb(41);
inline constexpr steps update_mkey = verb(42);

inline constexpr steps av_infiniband = other(0);  // key, QP or DCT, LID
inline constexpr steps av_roce = other(1);  // the same with MAC, GID, index, hop limit, UDP port
inline constexpr steps av_ud = other(2);
inline constexpr steps av_ud_compact = other(3);
inline constexpr steps av_dc = other(4);
inline constexpr steps av_dc_compact = other(5);
inline constexpr steps xrc_srq = other(6);
inline constexpr steps eth = other(7);          // checksums
inline constexpr steps eth_inlined = other(8);  // and inlined headers
inline constexpr steps eth_whole = other(9);
inline constexpr steps eth_vlan = other(10);
inline constexpr steps eth_tso = other(11);  // MSS, checksums, headers
inline constexpr steps imm = other(12);
inline constexpr steps invalidate = other(13);
inline constexpr steps rdma = other(14);
inline constexpr steps operands_1 = other(15);  // an addend, or a value
inline constexpr steps operands_2 = other(16);  // compare, swap; or an addend and a boundary
inline constexpr steps operands_4 = other(17);  // compare, swap, and their masks
inline constexpr steps operands_2_of_16_bytes = other(18);
inline constexpr steps operands_4_of_16_bytes = other(19);
inline constexpr steps sge = other(20);         // addr, byte_count, lkey
inline constexpr steps result_sge = other(21);  // addr, lkey: what an atomic fetched
inline constexpr steps inline_data = other(22);
inline constexpr steps no_data = other(23);
inline constexpr steps packet = other(24);
inline constexpr steps inline_packet = other(25);
inline constexpr steps window = other(26);
inline constexpr steps to_properties = other(27);
inline constexpr steps to_memory = other(28);  // addr, byte_count, lkey
inline constexpr steps from_memory = other(29);
inline constexpr steps result = other(30);  // lkey, addr
inline constexpr steps as = other(31);
inline constexpr steps key = other(32);
inline constexpr steps change = other(33);
inline constexpr steps klm = other(34);
inline constexpr steps repeat = other(35);
inline constexpr steps strided = other(36);
inline constexpr steps psv = other(37);
inline constexpr steps object = other(38);
inline constexpr steps argument = other(39);
inline constexpr steps tis = other(40);
inline constexpr steps until = other(41);  // a count and its CQ, or a time and its mask
inline constexpr steps until_data = other(42);
inline constexpr steps queue = other(43);
inline constexpr steps tag_and_mask = other(44);
inline constexpr steps tag_index = other(45);
inline constexpr steps count = other(46);
inline constexpr steps signal = other(47);
inline constexpr steps finish = other(48);
inline constexpr steps entry = other(49);  // of a WQE without a CQE
inline constexpr steps stream_id = other(50);
inline constexpr steps eth_multi = other(51);  // checksums, and metadata for egress flows
inline constexpr steps sig_block = other(52);
inline constexpr steps crypto = other(53);

inline constexpr steps end = signal | entry | finish;  // where nothing is missing

}  // namespace step

/// The steps that a state of type `S` has: `S` for one that is given up, `S&` for a named one.
template <class S>
consteval steps steps_of() {
  [[maybe_unused]] constexpr std::span<const std::byte> bytes;
  [[maybe_unused]] constexpr std::array<std::byte, 6> mac{};
  [[maybe_unused]] constexpr std::array<std::byte, 16> gid{};
  [[maybe_unused]] constexpr std::array<std::byte, 64> argument_list{};
  steps found;
  // clang-format off
  if (requires(S s) { static_cast<S&&>(s).nop(); }) found = found | step::nop;
  if (requires(S s) { static_cast<S&&>(s).send(); }) found = found | step::send;
  if (requires(S s) { static_cast<S&&>(s).write(); }) found = found | step::write;
  if (requires(S s) { static_cast<S&&>(s).read(); }) found = found | step::read;
  if (requires(S s) { static_cast<S&&>(s).cas(); }) found = found | step::cas;
  if (requires(S s) { static_cast<S&&>(s).fetch_add(); }) found = found | step::fetch_add;
  if (requires(S s) { static_cast<S&&>(s).cas32(); }) found = found | step::cas32;
  if (requires(S s) { static_cast<S&&>(s).masked_cas32(); }) found = found | step::masked_cas32;
  if (requires(S s) { static_cast<S&&>(s).masked_cas64(); }) found = found | step::masked_cas64;
  if (requires(S s) { static_cast<S&&>(s).masked_cas128(); }) found = found | step::masked_cas128;
  if (requires(S s) { static_cast<S&&>(s).fetch_add32(); }) found = found | step::fetch_add32;
  if (requires(S s) { static_cast<S&&>(s).masked_fetch_add32(); }) found = found | step::masked_fetch_add32;
  if (requires(S s) { static_cast<S&&>(s).masked_fetch_add64(); }) found = found | step::masked_fetch_add64;
  if (requires(S s) { static_cast<S&&>(s).masked_fetch_add128(); }) found = found | step::masked_fetch_add128;
  if (requires(S s) { static_cast<S&&>(s).fetch_and32(); }) found = found | step::fetch_and32;
  if (requires(S s) { static_cast<S&&>(s).fetch_and64(); }) found = found | step::fetch_and64;
  if (requires(S s) { static_cast<S&&>(s).fetch_or32(); }) found = found | step::fetch_or32;
  if (requires(S s) { static_cast<S&&>(s).fetch_or64(); }) found = found | step::fetch_or64;
  if (requires(S s) { static_cast<S&&>(s).fetch_xor32(); }) found = found | step::fetch_xor32;
  if (requires(S s) { static_cast<S&&>(s).fetch_xor64(); }) found = found | step::fetch_xor64;
  if (requires(S s) { static_cast<S&&>(s).swap32(); }) found = found | step::swap32;
  if (requires(S s) { static_cast<S&&>(s).swap64(); }) found = found | step::swap64;
  if (requires(S s) { static_cast<S&&>(s).bind_mw(); }) found = found | step::bind_mw;
  if (requires(S s) { static_cast<S&&>(s).bind_mw_type1(); }) found = found | step::bind_mw_type1;
  if (requires(S s) { static_cast<S&&>(s).unbind_mw(); }) found = found | step::unbind_mw;
  if (requires(S s) { static_cast<S&&>(s).local_invalidate(); }) found = found | step::local_invalidate;
  if (requires(S s) { static_cast<S&&>(s).configure_mkey(); }) found = found | step::configure_mkey;
  if (requires(S s) { static_cast<S&&>(s).configure_mkey_strided(); }) found = found | step::configure_mkey_strided;
  if (requires(S s) { static_cast<S&&>(s).set_psv(); }) found = found | step::set_psv;
  if (requires(S s) { static_cast<S&&>(s).copy(); }) found = found | step::copy;
  if (requires(S s) { static_cast<S&&>(s).write_flow_table(); }) found = found | step::write_flow_table;
  if (requires(S s) { static_cast<S&&>(s).tso(); }) found = found | step::tso;
  if (requires(S s) { static_cast<S&&>(s).multi_packet(); }) found = found | step::multi_packet;
  if (requires(S s) { static_cast<S&&>(s).dump(); }) found = found | step::dump;
  if (requires(S s) { static_cast<S&&>(s).wait_cq(); }) found = found | step::wait_cq;
  if (requires(S s) { static_cast<S&&>(s).wait_data(); }) found = found | step::wait_data;
  if (requires(S s) { static_cast<S&&>(s).wait_time(); }) found = found | step::wait_time;
  if (requires(S s) { static_cast<S&&>(s).send_enable(); }) found = found | step::send_enable;
  if (requires(S s) { static_cast<S&&>(s).recv_enable(); }) found = found | step::recv_enable;
  if (requires(S s) { static_cast<S&&>(s).tag_append(); }) found = found | step::tag_append;
  if (requires(S s) { static_cast<S&&>(s).tag_remove(); }) found = found | step::tag_remove;
  if (requires(S s) { static_cast<S&&>(s).tag_sync(); }) found = found | step::tag_sync;
  if (requires(S s) { static_cast<S&&>(s).update_mkey(); }) found = found | step::update_mkey;
  if (requires(S s) { static_cast<S&&>(s).av(1u, 2u, 3u); }) found = found | step::av_infiniband;
  if (requires(S s) { static_cast<S&&>(s).av(1u, 2u, mac, gid, 1u, 2u, 3u); }) found = found | step::av_roce;
  if (requires(S s) { static_cast<S&&>(s).av(av_ud_seg{}); }) found = found | step::av_ud;
  if (requires(S s) { static_cast<S&&>(s).av(av_ud_compact_seg{}); }) found = found | step::av_ud_compact;
  if (requires(S s) { static_cast<S&&>(s).av(av_dc_seg{}); }) found = found | step::av_dc;
  if (requires(S s) { static_cast<S&&>(s).av(av_dc_compact_seg{}); }) found = found | step::av_dc_compact;
  if (requires(S s) { static_cast<S&&>(s).xrc(1u); }) found = found | step::xrc_srq;
  if (requires(S s) { static_cast<S&&>(s).eth(1u, 1u); }) found = found | step::eth;
  if (requires(S s) { static_cast<S&&>(s).eth(1u, 1u, bytes); }) found = found | step::eth_inlined;
  if (requires(S s) { static_cast<S&&>(s).eth(eth_seg{}); }) found = found | step::eth_whole;
  if (requires(S s) { static_cast<S&&>(s).eth_vlan(1u, 1u, 1u); }) found = found | step::eth_vlan;
  if (requires(S s) { static_cast<S&&>(s).eth(1u, 1u, 1u); }) found = found | step::eth_multi;
  if (requires(S s) { static_cast<S&&>(s).eth(1460u, 1u, 1u, bytes); }) found = found | step::eth_tso;
  if (requires(S s) { static_cast<S&&>(s).imm(1u); }) found = found | step::imm;
  if (requires(S s) { static_cast<S&&>(s).invalidate(verbatim::rkey(1u)); }) found = found | step::invalidate;
  if (requires(S s) { static_cast<S&&>(s).rdma(1u, verbatim::rkey(2u)); }) found = found | step::rdma;
  if (requires(S s) { static_cast<S&&>(s).operands(1u); }) found = found | step::operands_1;
  if (requires(S s) { static_cast<S&&>(s).operands(1u, 2u); }) found = found | step::operands_2;
  if (requires(S s) { static_cast<S&&>(s).operands(1u, 2u, 3u, 4u); }) found = found | step::operands_4;
  if (requires(S s) { static_cast<S&&>(s).operands(gid, gid); }) found = found | step::operands_2_of_16_bytes;
  if (requires(S s) { static_cast<S&&>(s).operands(gid, gid, gid, gid); }) found = found | step::operands_4_of_16_bytes;
  if (requires(S s) { static_cast<S&&>(s).sge(1u, 2u, verbatim::lkey(3u)); }) found = found | step::sge;
  if (requires(S s) { static_cast<S&&>(s).sge(1u, verbatim::lkey(2u)); }) found = found | step::result_sge;
  if (requires(S s) { static_cast<S&&>(s).inline_data(bytes); }) found = found | step::inline_data;
  if (requires(S s) { static_cast<S&&>(s).no_data(); }) found = found | step::no_data;
  if (requires(S s) { static_cast<S&&>(s).packet(1u, 2u, verbatim::lkey(3u)); }) found = found | step::packet;
  if (requires(S s) { static_cast<S&&>(s).inline_packet(bytes); }) found = found | step::inline_packet;
  if (requires(S s) { static_cast<S&&>(s).window(verbatim::rkey(1u)); }) found = found | step::window;
  if (requires(S s) { static_cast<S&&>(s).to(mkey_ctx_seg{}); }) found = found | step::to_properties;
  if (requires(S s) { static_cast<S&&>(s).to(1u, 2u, verbatim::lkey(3u)); }) found = found | step::to_memory;
  if (requires(S s) { static_cast<S&&>(s).from(1u, 2u, verbatim::lkey(3u)); }) found = found | step::from_memory;
  if (requires(S s) { static_cast<S&&>(s).result(verbatim::lkey(1u), 2u); }) found = found | step::result;
  if (requires(S s) { static_cast<S&&>(s).as(1u); }) found = found | step::as;
  if (requires(S s) { static_cast<S&&>(s).key(verbatim::lkey(1u)); }) found = found | step::key;
  if (requires(S s) { static_cast<S&&>(s).key(verbatim::rkey(1u)); }) found = found | step::key;
  if (requires(S s) { static_cast<S&&>(s).change(1u); }) found = found | step::change;
  if (requires(S s) { static_cast<S&&>(s).klm(1u, verbatim::lkey(2u), 3u); }) found = found | step::klm;
  if (requires(S s) { static_cast<S&&>(s).repeat(1u, 2u); }) found = found | step::repeat;
  if (requires(S s) { static_cast<S&&>(s).strided(1u, 2u, verbatim::lkey(3u), 4u); }) found = found | step::strided;
  if (requires(S s) { static_cast<S&&>(s).psv(1u, 2u); }) found = found | step::psv;
  if (requires(S s) { static_cast<S&&>(s).object(1u); }) found = found | step::object;
  if (requires(S s) { static_cast<S&&>(s).argument(argument_list); }) found = found | step::argument;
  if (requires(S s) { static_cast<S&&>(s).tis(1u); }) found = found | step::tis;
  if (requires(S s) { static_cast<S&&>(s).until(1u, 2u); }) found = found | step::until;
  if (requires(S s) { static_cast<S&&>(s).until(wait_operation::equal, 1u, 2u, verbatim::lkey(3u), 4u); }) found = found | step::until_data;
  if (requires(S s) { static_cast<S&&>(s).queue(1u, 2u); }) found = found | step::queue;
  if (requires(S s) { static_cast<S&&>(s).tag(1u, 2u, 3u, 1u, 1u, 1u); }) found = found | step::tag_and_mask;
  if (requires(S s) { static_cast<S&&>(s).tag(1u, 1u, 1u, 1u); }) found = found | step::tag_index;
  if (requires(S s) { static_cast<S&&>(s).count(1u, 1u); }) found = found | step::count;
  if (requires(S s) { static_cast<S&&>(s).sig_block(bsf_seg{}, bsf_inl_seg{}, bsf_inl_seg{}); }) found = found | step::sig_block;
  if (requires(S s) { static_cast<S&&>(s).crypto(crypto_bsf_seg{}); }) found = found | step::crypto;
  if (requires(S s) { static_cast<S&&>(s).signal(1); }) found = found | step::signal;
  if (requires(S s) { static_cast<S&&>(s).finish(); }) found = found | step::finish;
  if (requires(S s) { static_cast<S&&>(s).entry(1); }) found = found | step::entry;
  if (requires(S s) { static_cast<S&&>(s).stream_id(1u); }) found = found | step::stream_id;
  // clang-format on
  return found;
}

/// True if a state allows exactly these calls, and only once: on a state that is given up.
template <class S>
consteval bool has_exactly(steps expected) {
  return steps_of<S>() == expected && steps_of<S&>() == step::nothing &&
         steps_of<const S>() == step::nothing && !std::is_copy_constructible_v<S> &&
         !std::is_copy_assignable_v<S> && std::is_nothrow_move_constructible_v<S>;
}

template <class Wqe>
struct last_states;
template <template <class> class Wqe, class Slot>
struct last_states<Wqe<Slot>> {
  using signaled = wire::signaled_needs_finish<Wqe, Slot>;
  using unsignaled = wire::unsignaled_needs_finish<Wqe, Slot>;
};

/// The last states of every WQE: with an entry that comes back with its CQE, or with a later one.
template <class Wqe>
consteval bool ends_with_an_entry() {
  return has_exactly<typename last_states<Wqe>::signaled>(step::finish) &&
         has_exactly<typename last_states<Wqe>::unsignaled>(step::finish);
}

/// The same, where nothing may be added any more.
template <class Wqe>
consteval bool ends_after_ready() {
  return has_exactly<typename Wqe::ready>(step::end) && ends_with_an_entry<Wqe>();
}

}  // namespace verbatim::test
