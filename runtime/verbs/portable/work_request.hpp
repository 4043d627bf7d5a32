// The requests to libibverbs, which are posted in lists.
#pragma once

#include <endian.h>
#include <infiniband/verbs.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "verbatim/generated/transport_tags/raw_packet.hpp"
#include "verbatim/generated/transport_tags/rc.hpp"
#include "verbatim/generated/transport_tags/uc.hpp"
#include "verbatim/generated/transport_tags/ud.hpp"
#include "verbatim/generated/transport_tags/xrc.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/memory/memory_window.hpp"
#include "verbatim/verbs/portable/payload.hpp"
#include "verbatim/verbs/portable/request_list.hpp"
#include "verbatim/verbs/queue_pair/address_handle.hpp"

namespace verbatim {

/// A receive: a buffer for a future message.
///
///   recv_request receives[] = {{mr.slice(0, 64), 1}, {mr.slice(64, 64), 2}};
///   auto posted = qp.post_recv(receives);
class recv_request : public verbs::native_request<ibv_recv_wr> {
 public:
  recv_request(const payload& where = {}, std::uint64_t wr_id = 0) noexcept
      : native_request(where) {
    native_.wr_id = wr_id;
  }
};

/// The destination of an XRC message: an SRQ of the peer.
struct xrc_destination {
  std::uint32_t srqn = 0;  ///< number of the SRQ, 24 bits
};

namespace verbs {

/// True if the transport has the operation, according to its spec.
template <class Transport>
inline constexpr bool has_imm = requires {
  typename Transport::send_imm;
};
template <class Transport>
inline constexpr bool has_invalidate = requires {
  typename Transport::send_inval;
};
template <class Transport>
inline constexpr bool has_write = requires {
  typename Transport::rdma_write;
};
template <class Transport>
inline constexpr bool has_read = requires {
  typename Transport::rdma_read;
};
template <class Transport>
inline constexpr bool has_atomics = requires {
  typename Transport::atomic_cs;
};
template <class Transport>
inline constexpr bool has_windows = requires {
  typename Transport::bind_mw;
};

/// True if each request has its own destination.
template <class Transport>
inline constexpr bool is_addressed = Transport::name == ud::name || Transport::name == xrc::name;

/// The destination of a request: a queue pair for a datagram, an SRQ of the peer for an XRC
/// message.
template <class Transport>
using destination_of =
    std::conditional_t<Transport::name == ud::name, ud_destination, xrc_destination>;

constexpr std::size_t bytes_of_atomic = 8;

template <window_type Type>
ibv_mw_bind_info bind_info(const verbs::window_binding<Type>& binding) noexcept {
  return {binding.region, binding.addr, binding.length, static_cast<unsigned>(binding.access)};
}

}  // namespace verbs

/// A request for one operation, on queue pairs of a transport. See verbs_qp.
///
///   using request = verbs_qp<rc>::request;
///   request::send(mr.slice(0, 64)).signal(1)
///   request::write(mr.slice(0, 64), remote.slice(0, 64)).fence()
///   verbs_qp<ud>::request::send(mr.slice(0, 64)).to(address_handle.destination(qkey)).signal(2)
///
/// Immediate data is in host order, like in completions.
template <class Transport>
class send_request : public verbs::native_request<ibv_send_wr> {
 public:
  class needs_to;

  /// The result of an operation's function: the request, or a request that still needs its
  /// destination.
  using begun = std::conditional_t<verbs::is_addressed<Transport>, needs_to, send_request>;

  /// Makes a SEND of the payload into the peer's next receive.
  static begun send(const payload& what) noexcept { return begun(send_request(IBV_WR_SEND, what)); }

  /// Makes a SEND with 32 bits of immediate data, which arrive in the peer's completion.
  static begun send_imm(const payload& what, std::uint32_t imm) noexcept {
    static_assert(verbs::has_imm<Transport>, "this transport has no immediate data");
    return begun(send_request(IBV_WR_SEND_WITH_IMM, what, htobe32(imm)));
  }

  /// Makes a SEND that makes the peer's device invalidate a key of a memory window or of a fast
  /// registration there.
  static begun send_inval(const payload& what, verbatim::rkey rkey) noexcept {
    static_assert(verbs::has_invalidate<Transport>, "this transport has no SEND that invalidates");
    return begun(send_request(IBV_WR_SEND_WITH_INV, what, rkey.value()));
  }

  /// Makes a WRITE to the first bytes of `where`.
  static begun write(const payload& what, const remote_region& where) noexcept {
    static_assert(verbs::has_write<Transport>, "this transport has no RDMA WRITE");
    return begun(send_request(IBV_WR_RDMA_WRITE, what, where));
  }

  /// Makes a WRITE that also consumes a receive of the peer, which completes with the immediate
  /// data.
  static begun write_imm(const payload& what, const remote_region& where,
                         std::uint32_t imm) noexcept {
    static_assert(verbs::has_write<Transport>, "this transport has no RDMA WRITE");
    return begun(send_request(IBV_WR_RDMA_WRITE_WITH_IMM, what, where, htobe32(imm)));
  }

  /// Makes a READ from `from` into the local buffers.
  static begun read(const payload& into, const remote_region& from) noexcept {
    static_assert(verbs::has_read<Transport>, "this transport has no RDMA READ");
    return begun(send_request(IBV_WR_RDMA_READ, into, from));
  }

  /// Compares the first 8 bytes of `at`, a word in the peer's byte order, with `compare`, and
  /// replaces them with `swap` if they are equal. Stores the previous value in the 8 bytes of
  /// `result`.
  static begun compare_swap(const memory_slice& result, const remote_region& at,
                            std::uint64_t compare, std::uint64_t swap) noexcept {
    static_assert(verbs::has_atomics<Transport>, "this transport has no atomics");
    return begun(send_request(IBV_WR_ATOMIC_CMP_AND_SWP, result, at, operands{compare, swap}));
  }

  /// Adds `add` to the first 8 bytes of `at`. Stores the previous value in the 8 bytes of `result`.
  static begun fetch_add(const memory_slice& result, const remote_region& at,
                         std::uint64_t add) noexcept {
    static_assert(verbs::has_atomics<Transport>, "this transport has no atomics");
    return begun(send_request(IBV_WR_ATOMIC_FETCH_AND_ADD, result, at, operands{add, 0}));
  }

  /// Invalidates a key of this queue pair, so that it is no longer valid for the peer.
  static send_request local_invalidate(verbatim::rkey rkey) noexcept {
    static_assert(verbs::has_windows<Transport>, "this transport has no memory windows");
    return send_request(IBV_WR_LOCAL_INV, {}, rkey.value());
  }

  /// Opens a window for the peer. See memory_window::binding().
  static send_request bind(const verbs::window_binding<window_type::type_2>& binding) noexcept {
    static_assert(verbs::has_windows<Transport>, "this transport has no memory windows");
    return send_request(binding);
  }

  /// Writes the new key into the window after the request is posted, because some providers read
  /// the window's previous key there.
  void keep_key() const noexcept {
    if (native_.opcode == IBV_WR_BIND_MW) native_.bind_mw.mw->rkey = native_.bind_mw.rkey;
  }

  /// Sets the wr_id of the request's completion. A failed request has a completion even if it is
  /// not signaled.
  send_request&& id(std::uint64_t wr_id) && noexcept {
    native_.wr_id = wr_id;
    return std::move(*this);
  }

  /// Requests a completion with this wr_id. Other requests have a completion only if they fail. If
  /// no request is signaled, the queue fills up and stays full.
  send_request&& signal(std::uint64_t wr_id) && noexcept {
    native_.send_flags |= IBV_SEND_SIGNALED;
    return std::move(*this).id(wr_id);
  }

  /// Makes the request wait for earlier READs and atomics.
  send_request&& fence() && noexcept {
    native_.send_flags |= IBV_SEND_FENCE;
    return std::move(*this);
  }

  /// Raises an event at the peer if it waits for solicited events.
  send_request&& solicited() && noexcept {
    native_.send_flags |= IBV_SEND_SOLICITED;
    return std::move(*this);
  }

 private:
  struct operands {
    std::uint64_t compare_add, swap;
  };

  /// `travels` is the value for the peer's completion: immediate data in network order, or a key.
  send_request(ibv_wr_opcode opcode, const payload& payload, std::uint32_t travels = 0) noexcept
      : native_request(payload) {
    native_.opcode = opcode;
    native_.invalidate_rkey = travels;
    if (payload.is_inline()) native_.send_flags = IBV_SEND_INLINE;
  }

  send_request(ibv_wr_opcode opcode, const payload& payload, const remote_region& where,
               std::uint32_t travels = 0) noexcept
      : send_request(opcode, payload, travels) {
    if (payload.length() > where.length()) fault_ = ERANGE;
    if (opcode == IBV_WR_RDMA_READ && payload.is_inline()) fault_ = EINVAL;
    native_.wr.rdma.remote_addr = where.addr();
    native_.wr.rdma.rkey = where.rkey().value();
  }

  send_request(ibv_wr_opcode opcode, const memory_slice& result, const remote_region& at,
               const operands& words) noexcept
      : send_request(opcode, result) {
    if (result.length() != verbs::bytes_of_atomic || at.length() < verbs::bytes_of_atomic) {
      fault_ = ERANGE;
    }
    native_.wr.atomic.remote_addr = at.addr();
    native_.wr.atomic.compare_add = words.compare_add;
    native_.wr.atomic.swap = words.swap;
    native_.wr.atomic.rkey = at.rkey().value();
  }

  explicit send_request(const verbs::window_binding<window_type::type_2>& binding) noexcept
      : send_request(IBV_WR_BIND_MW, {}) {
    native_.bind_mw.mw = binding.window;
    native_.bind_mw.rkey = binding.rkey.value();
    native_.bind_mw.bind_info = verbs::bind_info(binding);
  }
};

/// An operation that still needs its destination.
template <class Transport>
class [[nodiscard]] send_request<Transport>::needs_to {
 public:
  explicit needs_to(const send_request& what) noexcept : request_(what) {}

  /// Sets the destination.
  send_request to(const verbs::destination_of<Transport>& where) && noexcept {
    if constexpr (Transport::name == ud::name) {
      request_.native_.wr.ud = {where.ah, where.qpn, where.qkey};
    } else {
      request_.native_.qp_type.xrc.remote_srqn = where.srqn;
    }
    return request_;
  }

 private:
  send_request request_;
};

}  // namespace verbatim
