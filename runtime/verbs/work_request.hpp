// What one asks verbs to do: requests that are posted in lists.
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

#include "verbatim/generated/transports/raw_packet.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/uc.hpp"
#include "verbatim/generated/transports/ud.hpp"
#include "verbatim/generated/transports/xrc.hpp"
#include "verbatim/verbs/address_handle.hpp"
#include "verbatim/verbs/error.hpp"
#include "verbatim/verbs/memory_slice.hpp"
#include "verbatim/verbs/memory_window.hpp"

namespace verbatim {

/// How far a list got.
struct [[nodiscard("look how many requests were posted")]] posted_list {
  std::uint32_t accepted = 0;  ///< so many, from the first on, are posted, and the others are not
  int error_number = 0;        ///< the errno for which the next one was refused; 0 if none was

  constexpr bool ok() const noexcept { return error_number == 0; }
  constexpr explicit operator bool() const noexcept { return ok(); }

  /// Why, in words, with the remedy.
  std::string_view message() const noexcept;

  bool operator==(const posted_list&) const = default;
};

/// `3 posted`, `3 posted, and then: the queue is full: …`
std::string to_string(const posted_list& posted);
inline std::ostream& operator<<(std::ostream& out, const posted_list& posted) {
  return out << to_string(posted);
}

/// What a request sends, or where what it fetches goes.
class payload {
 public:
  /// No bytes.
  constexpr payload() noexcept = default;
  constexpr payload(const memory_slice& slice) noexcept
      : one_(slice), length_(slice.length()), count_(1) {}

  /// One after the other: a std::array, std::vector or std::span of slices, which outlives the call that posts.
  template <class Slices, class = std::enable_if_t<
                              std::is_convertible_v<const Slices&, std::span<const memory_slice>>>>
  constexpr payload(const Slices& slices) noexcept {
    const std::span<const memory_slice> all(slices);
    list_ = all.data();
    count_ = static_cast<std::uint32_t>(all.size());
    for (const auto& slice : all) length_ += slice.length();
  }

  /// Copied when it is posted; it need not be registered, and is at most max_inline_data() long.
  static payload inline_data(std::span<const std::byte> bytes) noexcept {
    payload copied(memory_slice(reinterpret_cast<std::uintptr_t>(bytes.data()),
                                static_cast<std::uint32_t>(bytes.size()), 0));
    copied.is_inline_ = true;
    return copied;
  }

  constexpr std::span<const memory_slice> slices() const noexcept {
    return {list_ != nullptr ? list_ : &one_, count_};
  }
  constexpr bool is_inline() const noexcept { return is_inline_; }

  /// In bytes.
  constexpr std::uint64_t length() const noexcept { return length_; }

 private:
  memory_slice one_{};
  const memory_slice* list_ = nullptr;
  std::uint64_t length_ = 0;
  std::uint32_t count_ = 0;
  bool is_inline_ = false;
};

namespace verbs {

/// What a request may be at most.
struct request_limits {
  std::uint32_t max_sge = 0;
  std::uint32_t max_inline_data = 0;  ///< in bytes
};

// Requests are cleared and copied in moves: what GCC 12 makes of structures of their size by itself, rep stos and
// rep movs, takes longer than posting. Copies are of 8 bytes, as longer loads wait for the stores before them.
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

/// A native request, first of all, and what it points to.
template <class Native>
class native_request {
 public:
  native_request(const native_request& other) noexcept { assign(other); }
  native_request& operator=(const native_request& other) noexcept {
    assign(other);
    return *this;
  }

  /// 0, or the errno for which it is not posted.
  int fault(const request_limits& limits) const noexcept {
    if (fault_ != 0) return fault_;
    if (payload_.slices().size() > limits.max_sge) return E2BIG;
    if (payload_.is_inline() && payload_.length() > limits.max_inline_data) return EMSGSIZE;
    return 0;
  }

  /// The same. Afterwards it does not move until it is posted.
  int prepare(const request_limits& limits, Native* next) noexcept {
    static_assert(std::is_standard_layout_v<memory_slice> &&
                  sizeof(memory_slice) == sizeof(ibv_sge));
    if (const int fault = this->fault(limits); fault != 0) return fault;
    const auto slices = payload_.slices();
    native_.next = next;
    native_.num_sge = static_cast<int>(slices.size());
    native_.sg_list = const_cast<ibv_sge*>(
        reinterpret_cast<const ibv_sge*>(slices.data()));  // which is read only
    return 0;
  }

  Native* native() noexcept { return &native_; }
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

/// Posts the requests before the first one that does not do, by `post(first, &bad)`.
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

/// Where a message of XRC goes: into this SRQ of the peer.
struct xrc_destination {
  std::uint32_t srqn = 0;
};

namespace verbs {

/// Which operations a transport has, its spec says.
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

/// Whether each request says where it goes.
template <class Transport>
inline constexpr bool is_addressed = Transport::name == ud::name || Transport::name == xrc::name;

/// A datagram goes to a queue pair, and a message of XRC into an SRQ of the peer.
template <class Transport>
using destination_of =
    std::conditional_t<Transport::name == ud::name, ud_destination, xrc_destination>;

constexpr std::size_t bytes_of_atomic = 8;

template <window_type Type>
ibv_mw_bind_info bind_info(const window_binding<Type>& binding) noexcept {
  return {binding.region, binding.addr, binding.length, static_cast<unsigned>(binding.access)};
}

}  // namespace verbs

/// One operation, for queue pairs of a transport. See verbs_qp.
///
///   using request = verbs_rc_qp::request;
///   request::send(mr.slice(0, 64)).signal(1)
///   request::write(mr.slice(0, 64), remote.slice(0, 64)).fence()
///   verbs_ud_qp::request::send(mr.slice(0, 64)).to(address_handle.destination(qkey)).signal(2)
///
/// Immediate data is in host order, as completions give it back.
template <class Transport>
class send_request : public verbs::native_request<ibv_send_wr> {
 public:
  class needs_destination;

  /// What an operation begins with: where each says where it goes, that is still to come.
  using begun = std::conditional_t<verbs::is_addressed<Transport>, needs_destination, send_request>;

  static begun send(const payload& what) noexcept { return begun(send_request(IBV_WR_SEND, what)); }

  static begun send_imm(const payload& what, std::uint32_t imm) noexcept {
    static_assert(verbs::has_imm<Transport>, "this transport has no immediate data");
    return begun(send_request(IBV_WR_SEND_WITH_IMM, what, htobe32(imm)));
  }

  /// The peer's device invalidates a key of a memory window or of a fast registration there.
  static begun send_inval(const payload& what, std::uint32_t rkey) noexcept {
    static_assert(verbs::has_invalidate<Transport>, "this transport has no SEND that invalidates");
    return begun(send_request(IBV_WR_SEND_WITH_INV, what, rkey));
  }

  /// From here to there, whose first bytes it overwrites.
  static begun write(const payload& what, const remote_region& where) noexcept {
    static_assert(verbs::has_write<Transport>, "this transport has no RDMA WRITE");
    return begun(send_request(IBV_WR_RDMA_WRITE, what, where));
  }

  /// The same, and it takes a receive of the peer, which completes with the immediate data.
  static begun write_imm(const payload& what, const remote_region& where,
                         std::uint32_t imm) noexcept {
    static_assert(verbs::has_write<Transport>, "this transport has no RDMA WRITE");
    return begun(send_request(IBV_WR_RDMA_WRITE_WITH_IMM, what, where, htobe32(imm)));
  }

  /// From there to here.
  static begun read(const payload& into, const remote_region& from) noexcept {
    static_assert(verbs::has_read<Transport>, "this transport has no RDMA READ");
    return begun(send_request(IBV_WR_RDMA_READ, into, from));
  }

  /// Puts `swap` where the first 8 bytes there, a word in the peer's byte order, are `compare`, and what
  /// they were into the 8 bytes of `result`.
  static begun compare_swap(const memory_slice& result, const remote_region& at,
                            std::uint64_t compare, std::uint64_t swap) noexcept {
    static_assert(verbs::has_atomics<Transport>, "this transport has no atomics");
    return begun(send_request(IBV_WR_ATOMIC_CMP_AND_SWP, result, at, operands{compare, swap}));
  }

  /// Adds to the first 8 bytes there, and puts what they were into the 8 bytes of `result`.
  static begun fetch_add(const memory_slice& result, const remote_region& at,
                         std::uint64_t add) noexcept {
    static_assert(verbs::has_atomics<Transport>, "this transport has no atomics");
    return begun(send_request(IBV_WR_ATOMIC_FETCH_AND_ADD, result, at, operands{add, 0}));
  }

  /// A key of this end's queue pair is no more good for its peer.
  static send_request local_invalidate(std::uint32_t rkey) noexcept {
    static_assert(verbs::has_windows<Transport>, "this transport has no memory windows");
    return send_request(IBV_WR_LOCAL_INV, {}, rkey);
  }

  /// Opens a window for the peer. See memory_window::binding().
  static send_request bind(const window_binding<window_type::type_2>& binding) noexcept {
    static_assert(verbs::has_windows<Transport>, "this transport has no memory windows");
    return send_request(binding);
  }

  /// It has been posted. Some libraries ask a window for its key of before.
  void keep_key() const noexcept {
    if (native_.opcode == IBV_WR_BIND_MW) native_.bind_mw.mw->rkey = native_.bind_mw.rkey;
  }

  /// What its completion says, which comes too if it fails.
  send_request&& id(std::uint64_t wr_id) && noexcept {
    native_.wr_id = wr_id;
    return std::move(*this);
  }

  /// Asks for a completion. Others complete only if they fail; a queue none of whose requests is signaled
  /// stays full.
  send_request&& signal(std::uint64_t wr_id) && noexcept {
    native_.send_flags |= IBV_SEND_SIGNALED;
    return std::move(*this).id(wr_id);
  }

  /// Begins when the READs and atomics before it are done.
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

  /// `travels` is what the peer's completion gets: immediate data in network order, or a key.
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

  explicit send_request(const window_binding<window_type::type_2>& binding) noexcept
      : send_request(IBV_WR_BIND_MW, {}) {
    native_.bind_mw.mw = binding.window;
    native_.bind_mw.rkey = binding.rkey;
    native_.bind_mw.bind_info = verbs::bind_info(binding);
  }
};

/// An operation that does not say yet where it goes.
template <class Transport>
class [[nodiscard]] send_request<Transport>::needs_destination {
 public:
  explicit needs_destination(const send_request& request) noexcept : request_(request) {}

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
