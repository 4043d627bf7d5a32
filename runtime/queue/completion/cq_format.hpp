// The format of a completion queue's CQEs, which its creator requested from the device.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string_view>

#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/queue/base/counters.hpp"

namespace verbatim {

/// The way in which one CQE may represent several completions.
enum class cqe_compression : std::uint8_t {
  none,      ///< every completion has its CQE
  basic,     ///< a title, then arrays of eight mini CQEs; mini CQE 0 is for the title itself
  enhanced,  ///< blocks of up to seven mini CQEs after an ordinary CQE; ConnectX-6 and later
};

/// The second field of a receive's mini CQE, besides the byte count: mini_cqe_res_format. Mini CQEs
/// of sends have only one form.
enum class mini_cqe_format : std::uint8_t {
  hash,         ///< the result of receive side scaling
  csum,         ///< the checksum of the packet
  ftag_stridx,  ///< a flow tag, and the index of the first stride
  csum_stridx,  ///< the checksum, and the index of the first stride
  l34h_stridx,  ///< the types of the headers, and the index of the first stride
};

/// The unit of wqe_counter for the receive queues of a CQ.
enum class recv_counter : std::uint8_t {
  wqes,     ///< receive WQEs
  strides,  ///< strides of multi-packet receive WQEs
};

/// The number by which CQEs find their endpoint.
enum class cqe_owner : std::uint8_t {
  qpn,         ///< QP number: libmlx5 does not report the user index of a queue pair
  user_index,  ///< for DevX queues; CQEs of raw packets have a flow tag instead of a QPN
};

/// The format of a completion queue, a template argument: `cq_format{.cqe_size = 128, .compression
/// = cqe_compression::enhanced}`.
struct cq_format {
  std::uint32_t cqe_size = cqe64::size;                 ///< 64 or 128 bytes
  cqe_compression compression = cqe_compression::none;  ///< layout of compressed CQEs
  /// Fields of the mini CQEs of receives.
  mini_cqe_format minis = mini_cqe_format::hash;
  recv_counter counts = recv_counter::wqes;  ///< meaning of wqe_counter in receives
  cqe_owner owner = cqe_owner::qpn;          ///< the number by which CQEs find their endpoint
  /// The choice whether the queue counts. The CQEs themselves do not depend on it.
  counting::counters counters = counting::counters::none;
  /// The distance of the CQE whose cache line a poll prefetches for each good CQE that it takes: 32 is good;
  /// 0 for none. The CQEs do not depend on it. It is for programs that find many CQEs which the device
  /// has just written: see docs/polling.md. It works only without compression.
  std::uint32_t prefetch = 0;
};

/// The format of the CQEs of a cq or a completion_queue. It is the first template argument of
/// either: `cq<with_format<cq_format{.cqe_size = 128}>, rc_qp<int>>`. Without it, CQEs have 64
/// bytes and are not compressed.
template <cq_format Format>
struct with_format {};

namespace detail {

template <class>
inline constexpr bool is_format = false;
template <cq_format Format>
inline constexpr bool is_format<with_format<Format>> = true;

/// The template arguments of a completion queue: the format and the endpoint types.
template <class... Types>
struct cq_arguments {
  static_assert((!is_format<Types> && ...), "with_format is the first argument");
  static constexpr cq_format format{};
  template <template <cq_format, class...> class Of>
  using of = Of<cq_format{}, Types...>;
};
template <cq_format Format, class... Types>
struct cq_arguments<with_format<Format>, Types...> {
  static_assert((!is_format<Types> && ...), "a completion queue has one format");
  static constexpr cq_format format = Format;
  template <template <cq_format, class...> class Of>
  using of = Of<Format, Types...>;
};

}  // namespace detail

namespace detail {

/// The memory of a completion queue. It belongs to the creator of the CQ and outlives the queue.
struct completion_queue_memory {
  std::byte* ring;                ///< the CQEs, one after the other
  std::uint32_t cqes;             ///< a power of two
  std::uint32_t cqe_size;         ///< in bytes, the same as in the format
  std::byte* dbrec;               ///< two big-endian words: consumer index and arming
                                  ///< (cq_dbrec.yaml)
  std::uint32_t cqn = 0;          ///< for arming
  std::byte* doorbell = nullptr;  ///< for arming: the register at 0x20 of mlx5dv_cq.cq_uar
};

}  // namespace detail

/// The reason why an entry of the ring is not a valid completion.
enum class cqe_problem : std::uint8_t {
  none,
  unknown_owner,
  detached,
  no_such_queue,
  not_posted,
  unknown_opcode,
  unexpected_compression,
  count_beyond_ring,
  array_missing,
  title_missing,
  inline_data_too_long,
  inline_data_without_buffer,
  signature_error,
};

/// Returns the problem in words.
constexpr std::string_view message(cqe_problem problem) noexcept {
  switch (problem) {
    case cqe_problem::none:
      return "a completion";
    case cqe_problem::unknown_owner:
      return "its QP number or user index is attached to no endpoint of this CQ: attach() every "
             "queue pair that "
             "completes here, and detach() it after the last of its completions";
    case cqe_problem::detached:
      return "its queue pair was detached or reset before it was polled";
    case cqe_problem::no_such_queue:
      return "its endpoint has no queue of that kind: give the endpoint an rq, an sq or tags";
    case cqe_problem::not_posted:
      return "its wqe_counter is of no WQE that is outstanding";
    case cqe_problem::unknown_opcode:
      return "its opcode is none that a queue pair asks for";
    case cqe_problem::unexpected_compression:
      return "it is compressed: give the CQ the cq_format that it was created with";
    case cqe_problem::count_beyond_ring:
      return "it stands for more completions than there is room for in the ring or the block, or "
             "for "
             "less than it may";
    case cqe_problem::array_missing:
      return "its array of mini CQEs has not been written";
    case cqe_problem::title_missing:
      return "a compressed block without an ordinary CQE before it";
    case cqe_problem::inline_data_too_long:
      return "it says that it holds more data than fits into it";
    case cqe_problem::inline_data_without_buffer:
      return "it holds more data than its WQE has room for";
    case cqe_problem::signature_error:
      return "data did not have the signature that their key asks for";
  }
  return "";
}
template <class Traits>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             cqe_problem value) {
  return out << message(value);
}

}  // namespace verbatim
