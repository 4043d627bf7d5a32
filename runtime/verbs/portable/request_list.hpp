// Lists of requests in the format of libibverbs, and the result of posting them.
#pragma once

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

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/portable/payload.hpp"

namespace verbatim {

/// The result of posting a list: the number of posted requests, and the error.
struct [[nodiscard("look how many requests were posted")]] posted_list {
  std::uint32_t accepted = 0;  ///< number of posted requests, from the first on
  int error_number = 0;        ///< the errno of the next request if it was refused; else 0

  /// Returns true if all requests are posted.
  constexpr bool ok() const noexcept { return error_number == 0; }
  constexpr explicit operator bool() const noexcept { return ok(); }

  /// Returns the error in words, with the remedy.
  std::string_view message() const noexcept;

  bool operator==(const posted_list&) const = default;
};

/// Returns text such as `3 posted`, or `3 posted, and then: the queue is full: …`.
std::string to_string(const posted_list& posted);
inline std::ostream& operator<<(std::ostream& out, const posted_list& posted) {
  return out << to_string(posted);
}

namespace verbs {

/// The limits of a request.
struct request_limits {
  std::uint32_t max_sge = 0;          ///< slices
  std::uint32_t max_inline_data = 0;  ///< in bytes
};

// Requests are cleared and copied with single moves. For structures of this size, GCC 12 would
// otherwise use rep stos and rep movs, which take longer than posting. Copies use moves of 8 bytes,
// because longer loads wait for earlier stores.
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

/// A native request, which is the first member, and its payload.
template <class Native>
class native_request {
 public:
  native_request(const native_request& other) noexcept { assign(other); }
  native_request& operator=(const native_request& other) noexcept {
    assign(other);
    return *this;
  }

  /// Returns 0, or the errno if the request cannot be posted.
  int fault(const request_limits& limits) const noexcept {
    if (fault_ != 0) return fault_;
    if (payload_.slices().size() > limits.max_sge) return E2BIG;
    if (payload_.is_inline() && payload_.length() > limits.max_inline_data) return EMSGSIZE;
    if (payload_.too_long()) return EMSGSIZE;
    return 0;
  }

  /// Checks the request like fault(), and links it to `next`. Afterwards the request must not move
  /// until it is posted.
  int prepare(const request_limits& limits, Native* next) noexcept {
    static_assert(std::is_standard_layout_v<memory_slice> &&
                  sizeof(memory_slice) == sizeof(ibv_sge));
    if (const int fault = this->fault(limits); fault != 0) return fault;
    const auto slices = payload_.slices();
    native_.next = next;
    native_.num_sge = static_cast<int>(slices.size());
    native_.sg_list = const_cast<ibv_sge*>(
        reinterpret_cast<const ibv_sge*>(slices.data()));  // libibverbs only reads the slices
    return 0;
  }

  /// Returns the request for libibverbs.
  Native* native() noexcept { return &native_; }

  /// Returns the payload of the request.
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

/// Posts the requests before the first one with a fault, with `post(first, &bad)`.
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

}  // namespace verbatim
