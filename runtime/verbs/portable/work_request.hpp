// The requests that verbs execute, which are posted in lists.
#pragma once

#include <endian.h>
#include <infiniband/verbs.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "verbatim/generated/transport_tags/raw_packet.hpp"
#include "verbatim/generated/transport_tags/rc.hpp"
#include "verbatim/generated/transport_tags/uc.hpp"
#include "verbatim/generated/transport_tags/ud.hpp"
#include "verbatim/generated/transport_tags/xrc.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/memory/memory_window.hpp"
#include "verbatim/verbs/queue_pair/address_handle.hpp"

namespace verbatim {

/// The result of posting a list: how far it got.
struct [[nodiscard("look how many requests were posted")]] posted_list {
  std::uint32_t accepted = 0;  ///< requests that are posted, from the first on; the others are not
  int error_number = 0;        ///< the errno for which the next one was refused; 0 if none was

  /// Returns true if all requests are posted.
  constexpr bool ok() const noexcept { return error_number == 0; }
  constexpr explicit operator bool() const noexcept { return ok(); }

  /// Returns the reason in words, with the remedy.
  std::string_view message() const noexcept;

  bool operator==(const posted_list&) const = default;
};

/// Returns text such as `3 posted`, or `3 posted, and then: the queue is full: …`.
std::string to_string(const posted_list& posted);
inline std::ostream& operator<<(std::ostream& out, const posted_list& posted) {
  return out << to_string(posted);
}

/// The data that a request sends, or the buffers that receive what it fetches.
class payload {
 public:
  /// Makes a payload of no bytes.
  constexpr payload() noexcept = default;
  constexpr payload(const memory_slice& slice) noexcept
      : one_(slice),
        length_(slice.length()),
        count_(1),
        too_long_(slice.length() > verbs::max_sge_length) {}

  /// Takes the slices one after the other, from a std::array, std::vector or std::span that
  /// outlives the call that posts.
  template <class Slices, class = std::enable_if_t<
                              std::is_convertible_v<const Slices&, std::span<const memory_slice>>>>
  constexpr payload(const Slices& slices) noexcept {
    const std::span<const memory_slice> all(slices);
    list_ = all.data();
    count_ = static_cast<std::uint32_t>(all.size());
    for (const auto& slice : all) {
      length_ += slice.length();
      too_long_ |= slice.length() > verbs::max_sge_length;
    }
  }

  /// Returns a payload that is copied when it is posted. It need not be registered, and is at most
  /// max_inline_data() long.
  static payload inline_data(std::span<const std::byte> bytes) noexcept {
    payload copied(memory_slice(reinterpret_cast<std::uintptr_t>(bytes.data()),
                                static_cast<std::uint32_t>(bytes.size()), 0));
    copied.length_ = bytes.size();
    copied.is_inline_ = true;
    return copied;
  }

  /// Returns the slices. Inline data is one slice with the lkey 0.
  constexpr std::span<const memory_slice> slices() const noexcept {
    return {list_ != nullptr ? list_ : &one_, count_};
  }

  /// True if the bytes are copied into the WQE.
  constexpr bool is_inline() const noexcept { return is_inline_; }

  /// Returns the length in bytes.
  constexpr std::uint64_t length() const noexcept { return length_; }

  /// True if one of the slices is longer than an SGE can be.
  constexpr bool too_long() const noexcept { return too_long_; }

 private:
  memory_slice one_{};
  const memory_slice* list_ = nullptr;
  std::uint64_t length_ = 0;
  std::uint32_t count_ = 0;
  bool is_inline_ = false;
  bool too_long_ = false;
};

namespace verbs {

/// The limits of a request.
struct request_limits {
  std::uint32_t max_sge = 0;          ///< slices
  std::uint32_t max_inline_data = 0;  ///< in bytes
};

// Requests are cleared and copied in moves. By itself GCC 12 makes rep stos and rep movs of
// structures of their size, which takes longer than posting. Copies are of 8 bytes, as longer loads
// wait for the stores before them.
template <class T, std::size_t Bytes>
using moves_of = std::make_index_sequence<sizeof(T) / Bytes>;
template <std::size_t... I>
void clear(std::byte* to, std::index_sequence<I...>) noexcept {
  (std::memset(to + 16 * I, 0, 16), ...);
}
template <std::size_t... I>
void copy(std::byte* to, const std::byte* from, std::index_sequence<I...>) noexcept {
  (std::memcpy(to + 8 * I, from + 8 * I, 8), ...);
}

/// A native request, which is the first member, and the payload that it points to.
template <class Native>
class native_request {
 public:
  native_request(const native_request& other) noexcept { assign(other); }
  native_request& operator=(const native_request& other) noexcept {
    assign(other);
    return *this;
  }

  /// Returns 0, or the errno for which it is not posted.
  int fault(const request_limits& limits) const noexcept {
    if (fault_ != 0) return fault_;
    if (payload_.slices().size() > limits.max_sge) return E2BIG;
    if (payload_.is_inline() && payload_.length() > limits.max_inline_data) return EMSGSIZE;
    if (payload_.too_long()) return EMSGSIZE;
    return 0;
  }

  /// Checks it like fault(), and links it to `next`. Afterwards it must not move until it is
  /// posted.
  int prepare(const request_limits& limits, Native* next) noexcept {
    static_assert(std::is_standard_layout_v<memory_slice> &&
                  sizeof(memory_slice) == sizeof(ibv_sge));
    if (const int fault = this->fault(limits); fault != 0) return fault;
    const auto slices = payload_.slices();
    native_.next = next;
    native_.num_sge = static_cast<int>(slices.size());
    native_.sg_list = const_cast<ibv_sge*>(
        reinterpret_cast<const ibv_sge*>(slices.data()));  // verbs only read it
    return 0;
  }

  /// Returns the request for verbs.
  Native* native() noexcept { return &native_; }

  /// Returns the payload that it was made with.
  const verbatim::payload& data() const noexcept { return payload_; }

 protected:
  explicit native_request(const payload& payload) noexcept : payload_(payload), fault_(0) {
    static_assert(sizeof(Native) % 16 == 0);
    clear(reinterpret_cast<std::byte*>(&native_), moves_of<Native, 16>());
  }

  Native native_;
  verbatim::payload payload_;
  int fault_;

 private:
  void assign(const native_request& other) noexcept {
    static_assert(sizeof(native_request) % 8 == 0);
    verbs::copy(reinterpret_cast<std::byte*>(this), reinterpret_cast<const std::byte*>(&other),
                moves_of<native_request, 8>());
  }
};

/// Posts the requests before the first one with a fault, by `post(first, &bad)`.
template <class Request, class Post>
posted_list post_list(std::span<Request> list, const request_limits& limits, Post&& post) noexcept {
  using native = std::remove_pointer_t<decltype(std::declval<Request>().native())>;
  static_assert(std::is_standard_layout_v<Request>);
  int fault = 0;
  std::uint32_t good = 0;
  for (; good < list.size(); ++good) {
    auto* const next = good + 1 < list.size() ? list[good + 1].native() : nullptr;
    fault = list[good].prepare(limits, next);
    if (fault != 0) break;
  }
  if (good == 0) return {0, fault};
  list[good - 1].native()->next = nullptr;
  native* bad = nullptr;
  const int returned = post(list[0].native(), &bad);
  if (returned == 0) [[likely]]
    return {good, fault};
  std::uint32_t accepted = 0;
  while (bad != nullptr && accepted < good && list[accepted].native() != bad) ++accepted;
  return {accepted, error_number(returned)};
}

}  // namespace verbs

/// A buffer for a message to come.
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

/// True if each request names its destination.
template <class Transport>
inline constexpr bool is_addressed = Transport::name == ud::name || Transport::name == xrc::name;

/// The destination of a request: a queue pair for a datagram, and an SRQ of the peer for an XRC
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
/// Immediate data is in host order, as completions give it back.
template <class Transport>
class send_request : public verbs::native_request<ibv_send_wr> {
 public:
  class needs_destination;

  /// The result of an operation's function: the request or, where each names its destination, one
  /// that still needs it.
  using begun = std::conditional_t<verbs::is_addressed<Transport>, needs_destination, send_request>;

  /// Makes a SEND of the payload into the peer's next receive.
  static begun send(const payload& what) noexcept { return begun(send_request(IBV_WR_SEND, what)); }

  /// Makes a SEND with 32 bits of immediate data, which arrive in the peer's completion.
  static begun send_imm(const payload& what, std::uint32_t imm) noexcept {
    static_assert(verbs::has_imm<Transport>, "this transport has no immediate data");
    return begun(send_request(IBV_WR_SEND_WITH_IMM, what, htobe32(imm)));
  }

  /// Sends, and has the peer's device invalidate a key of a memory window or of a fast registration
  /// there.
  static begun send_inval(const payload& what, std::uint32_t rkey) noexcept {
    static_assert(verbs::has_invalidate<Transport>, "this transport has no SEND that invalidates");
    return begun(send_request(IBV_WR_SEND_WITH_INV, what, rkey));
  }

  /// Writes from here to `where`, of which it overwrites the first bytes.
  static begun write(const payload& what, const remote_region& where) noexcept {
    static_assert(verbs::has_write<Transport>, "this transport has no RDMA WRITE");
    return begun(send_request(IBV_WR_RDMA_WRITE, what, where));
  }

  /// Does the same as write(), and takes a receive of the peer, which completes with the immediate
  /// data.
  static begun write_imm(const payload& what, const remote_region& where,
                         std::uint32_t imm) noexcept {
    static_assert(verbs::has_write<Transport>, "this transport has no RDMA WRITE");
    return begun(send_request(IBV_WR_RDMA_WRITE_WITH_IMM, what, where, htobe32(imm)));
  }

  /// Reads from `from` into the local buffers.
  static begun read(const payload& into, const remote_region& from) noexcept {
    static_assert(verbs::has_read<Transport>, "this transport has no RDMA READ");
    return begun(send_request(IBV_WR_RDMA_READ, into, from));
  }

  /// Compares the first 8 bytes of `at`, a word in the peer's byte order, with `compare`, and puts
  /// `swap` there if they are equal. Puts what they were into the 8 bytes of `result`.
  static begun compare_swap(const memory_slice& result, const remote_region& at,
                            std::uint64_t compare, std::uint64_t swap) noexcept {
    static_assert(verbs::has_atomics<Transport>, "this transport has no atomics");
    return begun(send_request(IBV_WR_ATOMIC_CMP_AND_SWP, result, at, operands{compare, swap}));
  }

  /// Adds `add` to the first 8 bytes of `at`, and puts what they were into the 8 bytes of `result`.
  static begun fetch_add(const memory_slice& result, const remote_region& at,
                         std::uint64_t add) noexcept {
    static_assert(verbs::has_atomics<Transport>, "this transport has no atomics");
    return begun(send_request(IBV_WR_ATOMIC_FETCH_AND_ADD, result, at, operands{add, 0}));
  }

  /// Invalidates a key of this end's queue pair: it is no longer valid for the peer.
  static send_request local_invalidate(std::uint32_t rkey) noexcept {
    static_assert(verbs::has_windows<Transport>, "this transport has no memory windows");
    return send_request(IBV_WR_LOCAL_INV, {}, rkey);
  }

  /// Opens a window for the peer. See memory_window::binding().
  static send_request bind(const verbs::window_binding<window_type::type_2>& binding) noexcept {
    static_assert(verbs::has_windows<Transport>, "this transport has no memory windows");
    return send_request(binding);
  }

  /// Writes the new key into the window, once the request is posted: some libraries ask the window
  /// for its previous key.
  void keep_key() const noexcept {
    if (native_.opcode == IBV_WR_BIND_MW) native_.bind_mw.mw->rkey = native_.bind_mw.rkey;
  }

  /// Sets the wr_id that its completion carries. A request completes too if it fails.
  send_request&& id(std::uint64_t wr_id) && noexcept {
    native_.wr_id = wr_id;
    return std::move(*this);
  }

  /// Asks for a completion. Other requests complete only if they fail. A queue none of whose
  /// requests is signaled stays full.
  send_request&& signal(std::uint64_t wr_id) && noexcept {
    native_.send_flags |= IBV_SEND_SIGNALED;
    return std::move(*this).id(wr_id);
  }

  /// Makes it begin only when the READs and atomics before it are done.
  send_request&& fence() && noexcept {
    native_.send_flags |= IBV_SEND_FENCE;
    return std::move(*this);
  }

  /// Raises an event at the peer, if it waits for solicited ones.
  send_request&& solicited() && noexcept {
    native_.send_flags |= IBV_SEND_SOLICITED;
    return std::move(*this);
  }

 private:
  struct operands {
    std::uint64_t compare_add, swap;
  };

  /// `travels` is the value that the peer's completion gets: immediate data in network order, or a
  /// key.
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
    native_.wr.rdma.rkey = where.rkey();
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
    native_.wr.atomic.rkey = at.rkey();
  }

  explicit send_request(const verbs::window_binding<window_type::type_2>& binding) noexcept
      : send_request(IBV_WR_BIND_MW, {}) {
    native_.bind_mw.mw = binding.window;
    native_.bind_mw.rkey = binding.rkey;
    native_.bind_mw.bind_info = verbs::bind_info(binding);
  }
};

/// An operation that still needs its destination.
template <class Transport>
class [[nodiscard]] send_request<Transport>::needs_destination {
 public:
  explicit needs_destination(const send_request& request) noexcept : request_(request) {}

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
