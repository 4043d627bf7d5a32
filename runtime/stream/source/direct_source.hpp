// The completions of an engine that posts directly, without libibverbs.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/transport_tags/dci.hpp"
#include "verbatim/generated/transport_tags/rc.hpp"
#include "verbatim/generated/transport_tags/ud.hpp"
#include "verbatim/queue/completion/completion.hpp"
#include "verbatim/stream/base/operations.hpp"
#include "verbatim/stream/bytes/shared_receives.hpp"
#include "verbatim/stream/source/direct_end.hpp"
#include "verbatim/verbs/completion/completion_channel.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/context/context.hpp"
#include "verbatim/verbs/direct/dct.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim::stream::detail {

/// The completion queue of these transports. That of DCIs is also for DCTs.
template <class... Transports>
struct direct_queue_of {
  template <class... More>
  using queue = cq<typename direct_end<Transports>::queue_pair_type..., More...>;

  static constexpr bool carries_dc = (std::is_same_v<Transports, dci> || ...);
  using type = typename std::conditional_t<carries_dc, std::type_identity<queue<dct<ticket>>>,
                                           std::type_identity<queue<>>>::type;
};

/// One completion queue for queue pairs of the transports, and a list of the queue pairs that wait
/// for a doorbell.
template <class... Transports>
class direct_source {
 public:
  using queue = typename direct_queue_of<Transports...>::type;
  using qp_attributes_type = qp_attributes;

  template <class Transport>
  using end = direct_end<Transport>;

  /// True if the queue carries datagrams.
  static constexpr bool carries_datagrams = (std::is_same_v<Transports, ud> || ...);

  direct_source(const context& context, std::uint32_t cqes)
      : channel_(context), cq_(context, cqes, channel_) {}

  /// Makes a queue pair whose completions come to this queue.
  template <class Transport>
  direct_end<Transport> make(const verbs::qp_domain& domain, const qp_attributes& attributes) {
    return direct_end<Transport>(domain, cq_, attributes);
  }

  /// Makes the queue pair of a stream for so many outstanding messages.
  direct_end<rc> make_for_stream(const verbs::qp_domain& domain, std::uint32_t sends,
                                 std::uint32_t receives) {
    return direct_end<rc>(domain, cq_, direct_end<rc>::attributes_for(sends, receives));
  }

  /// The receives that streams share; nothing before engine::share_receives(). It is never replaced.
  std::optional<shared_receives<direct_shared_queue>> shared;

  /// Makes a queue pair for so many WQEs at a time, into which its messages are copied. Its receives are
  /// the shared ones.
  template <class Transport>
  direct_end<Transport> make_sharing(const verbs::qp_domain& domain, std::uint32_t sends) {
    if (!spare_) spare_ = spare_type::make();
    return direct_end<Transport>(domain, cq_, shared->queue.srq, sends, spare_);
  }

  /// Returns the queue, for the DCTs whose receives complete in it.
  const queue& completions() const noexcept { return cq_; }

  /// Passes at most `budget` completions to `sink`, and returns their number.
  template <class Sink>
  unsigned poll(Sink&& sink, unsigned budget) noexcept {
    return cq_.poll(
        [&](auto&& one) __attribute__((always_inline)) { sink(completed_of(one)); }, budget);
  }

  /// The header of each message of a stream is its immediate data.
  static constexpr std::uint32_t head_bytes() noexcept { return 0; }

  /// True while the engine takes a turn, which ends with a ring().
  bool in_turn = false;
  std::uint32_t turn = 1;  ///< the number of turns

  /// Rings the doorbell of a queue pair: at the end of the turn, or at once outside a turn.
  template <class Transport>
  [[gnu::always_inline]] void posted(direct_end<Transport>& one_end) noexcept {
    if (in_turn)
      mark(one_end);
    else
      one_end.qp.ring_doorbell();
  }

  /// Records that the queue pair waits for a doorbell.
  template <class Transport>
  void mark(direct_end<Transport>& one_end) noexcept {
    if (one_end.is_marked) return;
    one_end.is_marked = true;
    one_end.next_marked = std::exchange(std::get<direct_end<Transport>*>(marked_), &one_end);
  }

  /// Forgets the queue pair before it is destroyed or moved.
  template <class Transport>
  void forget(direct_end<Transport>& one_end) noexcept {
    auto** at = &std::get<direct_end<Transport>*>(marked_);
    while (*at != nullptr && *at != &one_end) at = &(*at)->next_marked;
    if (*at != nullptr) *at = one_end.next_marked;
    one_end.is_marked = false;
  }

  /// Rings one doorbell for each of these queue pairs.
  void ring() noexcept { (ring_all(std::get<direct_end<Transports>*>(marked_)), ...); }

  void arm() { cq_.arm(); }
  std::uint32_t cqn() const noexcept { return cq_.cqn(); }
  int fd() const noexcept { return channel_.fd(); }

  /// Takes all events. They are acknowledged together.
  void take_events() {
    while (channel_.wait(std::chrono::nanoseconds(0))) {
    }
  }

  template <class Transport, class Sink>
  bool drain(direct_end<Transport>& one_end, Sink&& sink, verbs::wait_limit limit) {
    return one_end.qp.drain([&](auto&& one) { sink(completed_of(one)); }, limit, cq_);
  }

 private:
  using spare_type = typename direct_end<rc>::queue_pair_type::shared_spare;

  template <class Entry>
  [[gnu::always_inline]] completed completed_of(send_completion<Entry>& one) noexcept {
    if (one.ok()) return {.whose = one.entry, .byte_count = one.byte_count()};
    const bool is_known = one.entry || !shared;
    return {.whose = is_known ? one.entry : shared->of_failed(one.qpn()),
            .status = status_of(one.status())};
  }
  template <class Entry>
  [[gnu::always_inline]] completed completed_of(recv_completion<Entry>& one) noexcept {
    auto whose = one.entry;
    if (whose.slot == shared_slots::ticket_slot) [[unlikely]] {
      whose = shared->of_stream(whose, one.qpn(), one.ok());
    }
    if (!one.ok()) return {.whose = whose, .status = status_of(one.status()), .is_receive = true};
    const bool is_write = one.opcode() == cqe_opcode::resp_wr_imm;
    const bool has_imm = is_write || one.opcode() == cqe_opcode::resp_send_imm;
    return {.whose = whose,
            .is_receive = true,
            .has_imm = has_imm,
            .is_write = is_write,
            .byte_count = one.byte_count(),
            .imm = has_imm ? one.imm() : 0,
            .native = &one};
  }

  template <class End>
  static void ring_all(End*& first) noexcept {
    for (auto* one = std::exchange(first, nullptr); one != nullptr; one = one->next_marked) {
      one->is_marked = false;
      one->qp.ring_doorbell();
    }
  }

  /// Memory of queue pairs that share their receives. One thread posts to all of them.
  spare_type spare_;

  completion_channel channel_;
  queue cq_;
  std::tuple<direct_end<Transports>*...> marked_{};
};

}  // namespace verbatim::stream::detail
