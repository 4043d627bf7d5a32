// A completion queue: finds what has completed, and calls back with the entries.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/mmio/barriers.hpp"
#include "verbatim/mmio/doorbell_record.hpp"
#include "verbatim/queue/completion.hpp"

namespace verbatim {

/// Where a completion queue lives. The memory belongs to whoever created the CQ and outlives it.
struct completion_queue_memory {
  std::byte* ring;
  std::uint32_t cqes;      ///< a power of two
  std::uint32_t cqe_size;  ///< 64 bytes
  std::byte* dbrec;        ///< the word that takes set_ci (cq_dbrec.yaml)
};

/// Completions of any number of QPs of the types `Endpoints`, told apart by QP number. An endpoint
/// has a send queue `sq`, a receive queue `rq`, which may be a reference to a shared one, or both;
/// behind a tag-matching SRQ also its `tags`, a reference.
/// With one type there is nothing to tell apart but the number, and the callback is inlined.
///
///   cq.poll([](auto&& completion) { … completion.entry … });
///
/// The callback sees send_completion<Entry> and recv_completion<Entry>; it may post, attach and
/// detach, but not poll the same queue. One thread at a time.
template <class... Endpoints>
class completion_queue {
 public:
  explicit completion_queue(const completion_queue_memory& memory)
      : ring_(memory.ring),
        cqes_(memory.cqes),
        mask_(memory.cqes - 1),
        dbrec_(memory.dbrec),
        targets_(target_mask_ + 1) {
    assert((memory.cqes & mask_) == 0 && memory.cqe_size == cqe64::size);
    for (std::uint32_t i = 0; i < memory.cqes; ++i) {
      std::memset(at(i), 0, cqe64::size);
      cqe64::values{.opcode = cqe_opcode::invalid, .owner = 1}.write(at(i));
    }
  }

  /// From now on completions of `qpn` go to `endpoint`, which stays where it is until it is
  /// detached. Allocates.
  template <class Endpoint>
  void attach(std::uint32_t qpn, Endpoint& endpoint) {
    static_assert((std::is_same_v<Endpoint, Endpoints> || ...), "not a type of this queue");
    assert(qpn != 0 && qpn < (1u << 24) && find(qpn) == nullptr);
    if (2 * (attached_ + 1) > target_mask_ + 1) rehash(2 * (target_mask_ + 1));
    insert({qpn, kind_of<Endpoint>(), &endpoint});
    ++attached_;
  }

  /// Completions of `qpn` that are still queued are dropped.
  void detach(std::uint32_t qpn) noexcept {
    discard(qpn);
    auto i = place_of(qpn);
    if (targets_[i].qpn == nobody) return;
    targets_[i] = {};
    --attached_;
    // Closes the gap, at which lookups of what was pushed past it would stop.
    while (targets_[i = next(i)].qpn != nobody) insert(std::exchange(targets_[i], {}));
  }

  /// From now on what arrives through queue pairs that are not attached goes to `endpoint`, until it
  /// is detached: messages for an XRC SRQ name the XRC receive QP, which may be another process's.
  /// One at a time: of several SRQs they would not say which.
  template <class Endpoint>
  void attach_xrc_srq(Endpoint& endpoint) noexcept {
    static_assert((std::is_same_v<Endpoint, Endpoints> || ...), "not a type of this queue");
    assert(!has_xrc_srq());
    xrc_srq_ = {nobody, kind_of<Endpoint>(), &endpoint};
  }

  /// Its completions that are still queued are dropped.
  void detach_xrc_srq() noexcept {
    drop_queued([this](std::uint32_t qpn) { return find(qpn) == nullptr; }, [](cqe64) {});
    xrc_srq_ = {};
  }

  bool has_xrc_srq() const noexcept { return xrc_srq_.endpoint != nullptr; }

  /// Drops the completions of `qpn` that are queued. A QP that begins anew under the number would
  /// otherwise be given those of its past; the device is done with it and adds none. What they took
  /// from shared queues is free again.
  void discard(std::uint32_t qpn) noexcept {
    const target* const to = find(qpn);
    drop_queued([qpn](std::uint32_t other) { return other == qpn; },
                [to](cqe64 cqe) {
                  if (to == nullptr) return;
                  visit(*to, [cqe](auto& endpoint) { give_back(endpoint, cqe); });
                });
  }

  /// Polls find nothing from now on, and the memory that was given to the queue may go.
  void close() noexcept {
    ring_ = closed_ring_.data();
    mask_ = 0;
    dbrec_ = mmio::doorbell_record(ring_);
    cqe64::values{.opcode = cqe_opcode::invalid}.write(ring_);
  }

  /// Calls back for each completion there is, `budget` at most, and answers how many CQEs it took.
  template <class OnCompletion>
  unsigned poll(OnCompletion&& on_completion, unsigned budget = 32) {
    const auto begin = ci_;
    auto ci = begin;
    for (const auto end = begin + budget; ci != end;) {
      const cqe64 cqe(at(ci));
      const auto op_own = op_own_of(ci);
      if (nothing_there(op_own)) break;
      mmio::owner_before_cqe();
      ci_ = ++ci;  // before the callback, which may detach
      const target* to = find(cqe.qpn());
      if (to == nullptr) [[unlikely]] {
        if (!has_xrc_srq() || cqe.qpn() == 0) {
          ++dropped_;
          continue;
        }
        to = &xrc_srq_;
      }
      visit(*to, [&](auto& endpoint) {
        if (op_own < least(cqe_opcode::resp_wr_imm)) [[likely]] {
          if constexpr (requires { endpoint.sq; }) {
            endpoint.sq.complete(cqe.wqe_counter(), hand_back_sent(cqe, on_completion));
          } else {
            ++dropped_;
          }
        } else if (op_own < least(cqe_opcode::resize_cq)) {
          receive(endpoint, cqe, false, on_completion);
        } else {
          fail(endpoint, cqe, on_completion);
        }
      });
    }
    if (ci != begin) {
      mmio::cqe_before_consumer_index();
      dbrec_.publish(ci & 0xffffff);
    }
    return ci - begin;
  }

  /// CQEs whose QP was not attached or has no such queue, or whose opcode no queue pair asks for.
  std::uint64_t dropped() const noexcept { return dropped_; }

  /// Free-running consumer index.
  std::uint32_t ci() const noexcept { return ci_; }

 private:
  static constexpr std::uint32_t nobody = ~0u;  // no CQE has room for this number

  struct target {
    std::uint32_t qpn = nobody;
    std::uint32_t kind = 0;
    void* endpoint = nullptr;
  };

  /// Completions that are queued and whose QP number is `unwanted` get the number 0, which is nobody's.
  template <class Unwanted, class OnDropped>
  void drop_queued(Unwanted unwanted, OnDropped on_dropped) noexcept {
    for (auto i = ci_; i - ci_ <= mask_; ++i) {
      const cqe64 cqe(at(i));
      if (nothing_there(op_own_of(i))) return;
      mmio::owner_before_cqe();
      if (!unwanted(cqe.qpn())) continue;
      on_dropped(cqe);
      cqe64::values{.qpn = 0, .opcode = cqe.opcode(), .owner = cqe.owner()}.write(at(i));
    }
  }

  /// A completion is dropped: what it would have brought back goes to the queues that outlive its QP.
  template <class Endpoint>
  static void give_back(Endpoint& endpoint, cqe64 cqe) noexcept {
    if constexpr (requires { endpoint.rq.give_back(cqe.wqe_counter()); }) {
      const auto op = cqe.opcode();
      const bool received = op >= cqe_opcode::resp_wr_imm && op < cqe_opcode::resize_cq;
      if (!received && op != cqe_opcode::resp_err) return;
      if constexpr (requires { endpoint.tags; }) {
        if (endpoint.tags.takes(cqe)) return endpoint.tags.drop(cqe);
      }
      endpoint.rq.give_back(cqe.wqe_counter());
    }
  }

  std::byte* at(std::uint32_t index) const noexcept {
    return ring_ + std::size_t{index & mask_} * cqe64::size;
  }

  /// op_own of the CQE with this free-running index. Of a CQE that is ours the owner bit becomes 0,
  /// whatever lap the ring is in.
  std::uint8_t op_own_of(std::uint32_t index) const noexcept {
    const auto op_own = __atomic_load_n(
        reinterpret_cast<const std::uint8_t*>(at(index) + cqe64::size - 1), __ATOMIC_RELAXED);
    return op_own ^ static_cast<std::uint8_t>((index & cqes_) != 0);
  }

  static bool nothing_there(std::uint8_t op_own) noexcept {
    return wire::get<0, 0>(op_own) != 0 || op_own >= least(cqe_opcode::invalid);
  }

  /// The least op_own with this opcode: opcodes are compared without being taken out of it.
  static constexpr std::uint8_t least(cqe_opcode op) noexcept {
    return wire::put<7, 4>(static_cast<std::uint8_t>(op));
  }

  /// What send queues call with each entry that a CQE brings back.
  template <class OnCompletion>
  static auto hand_back_sent(cqe64 cqe, OnCompletion& on_completion) noexcept {
    return [cqe, &on_completion]<class Entry>(Entry&& entry, bool failed, bool signaled) {
      on_completion(send_completion<Entry>{cqe, failed, std::move(entry), signaled});
    };
  }

  template <class OnCompletion, class Endpoint>
  [[gnu::noinline, gnu::cold]] void fail(Endpoint& endpoint, cqe64 cqe,
                                         OnCompletion& on_completion) {
    const auto kind = cqe.opcode();
    if (kind == cqe_opcode::resp_err) return receive(endpoint, cqe, true, on_completion);
    if constexpr (requires { endpoint.tags; }) {
      if (kind == cqe_opcode::no_packet && endpoint.tags.takes(cqe)) {
        return endpoint.tags.complete(cqe, false, on_completion);
      }
      // A command queue pair sends nothing else.
      if constexpr (!requires { endpoint.sq; }) {
        if (kind == cqe_opcode::req_err) return endpoint.tags.fail(cqe, on_completion);
      }
    }
    if constexpr (requires { endpoint.sq; }) {
      if (kind == cqe_opcode::req_err) {
        return endpoint.sq.fail(cqe.wqe_counter(), hand_back_sent(cqe, on_completion));
      }
    }
    ++dropped_;
  }

  /// Inlined before the compiler looks what of a callback can stay in registers.
  template <class OnCompletion, class Endpoint>
  [[gnu::always_inline]] void receive(Endpoint& endpoint, cqe64 cqe, bool failed,
                                      OnCompletion& on_completion) {
    if constexpr (requires { endpoint.tags; }) {
      if (endpoint.tags.takes(cqe)) return endpoint.tags.complete(cqe, failed, on_completion);
    }
    if constexpr (requires { endpoint.rq; }) {
      using queue = std::remove_reference_t<decltype(endpoint.rq)>;
      on_completion(recv_completion<typename queue::entry>{cqe, failed,
                                                           endpoint.rq.retire(cqe.wqe_counter())});
    } else {
      ++dropped_;
    }
  }

  template <class Endpoint>
  static constexpr std::uint32_t kind_of() noexcept {
    std::uint32_t kind = 0;
    (void)((std::is_same_v<Endpoint, Endpoints> || (++kind, false)) || ...);
    return kind;
  }

  template <std::size_t I = 0, class Visitor>
  static void visit(const target& t, Visitor&& visitor) {
    if constexpr (I + 1 < sizeof...(Endpoints)) {
      if (t.kind != I) return visit<I + 1>(t, std::forward<Visitor>(visitor));
    }
    visitor(*static_cast<std::tuple_element_t<I, std::tuple<Endpoints...>>*>(t.endpoint));
  }

  /// The target of a QP number, if it is attached.
  const target* find(std::uint32_t qpn) const noexcept {
    const auto& first = targets_[qpn & target_mask_];
    if (first.qpn == qpn) [[likely]]
      return &first;
    return find_further(qpn);
  }
  [[gnu::noinline, gnu::cold]] const target* find_further(std::uint32_t qpn) const noexcept {
    const auto& there = targets_[place_of(qpn)];
    return there.qpn == qpn ? &there : nullptr;
  }

  /// Where the target of a QP number is, or would be. Open addressing, at most half full.
  std::size_t place_of(std::uint32_t qpn) const noexcept {
    std::size_t i = qpn & target_mask_;
    while (targets_[i].qpn != qpn && targets_[i].qpn != nobody) i = next(i);
    return i;
  }
  std::size_t next(std::size_t i) const noexcept { return (i + 1) & target_mask_; }

  void insert(const target& t) noexcept { targets_[place_of(t.qpn)] = t; }

  void rehash(std::uint32_t size) {
    auto old = std::exchange(targets_, std::vector<target>(size));
    target_mask_ = size - 1;
    for (const auto& t : old) {
      if (t.qpn != nobody) insert(t);
    }
  }

  std::byte* ring_;
  std::uint32_t cqes_;
  std::uint32_t mask_;
  std::uint32_t ci_ = 0;
  std::uint64_t dropped_ = 0;
  mmio::doorbell_record dbrec_;
  std::uint32_t target_mask_ = 15;
  std::vector<target> targets_;
  target xrc_srq_;
  std::vector<std::byte> closed_ring_ = std::vector<std::byte>(cqe64::size);  // one invalid CQE
  std::uint32_t attached_ = 0;
};

}  // namespace verbatim
