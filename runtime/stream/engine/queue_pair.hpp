// A queue pair whose operations are awaited.
#pragma once

#include <cassert>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <utility>

#include "verbatim/generated/transport_tags/rc.hpp"
#include "verbatim/stream/base/coroutine.hpp"
#include "verbatim/stream/base/operations.hpp"
#include "verbatim/stream/base/piece.hpp"
#include "verbatim/stream/base/result.hpp"
#include "verbatim/stream/engine/engine.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/base/waiting.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/memory/memory_window.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim::stream {

/// An operation that has not begun. Awaiting it posts it, and the coroutine resumes with its
/// result. It can be awaited once. It allocates nothing.
template <class Engine, class Post>
class [[nodiscard("an operation begins when it is awaited")]] operation {
 public:
  operation(Engine & engine, detail::engine_end & end, piece && what, bool is_receive,
            Post post) noexcept
      : engine_(engine),
        end_(end),
        piece_(std::move(what)),
        post_(std::move(post)),
        is_receive_(is_receive) {}
  /// Moves an operation that has not begun.
  operation(operation && other) noexcept
      : engine_(other.engine_),
        end_(other.end_),
        piece_(std::move(other.piece_)),
        post_(std::move(other.post_)),
        cancellation_(other.cancellation_),
        is_receive_(other.is_receive_) {
    assert(!other.ticket_ && "an operation that is under way stays where it is");
  }
  operation& operator=(const operation&) = delete;

  /// Abandons the operation, which continues without a waiting coroutine. It keeps its leased
  /// buffer.
  ~operation() {
    if (ticket_) engine_.operations().abandon(ticket_);
  }

  /// Attaches `by`, which can then cancel the operation.
  operation cancel_by(cancellation & by)&& noexcept {
    cancellation_ = &by;
    return std::move(*this);
  }

  /// Posts the operation, which may be awaited later. Returns false if it was refused; then the
  /// result is available at once. Call it once, and leave the operation in its place afterwards.
  bool begin() noexcept {
    is_begun_ = true;
    refused_.buffer = {};
    if (engine_.failed()) return refuse(outcome::device_failed, 0);
    if (piece_.is_missing()) return refuse(outcome::not_posted, ENOBUFS);
    auto& table = engine_.operations();
    ticket_ = table.begin(end_, is_receive_, piece_.lease());
    if (!ticket_) return refuse(outcome::no_slot, 0);
    if (const int why = post_(piece_.slice(), ticket_); why != 0) [[unlikely]] {
      piece_.lease() = table.take_back(std::exchange(ticket_, {}));
      return refuse(outcome::not_posted, why);
    }
    if (cancellation_ != nullptr) cancellation_->name(table, ticket_);
    return true;
  }

  /// Returns true if await_resume() has a result.
  bool is_done() const noexcept { return !ticket_ || engine_.operations().is_done(ticket_); }

  bool await_ready() noexcept { return is_begun_ ? is_done() : !begin(); }
  void await_suspend(std::coroutine_handle<> waiter) noexcept { wait(waiter); }
  void wait(detail::continuation next) noexcept { engine_.operations().wait(ticket_, next); }
  result await_resume() noexcept {
    if (!ticket_) return std::move(refused_);
    return engine_.operations().take(std::exchange(ticket_, {}));
  }

 private:
  bool refuse(outcome how, int error_number) noexcept {
    refused_.how = how;
    refused_.error_number = error_number;
    refused_.buffer = std::move(piece_.lease());
    return false;
  }

  Engine& engine_;
  detail::engine_end& end_;
  piece piece_;
  Post post_;
  cancellation* cancellation_ = nullptr;
  detail::ticket ticket_;
  bool is_receive_;
  bool is_begun_ = false;
  result refused_;
};

namespace detail {

/// The operations of a queue pair to a peer, which each of its WQEs names.
template <class QueuePair, class Peer>
class operations_to {
 public:
  operations_to(QueuePair& from, const Peer& peer) : on_(from), to_(peer) {}

  // The functions of queue_pair with these names say what each does.

  auto send(piece from, send_options how = {}) noexcept {
    return on_.sending_to(std::move(from), how, to_);
  }
  auto write(piece from, const remote_region& at, send_options how = {}) noexcept {
    return on_.writing_to(std::move(from), at, how, to_);
  }
  auto read(piece into, const remote_region& from) noexcept {
    return on_.reading_from(std::move(into), from, to_);
  }
  auto compare_swap(piece old, const remote_region& at, std::uint64_t compare,
                    std::uint64_t swap) noexcept {
    return on_.swapping_at(std::move(old), at, compare, swap, to_);
  }
  auto fetch_add(piece old, const remote_region& at, std::uint64_t add) noexcept {
    return on_.adding_at(std::move(old), at, add, to_);
  }

 private:
  QueuePair& on_;
  Peer to_;
};

}  // namespace detail

/// A queue pair whose operations are awaited one by one, on an engine. Connect it through native(),
/// like any queue pair.
///
///   queue_pair pair(engine, domain);
///   pair.native().connect(peer);
///   auto sent = co_await pair.send(mr.slice(0, 64));
///   auto got = co_await pair.recv(pool.take());
///   auto fetched = co_await pair.fetch_add(mr.slice(64, 8), remote.slice(0, 8), 1);
///
/// A queue pair of another transport has its operations: those of UC are send(), recv() and write().
/// The WQEs of UD and DC name their peer: see to(). An operation that the transport lacks does not compile.
///
/// Each operation is signaled. Failures are reported in the result, and nothing is thrown except by
/// or_throw(). The destructor moves the queue pair to ERROR and waits at most one second for the
/// outstanding operations. Later ones end with the queue pair.
template <class Engine, class Transport = rc>
class queue_pair final : public detail::engine_end {
  using end_type = typename Engine::source_type::template end<Transport>;

 public:
  using attributes = typename Engine::source_type::qp_attributes_type;

  queue_pair(Engine& engine, const verbs::qp_domain& domain, const attributes& how = {})
      : engine_(engine), side_(engine.source().template make<Transport>(domain, how)) {
    engine_.add(*this);
  }
  queue_pair(const queue_pair&) = delete;
  queue_pair& operator=(const queue_pair&) = delete;
  ~queue_pair() { close(); }

  /// Returns the queue pair, for connecting and for queries. Do not post to it.
  auto& native() noexcept { return side_.qp; }

  Engine& engine() noexcept { return engine_; }

  /// Sends the piece into the peer's next receive.
  auto send(piece from, send_options how = {}) noexcept { return sending_to(std::move(from), how); }

  /// Returns the operations to a peer: a datagram_destination on UD, or the av_dc_seg of a DCT on DC,
  /// which address_handle::dc() makes. On a verbs_engine, a copy of the destination has to live until
  /// the operation has completed.
  ///
  ///   co_await pair.to(whom).send(mr.slice(0, 64));
  template <class Peer>
  auto to(const Peer& peer) {
    return detail::operations_to<queue_pair, Peer>(*this, peer);
  }

  /// Receives the next message of the peer into the piece.
  auto recv(piece into) noexcept {
    auto post = [this](const memory_slice& slice, detail::ticket whose) {
      return side_.recv(slice, whose);
    };
    return operation<Engine, decltype(post)>(engine_, *this, std::move(into), true, post);
  }

  /// Writes the piece to the first bytes of `to`. With immediate data, it consumes a receive of the
  /// peer.
  auto write(piece from, const remote_region& to, send_options how = {}) noexcept {
    return writing_to(std::move(from), to, how);
  }

  /// Reads the first bytes of `from` into the piece.
  auto read(piece into, const remote_region& from) noexcept {
    return reading_from(std::move(into), from);
  }

  /// Compares the 8 bytes of `at`, a word in the peer's byte order, with `compare`, and replaces
  /// them with `swap` if they are equal. The 8 bytes of `old` receive the previous value.
  auto compare_swap(piece old, const remote_region& at, std::uint64_t compare,
                    std::uint64_t swap) noexcept {
    return swapping_at(std::move(old), at, compare, swap);
  }

  /// Adds `add` to the 8 bytes of `at`, a word in the peer's byte order. The 8 bytes of `old`
  /// receive the previous value.
  auto fetch_add(piece old, const remote_region& at, std::uint64_t add) noexcept {
    return adding_at(std::move(old), at, add);
  }

  /// Opens a memory window for the peer. See memory_window::binding().
  auto bind(const verbs::window_binding<window_type::type_2>& binding) noexcept {
    return sending({}, [this, binding](const memory_slice&, detail::ticket whose) {
      return side_.post_bind(binding, whose);
    });
  }

  /// Makes a key of this queue pair's windows invalid for the peer.
  auto invalidate(verbatim::rkey rkey) noexcept {
    return sending({}, [this, rkey](const memory_slice&, detail::ticket whose) {
      return side_.post_invalidate(rkey, whose);
    });
  }

  /// Closes the queue pair: moves it to ERROR, waits for the outstanding operations up to the
  /// limit, and ends those that are left. Returns true if all of them completed.
  bool close(verbs::wait_limit limit = std::chrono::seconds(1)) noexcept {
    if (!side_.qp.is_open()) return true;
    bool is_drained = false;
    try {
      is_drained = engine_.failed() || drain(limit);
    } catch (const error&) {  // the device has failed meanwhile: no operation will complete
    }
    engine_.source().forget(side_);
    side_.qp.close();
    engine_.operations().lose(*this, engine_.failed() ? outcome::device_failed : outcome::failed);
    engine_.remove(*this);
    return is_drained;
  }

  void give_up() override {
    if (side_.qp.state() != qp_state::error) side_.qp.to_error();
  }
  void fail() override { side_.fail(); }
  void lose_queue() override { side_.qp.reset(); }
  std::uint32_t qpn() const noexcept override { return side_.qp.qpn(); }

 private:
  bool drain(verbs::wait_limit limit) {
    if constexpr (end_type::can_drain) {
      return engine_.source().drain(side_, engine_.sink(), limit);
    } else {
      const auto until = verbs::deadline_after(limit);
      give_up();
      while (engine_.operations().has(*this)) {
        if (engine_.source().poll(engine_.sink(), 64) == 0 && !verbs::pause(until)) return false;
      }
      return true;
    }
  }

  template <class, class>
  friend class detail::operations_to;

  // These functions take the peer last, if the WQEs of the transport name it.

  template <class... Peer>
  auto sending_to(piece&& from, const send_options& how, const Peer&... to) noexcept {
    return sending(std::move(from),
                   [this, how, to...](const memory_slice& slice, detail::ticket whose) {
                     return side_.post_send(slice, how, whose, to...);
                   });
  }
  template <class... Peer>
  auto writing_to(piece&& from, const remote_region& at, const send_options& how,
                  const Peer&... to) noexcept {
    return sending(std::move(from),
                   [this, at, how, to...](const memory_slice& slice, detail::ticket whose) {
                     return side_.post_write(slice, at, how, whose, to...);
                   });
  }
  template <class... Peer>
  auto reading_from(piece&& into, const remote_region& from, const Peer&... to) noexcept {
    return sending(std::move(into),
                   [this, from, to...](const memory_slice& slice, detail::ticket whose) {
                     return side_.post_read(slice, from, whose, to...);
                   });
  }
  template <class... Peer>
  auto swapping_at(piece&& old, const remote_region& at, std::uint64_t compare, std::uint64_t swap,
                   const Peer&... to) noexcept {
    return sending(std::move(old), [this, at, compare, swap, to...](const memory_slice& slice,
                                                                    detail::ticket whose) {
      return side_.post_compare_swap(slice, at, compare, swap, whose, to...);
    });
  }
  template <class... Peer>
  auto adding_at(piece&& old, const remote_region& at, std::uint64_t add,
                 const Peer&... to) noexcept {
    return sending(std::move(old),
                   [this, at, add, to...](const memory_slice& slice, detail::ticket whose) {
                     return side_.post_fetch_add(slice, at, add, whose, to...);
                   });
  }

  template <class Post>
  auto sending(piece&& what, Post post) noexcept {
    auto and_tell = [this, post](const memory_slice& slice, detail::ticket whose) noexcept {
      const int why = post(slice, whose);
      if (why == 0) engine_.source().posted(side_);
      return why;
    };
    return operation<Engine, decltype(and_tell)>(engine_, *this, std::move(what), false, and_tell);
  }

  Engine& engine_;
  end_type side_;
};

}  // namespace verbatim::stream
