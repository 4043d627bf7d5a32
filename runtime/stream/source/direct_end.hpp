// A queue pair of an engine that posts directly, without libibverbs.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>

#include "verbatim/connect/path/reply.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/av_dc_seg.hpp"
#include "verbatim/generated/segments/av_ud_seg.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/transport_tags/dci.hpp"
#include "verbatim/generated/transport_tags/rc.hpp"
#include "verbatim/queue/base/post_result.hpp"
#include "verbatim/queue/completion/completion.hpp"
#include "verbatim/queue/send/send_flags.hpp"
#include "verbatim/queue/send/send_policies.hpp"
#include "verbatim/stream/base/datagram_destination.hpp"
#include "verbatim/stream/base/operations.hpp"
#include "verbatim/stream/base/piece.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/memory/memory_window.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::stream::detail {

/// Returns the errno with which libibverbs refuses a post for the same reason; 0 if it was posted.
constexpr int errno_of(post_result posted) noexcept {
  switch (posted.error()) {
    case post_error::none:
      return 0;
    case post_error::queue_full:
    case post_error::blueflame_full:
    case post_error::tag_list_full:
      return ENOMEM;
    case post_error::inline_too_long:
    case post_error::sge_too_long:
      return EMSGSIZE;
    case post_error::too_many_sges:
      return E2BIG;
    case post_error::closed:
      return EBADF;
    case post_error::ranges_differ:  // only post_all() returns it
      return EINVAL;
  }
  return EINVAL;
}

/// The queue pairs of a transport. Streams are on RC, and send messages of up to five WQEBBs if they
/// share their receives. Few of their WQEs are signaled.
template <class Transport>
struct direct_qp_of {
  using type = verbatim::qp<Transport, ticket>;
};
template <>
struct direct_qp_of<rc> {
  using type = verbatim::qp<rc, ticket, verbs::on_srq_or_own<ticket>, 5, wqe_table::ordered_few>;
};
template <>
struct direct_qp_of<dci> {
  using type = verbatim::qp<dci, ticket, void>;
};

/// Returns the address vector of WQEs to a peer.
inline const av_ud_seg& vector_of(const datagram_destination& to) noexcept { return to.vector(); }
inline const av_dc_seg& vector_of(const av_dc_seg& to) noexcept { return to; }

/// A queue pair, and the functions that post operations to it. Every function returns 0, or an
/// errno if nothing was posted. Functions named `post_` do not ring the doorbell.
template <class Transport>
class direct_end {
 public:
  using queue_pair_type = typename direct_qp_of<Transport>::type;

  template <class Cq>
  direct_end(const verbs::qp_domain& domain, const Cq& cq, const qp_attributes& attributes)
      : qp(domain, cq, attributes) {}

  /// Makes the end of a stream that shares its receives. All its messages are copied into WQEs, and it
  /// posts at most so many WQEs at a time, signaled or not.
  template <class Cq>
  direct_end(const verbs::qp_domain& domain, const Cq& cq, const srq<ticket>& srq,
             std::uint32_t most, const typename queue_pair_type::shared_spare& spare)
      : qp(domain, cq, srq, {.max_send_wqebbs = wqebbs_of_sharing, .max_send_signaled = most},
           spare),
        most_inline_(most_inline_of_sharing) {}

  // `to` is the peer, if the WQEs of the transport name it.

  template <class... Peer>
  int post_send(const memory_slice& from, const send_options& how, ticket whose,
                const Peer&... to) noexcept {
    auto wqe = wqe_to(to...).send(flags(how));
    if (how.has_imm) return data(std::move(wqe).imm(how.imm), from, whose);
    return data(std::move(wqe), from, whose);
  }

  template <class... Peer>
  int post_write(const memory_slice& from, const remote_region& at, const send_options& how,
                 ticket whose, const Peer&... to) noexcept {
    if (from.length() > at.length()) return ERANGE;
    auto wqe = wqe_to(to...).write(flags(how));
    if (how.has_imm) {
      return data(std::move(wqe).imm(how.imm).rdma(at.addr(), at.rkey()), from, whose);
    }
    return data(std::move(wqe).rdma(at.addr(), at.rkey()), from, whose);
  }

  template <class... Peer>
  int post_read(const memory_slice& into, const remote_region& from, ticket whose,
                const Peer&... to) noexcept {
    if (into.length() > from.length()) return ERANGE;
    return data(wqe_to(to...).read().rdma(from.addr(), from.rkey()), into, whose);
  }

  template <class... Peer>
  int post_compare_swap(const memory_slice& result, const remote_region& at, std::uint64_t compare,
                        std::uint64_t swap, ticket whose, const Peer&... to) noexcept {
    if (!holds_a_word(result, at)) return ERANGE;
    return errno_of(wqe_to(to...)
                        .cas()
                        .rdma(at.addr(), at.rkey())
                        .operands(compare, swap)
                        .sge(result.addr(), result.lkey())
                        .signal(whose)
                        .finish());
  }

  template <class... Peer>
  int post_fetch_add(const memory_slice& result, const remote_region& at, std::uint64_t add,
                     ticket whose, const Peer&... to) noexcept {
    if (!holds_a_word(result, at)) return ERANGE;
    return errno_of(wqe_to(to...)
                        .fetch_add()
                        .rdma(at.addr(), at.rkey())
                        .operands(add)
                        .sge(result.addr(), result.lkey())
                        .signal(whose)
                        .finish());
  }

  int post_bind(const verbs::window_binding<window_type::type_2>& binding, ticket whose) noexcept {
    return errno_of(qp.sq_wqe()
                        .bind_mw()
                        .window(binding.previous_rkey)
                        .to(binding.mkey(qp.qpn()))
                        .klm(static_cast<std::uint32_t>(binding.length), binding.lkey, binding.addr)
                        .signal(whose)
                        .finish());
  }

  int post_invalidate(verbatim::rkey rkey, ticket whose) noexcept {
    return errno_of(qp.sq_wqe().local_invalidate().key(rkey).signal(whose).finish());
  }

  /// Posts a receive and rings the doorbell.
  int recv(const memory_slice& into, ticket whose) noexcept {
    const int refused =
        errno_of(qp.rq_wqe().sge(into.addr(), into.length(), into.lkey()).finish(whose));
    if (refused == 0) qp.ring_recv_doorbell();
    return refused;
  }

  /// The longest message that is copied into its WQE, in bytes.
  std::uint32_t most_inline() const noexcept { return most_inline_; }

  /// Returns the attributes of a queue pair for these numbers of outstanding messages.
  static qp_attributes attributes_for(std::uint32_t sends, std::uint32_t receives) noexcept {
    return {.max_send_wqebbs = sends * 4, .max_recv_wr = receives};
  }

  /// Returns the WQEs of a stream that shares its receives. It keeps `control` of them, of one WQEBB each,
  /// for messages that are not data. The others have the WQEBBs of a slot. One NOP may fill a gap before the
  /// end of the ring, and drain() posts another.
  static constexpr std::uint32_t sends_of_sharing(std::uint32_t slot_bytes,
                                                  std::uint32_t control) noexcept {
    const auto bytes = bytes_before_inline + std::min(slot_bytes, most_inline_of_sharing);
    const auto wqebbs = static_cast<std::uint32_t>((bytes + wqebb - 1) / wqebb);
    return control + (wqebbs_of_sharing - control - wqebbs) / wqebbs;
  }

  /// Sends a message of a stream. It is signaled if `whose` is not a default ticket.
  int post_message(std::span<const std::byte> bytes, std::uint32_t imm, ticket whose) noexcept {
    return finish(qp.sq_wqe().send().imm(imm).inline_data(bytes), whose);
  }
  int post_message(const memory_slice& from, std::uint32_t imm, ticket whose) noexcept {
    return finish(qp.sq_wqe().send().imm(imm).sge(from.addr(), from.length(), from.lkey()), whose);
  }

  /// Writes a message of a stream into the memory of the peer.
  int post_ring_message(const memory_slice& from, const remote_region& to, std::uint32_t imm,
                        ticket whose) noexcept {
    return finish(qp.sq_wqe()
                      .write()
                      .imm(imm)
                      .rdma(to.addr(), to.rkey())
                      .sge(from.addr(), from.length(), from.lkey()),
                  whose);
  }

  /// Writes a few bytes into the memory of the peer.
  int post_word(std::span<const std::byte> bytes, const remote_region& to, ticket whose) noexcept {
    return finish(qp.sq_wqe().write().rdma(to.addr(), to.rkey()).inline_data(bytes), whose);
  }

  /// Sends a datagram, out of its WQE or out of registered memory.
  int post_datagram(std::span<const std::byte> bytes, const datagram_destination& to,
                    const send_options& how, ticket whose) noexcept {
    auto wqe = qp.sq_wqe().av(to.vector()).send(flags(how));
    if (how.has_imm) return inlined(std::move(wqe).imm(how.imm), bytes, whose);
    return inlined(std::move(wqe), bytes, whose);
  }
  int post_datagram(const memory_slice& from, const datagram_destination& to,
                    const send_options& how, ticket whose) noexcept {
    if (from.length() == 0) return post_datagram(std::span<const std::byte>(), to, how, whose);
    auto wqe = qp.sq_wqe().av(to.vector()).send(flags(how));
    if (how.has_imm) {
      return finish(std::move(wqe).imm(how.imm).sge(from.addr(), from.length(), from.lkey()),
                    whose);
    }
    return finish(std::move(wqe).sge(from.addr(), from.length(), from.lkey()), whose);
  }

  /// True if the device looks at the address handle after the post. Here it is in the WQE.
  static constexpr bool sends_by_handle = false;

  /// The longest datagram that is copied into its WQE, in bytes. attributes_for() has room for it.
  static constexpr std::uint32_t most_inline_datagram() noexcept { return 128; }

  /// Returns the sender of a datagram that has arrived in `buffer`.
  static datagram_origin origin_of(const completed& what,
                                   std::span<const std::byte> buffer) noexcept {
    return verbatim::origin_of(*static_cast<const recv_completion<ticket>*>(what.native), buffer);
  }

  /// Posts a receive. ring_receives() rings its doorbell.
  [[gnu::always_inline]] int post_recv(const memory_slice& into, ticket whose) noexcept {
    return errno_of(qp.rq_wqe().sge(into.addr(), into.length(), into.lkey()).finish(whose));
  }
  void ring_receives() noexcept { qp.ring_recv_doorbell(); }

  /// Ends posting after a failure of the device.
  void fail() {
    qp.flush([](auto&&) {});
  }

  /// True if source.drain() takes queue pairs of this transport.
  static constexpr bool can_drain = true;

  /// Every device of mlx5 has immediate data.
  static constexpr bool may_lack_imm = false;

  queue_pair_type qp;
  bool is_marked = false;             ///< it is in the source's list
  direct_end* next_marked = nullptr;  ///< the next in the list

 private:
  static constexpr std::uint32_t wqebbs_of_sharing = 64;
  static constexpr std::uint32_t bytes_before_inline = ctrl_seg::size + 4;
  static constexpr std::uint32_t most_inline_of_sharing = 5 * wqebb - bytes_before_inline;

  static send_flags flags(const send_options& how) noexcept {
    return {.fence = how.fenced ? fence_mode::reads_atomics_and_key_changes : fence_mode::none,
            .solicited = how.solicited};
  }

  /// Begins a WQE to the peer.
  [[gnu::always_inline]] auto wqe_to() noexcept { return qp.sq_wqe(); }
  template <class Peer>
  [[gnu::always_inline]] auto wqe_to(const Peer& peer) noexcept {
    return qp.sq_wqe().av(vector_of(peer));
  }

  static bool holds_a_word(const memory_slice& result, const remote_region& at) noexcept {
    return result.length() == 8 && at.length() >= 8;
  }

  template <class HasData>
  [[gnu::always_inline]] static int finish(HasData&& wqe, ticket whose) noexcept {
    if (whose) return errno_of(std::move(wqe).signal(whose).finish());
    return errno_of(std::move(wqe).finish());
  }

  template <class NeedsData>
  [[gnu::always_inline]] static int inlined(NeedsData&& wqe, std::span<const std::byte> bytes,
                                            ticket whose) noexcept {
    if (bytes.empty()) return finish(std::move(wqe).no_data(), whose);
    return finish(std::move(wqe).inline_data(bytes), whose);
  }

  template <class NeedsData>
  static int data(NeedsData&& wqe, const memory_slice& what, ticket whose) noexcept {
    if (what.length() == 0) return errno_of(std::move(wqe).no_data().signal(whose).finish());
    return errno_of(
        std::move(wqe).sge(what.addr(), what.length(), what.lkey()).signal(whose).finish());
  }

  std::uint32_t most_inline_ = 192;
};

/// The queue of shared receives.
struct direct_shared_queue {
  direct_shared_queue(const pd& pd, std::uint32_t receives) : srq(pd, {.max_wr = receives}) {}

  void post(const memory_slice& into, ticket whose) noexcept {
    (void)srq.srq_wqe().sge(into.addr(), into.length(), into.lkey()).finish(whose);
    srq.ring_doorbell();
  }

  verbatim::srq<ticket> srq;
};

}  // namespace verbatim::stream::detail
