// A session of ibv_wr_*: requests are built in place, in the device's format.
#pragma once

#include <infiniband/verbs.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/memory/memory_window.hpp"
#include "verbatim/verbs/portable/verbs_qp_body.hpp"
#include "verbatim/verbs/portable/work_request.hpp"

namespace verbatim {
namespace verbs {

/// True if sessions of the transport can invalidate keys. On UC, not every provider can.
template <class Transport>
inline constexpr bool session_invalidates = has_windows<Transport>&& Transport::name != uc::name;

template <class Transport>
class session_posting;

/// A session: requests that are posted together, or not at all. Each request is built in steps, and
/// must be finished before the next one begins. Each step has its own type, so that a missing step
/// does not compile:
///
///   auto session = qp.begin();
///   session.write(remote.slice(0, 64)).sge(mr.slice(0, 64));
///   session.signal(7).send().sge(mr.slice(64, 8));
///   if (auto posted = session.complete(); !posted) …
///
/// Without complete(), nothing is posted. Then a window with a bind() in the session must be closed
/// and made again. Only one thread at a time may have a session with a queue pair, which must stay
/// open meanwhile.
template <class Transport>
class [[nodiscard]] post_session {
 public:
  class flagged;
  class needs_sge_or_sge_list;
  class needs_sge_or_sge_list_or_inline_data_or_no_data;
  template <class Next>
  class needs_to;

  /// The step after an operation: on transports where each request has its own destination, first
  /// the destination, and then `Next`.
  template <class Next>
  using begun = std::conditional_t<verbs::is_addressed<Transport>, needs_to<Next>, Next>;
  using sending = begun<needs_sge_or_sge_list_or_inline_data_or_no_data>;
  using fetching = begun<needs_sge_or_sge_list>;

  post_session(const post_session&) = delete;
  post_session& operator=(const post_session&) = delete;
  ~post_session() { abort(); }

  /// Posts all requests that were built, or none. Ends the session.
  posted_list complete() noexcept {
    if (under_way_) fail(ECANCELED);
    if (fault_ != 0) {
      const int fault = fault_;
      abort();
      return {0, fault};
    }
    end();
    const int refused = verbs::error_number(ibv_wr_complete(qp()));
    return {refused == 0 ? requests_ : 0, refused};
  }

  /// Discards all requests that were built. Ends the session.
  void abort() noexcept {
    if (!open_) return;
    end();
    ibv_wr_abort(qp());
  }

  /// These functions begin a request with an option. The options are those of send_request.
  flagged id(std::uint64_t wr_id) noexcept { return flagged(*this).id(wr_id); }
  flagged signal(std::uint64_t wr_id) noexcept { return flagged(*this).signal(wr_id); }
  flagged fence() noexcept { return flagged(*this).fence(); }
  flagged solicited() noexcept { return flagged(*this).solicited(); }

  /// Sends the data into the peer's next receive.
  sending send() noexcept { return flagged(*this).send(); }

  /// Sends the data and immediate data in host order.
  sending send_imm(std::uint32_t imm) noexcept { return flagged(*this).send_imm(imm); }

  /// Sends the data, and makes the peer's device invalidate a key there.
  sending send_inval(verbatim::rkey rkey) noexcept { return flagged(*this).send_inval(rkey); }

  /// Writes to the first bytes of `where`.
  sending write(const remote_region& where) noexcept { return flagged(*this).write(where); }

  /// Writes, and consumes a receive of the peer, which completes with the immediate data.
  sending write_imm(const remote_region& where, std::uint32_t imm) noexcept {
    return flagged(*this).write_imm(where, imm);
  }

  /// Reads from `from` into local buffers.
  fetching read(const remote_region& from) noexcept { return flagged(*this).read(from); }

  /// Compares the first 8 bytes of `at` with `compare`, and replaces them with `swap` if they are
  /// equal. Fetches the previous value.
  fetching compare_swap(const remote_region& at, std::uint64_t compare,
                        std::uint64_t swap) noexcept {
    return flagged(*this).compare_swap(at, compare, swap);
  }

  /// Adds `add` to the first 8 bytes of `at`. Fetches the previous value.
  fetching fetch_add(const remote_region& at, std::uint64_t add) noexcept {
    return flagged(*this).fetch_add(at, add);
  }

  /// Invalidates a key of this queue pair, so that it is no longer valid for the peer.
  void local_invalidate(verbatim::rkey rkey) noexcept { flagged(*this).local_invalidate(rkey); }

  /// Opens a window for the peer. See memory_window::binding().
  void bind(const verbs::window_binding<window_type::type_2>& binding) noexcept {
    flagged(*this).bind(binding);
  }

 private:
  friend verbs::session_posting<Transport>;

  /// `fault` is 0, or the errno if no session could begin.
  post_session(verbs::verbs_qp_body& body, int fault) noexcept
      : body_(body), fault_(fault), open_(fault == 0) {}

  ibv_qp_ex* qp() const noexcept { return body_.extended(); }
  const verbs::request_limits& limits() const noexcept { return body_.send_limits(); }

  /// Begins a request. Returns false if the session has ended or failed.
  bool begin() noexcept {
    if (under_way_) fail(ECANCELED);
    under_way_ = true;
    ++requests_;
    return is_good();
  }
  bool is_good() const noexcept { return fault_ == 0; }
  void finish() noexcept { under_way_ = false; }

  /// Records an error, after which nothing is posted. The first error is kept.
  void fail(int error_number) noexcept {
    if (fault_ == 0) fault_ = error_number;
  }

  /// Ends the session: later requests are refused.
  void end() noexcept {
    open_ = under_way_ = body_.in_session = false;
    fail(EBADF);
  }

  verbs::verbs_qp_body& body_;
  std::uint32_t requests_ = 0;
  int fault_;
  bool open_;
  bool under_way_ = false;
};

/// A request with its options, which still needs its operation.
template <class Transport>
class [[nodiscard]] post_session<Transport>::flagged {
 public:
  explicit flagged(post_session& session) noexcept : session_(session) {}

  /// Sets the wr_id of the request's completion.
  flagged id(std::uint64_t wr_id) && noexcept {
    wr_id_ = wr_id;
    return *this;
  }

  /// Requests a completion with this wr_id.
  flagged signal(std::uint64_t wr_id) && noexcept {
    flags_ |= IBV_SEND_SIGNALED;
    return std::move(*this).id(wr_id);
  }

  /// Makes the request wait for earlier READs and atomics.
  flagged fence() && noexcept {
    flags_ |= IBV_SEND_FENCE;
    return *this;
  }

  /// Raises an event at the peer if it waits for solicited events.
  flagged solicited() && noexcept {
    flags_ |= IBV_SEND_SOLICITED;
    return *this;
  }

  sending send() && noexcept {
    if (ready()) ibv_wr_send(qp());
    return sending(session_);
  }
  sending send_imm(std::uint32_t imm) && noexcept {
    static_assert(verbs::has_imm<Transport>, "this transport has no immediate data");
    if (ready()) ibv_wr_send_imm(qp(), htobe32(imm));
    return sending(session_);
  }
  sending send_inval(verbatim::rkey rkey) && noexcept {
    static_assert(verbs::has_invalidate<Transport>, "this transport has no SEND that invalidates");
    if (ready()) ibv_wr_send_inv(qp(), rkey.value());
    return sending(session_);
  }
  sending write(const remote_region& where) && noexcept {
    static_assert(verbs::has_write<Transport>, "this transport has no RDMA WRITE");
    if (ready()) ibv_wr_rdma_write(qp(), where.rkey().value(), where.addr());
    return sending(session_, where.length());
  }
  sending write_imm(const remote_region& where, std::uint32_t imm) && noexcept {
    static_assert(verbs::has_write<Transport>, "this transport has no RDMA WRITE");
    if (ready()) ibv_wr_rdma_write_imm(qp(), where.rkey().value(), where.addr(), htobe32(imm));
    return sending(session_, where.length());
  }
  fetching read(const remote_region& from) && noexcept {
    static_assert(verbs::has_read<Transport>, "this transport has no RDMA READ");
    if (ready()) ibv_wr_rdma_read(qp(), from.rkey().value(), from.addr());
    return fetching(session_, from.length());
  }
  fetching compare_swap(const remote_region& at, std::uint64_t compare,
                        std::uint64_t swap) && noexcept {
    static_assert(verbs::has_atomics<Transport>, "this transport has no atomics");
    if (ready()) ibv_wr_atomic_cmp_swp(qp(), at.rkey().value(), at.addr(), compare, swap);
    return fetching(session_, at.length(), verbs::bytes_of_atomic);
  }
  fetching fetch_add(const remote_region& at, std::uint64_t add) && noexcept {
    static_assert(verbs::has_atomics<Transport>, "this transport has no atomics");
    if (ready()) ibv_wr_atomic_fetch_add(qp(), at.rkey().value(), at.addr(), add);
    return fetching(session_, at.length(), verbs::bytes_of_atomic);
  }
  void local_invalidate(verbatim::rkey rkey) && noexcept {
    static_assert(verbs::session_invalidates<Transport>,
                  "not every device's library has this on UC: post it in lists");
    if (ready()) ibv_wr_local_inv(qp(), rkey.value());
    session_.finish();
  }
  void bind(const verbs::window_binding<window_type::type_2>& binding) && noexcept {
    static_assert(verbs::has_windows<Transport>, "this transport has no memory windows");
    const auto info = verbs::bind_info(binding);
    if (ready()) {
      ibv_wr_bind_mw(qp(), binding.window, binding.rkey.value(), &info);
      binding.window->rkey = binding.rkey.value();  // like send_request::keep_key()
    }
    session_.finish();
  }

 private:
  ibv_qp_ex* qp() const noexcept { return session_.qp(); }

  bool ready() const noexcept {
    if (!session_.begin()) return false;
    qp()->wr_id = wr_id_;
    qp()->wr_flags = flags_;
    return true;
  }

  post_session& session_;
  std::uint64_t wr_id_ = 0;
  unsigned flags_ = 0;
};

/// A READ or an atomic that still needs buffers for the data that it fetches.
template <class Transport>
class [[nodiscard]] post_session<Transport>::needs_sge_or_sge_list {
 public:
  explicit needs_sge_or_sge_list(post_session& session, std::uint64_t most = verbs::max_message,
                                 std::uint64_t exactly = 0) noexcept
      : session_(session), most_(most), exactly_(exactly) {}

  /// Uses one slice.
  void sge(const memory_slice& slice) && noexcept {
    if (fits(slice)) {
      ibv_wr_set_sge(session_.qp(), slice.lkey().value(), slice.addr(), slice.length());
    }
    session_.finish();
  }

  /// Uses the slices one after the other. They need not outlive the call.
  void sge_list(std::span<const memory_slice> slices) && noexcept {
    if (fits(slices)) {
      ibv_wr_set_sge_list(session_.qp(), slices.size(),
                          reinterpret_cast<const ibv_sge*>(slices.data()));
    }
    session_.finish();
  }

 protected:
  bool fits(std::uint64_t bytes, std::size_t slices) const noexcept {
    if (bytes > most_ || (exactly_ != 0 && bytes != exactly_)) session_.fail(ERANGE);
    if (slices > session_.limits().max_sge) session_.fail(E2BIG);
    return session_.is_good();
  }
  bool fits(const payload& slices) const noexcept {
    if (slices.too_long()) session_.fail(EMSGSIZE);
    return fits(slices.length(), slices.slices().size());
  }

  post_session& session_;

 private:
  std::uint64_t most_;
  std::uint64_t exactly_;
};

/// An operation that still needs the data to send.
template <class Transport>
class [[nodiscard]] post_session<Transport>::needs_sge_or_sge_list_or_inline_data_or_no_data
    : public needs_sge_or_sge_list {
 public:
  using needs_sge_or_sge_list::needs_sge_or_sge_list;

  /// Copies the bytes now. They need not be registered.
  void inline_data(std::span<const std::byte> bytes) && noexcept {
    if (bytes.size() > this->session_.limits().max_inline_data) this->session_.fail(EMSGSIZE);
    if (this->fits(bytes.size(), 1)) {
      ibv_wr_set_inline_data(this->session_.qp(), const_cast<std::byte*>(bytes.data()),
                             bytes.size());
    }
    this->session_.finish();
  }

  /// Sends no data.
  void no_data() && noexcept {
    if (this->fits(0, 0)) ibv_wr_set_sge_list(this->session_.qp(), 0, nullptr);
    this->session_.finish();
  }
};

/// An operation that still needs its destination.
template <class Transport>
template <class Next>
class [[nodiscard]] post_session<Transport>::needs_to {
 public:
  template <class... Limits>
  explicit needs_to(post_session& session, Limits... limits) noexcept
      : session_(session), next_(session, limits...) {}

  /// Sets the destination.
  Next to(const verbs::destination_of<Transport>& where) && noexcept {
    if (session_.is_good()) {
      if constexpr (Transport::name == ud::name) {
        ibv_wr_set_ud_addr(session_.qp(), where.ah, where.qpn, where.qkey);
      } else {
        ibv_wr_set_xrc_srqn(session_.qp(), where.srqn);
      }
    }
    return next_;
  }

 private:
  post_session& session_;
  Next next_;
};

}  // namespace verbs
}  // namespace verbatim
