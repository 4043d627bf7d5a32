// Writes the segments of one WQE, one after the other.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/inline_seg.hpp"
#include "verbatim/queue/base/post_result.hpp"
#include "verbatim/queue/base/use_once.hpp"
#include "verbatim/queue/send/send_flags.hpp"
#include "verbatim/wire/units.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::detail {

/// A WQE of at most `max` octowords. It writes the segments after ctrl_seg, and stores the values
/// for ctrl_seg itself. A segment that has no room or has a value that is too large is not written,
/// and sets the error. An empty segment of a list leaves a hole, which is closed later: so compilers
/// know the places of the segments behind it, and the length of the WQE.
template <unsigned max>
class wqe_writer {
 public:
  using flags = send_flags;
  static constexpr unsigned max_octowords = max;
  static_assert(max <= 64, "each octoword has a bit");

  /// Returns the length so far, ctrl_seg included.
  unsigned octowords() const noexcept {
    return holes_ <= failed ? octowords_ : octowords_ - number_of(holes_ & ~failed);
  }

  void begin(send_flags given) noexcept {
    fence_ = given.fence;
    solicited_ = given.solicited;
  }
  void imm(std::uint32_t imm) noexcept { imm_ = imm; }
  void stream_id(std::uint16_t id) noexcept { stream_id_ = id; }

  template <class Segment>
  [[gnu::always_inline]] void write(const Segment& segment) noexcept {
    once_.check();
    close_holes();
    if (too_large(segment)) [[unlikely]]
      error_ = post_error::sge_too_long;
    else
      segment.write(cursor());
    octowords_ += static_cast<unsigned>(Segment::size / octoword);
  }

  /// Appends a segment of a list. An empty segment is left out.
  template <unsigned wqe_max, class Segment>
  [[gnu::always_inline]] void append(const Segment& segment) noexcept {
    static_assert(Segment::size == octoword);
    once_.check();
    constexpr auto end = std::min(wqe_max, max_octowords);
    if (octowords_ >= end) [[unlikely]] {
      if (segment.empty()) return;
      close_holes();
      if (octowords_ >= end) return fail_list(post_error::too_many_sges);
    }
    if (segment.empty() || too_large(segment)) [[unlikely]] {
      if (segment.empty())
        holes_ |= std::uint64_t{1} << octowords_;
      else
        fail_list(post_error::sge_too_long);
    } else {
      segment.write(cursor());
    }
    ++octowords_;
  }

  template <unsigned wqe_max>
  [[gnu::always_inline]] void append_inline(std::span<const std::byte> bytes) noexcept {
    once_.check();
    close_holes();
    const auto end = octowords_ * octoword + inline_seg::size + bytes.size();
    if (end > std::min(wqe_max, max_octowords) * octoword) [[unlikely]] {
      if (!bytes.empty()) error_ = post_error::inline_too_long;
      return;
    }
    if (bytes.empty()) return;
    const auto octowords = (inline_seg::size + bytes.size() + octoword - 1) / octoword;
    std::memset(cursor() + (octowords - 1) * octoword, 0, octoword);  // the padding
    inline_seg{.byte_count = static_cast<std::uint16_t>(bytes.size())}.write(cursor());
    std::memcpy(cursor() + inline_seg::size, bytes.data(), bytes.size());
    octowords_ += static_cast<unsigned>(octowords);
  }

  /// Appends segments after a list of any length. Appends all of them or none.
  template <unsigned wqe_max, class... Segments>
  [[gnu::always_inline]] void append_whole(const Segments&... segments) noexcept {
    close_holes();
    if (octowords_ + (Segments::size + ...) / octoword > std::min(wqe_max, max_octowords))
        [[unlikely]] {
      error_ = post_error::too_many_sges;
      return;
    }
    (write(segments), ...);
  }

  /// Writes `segment`, and `bytes` from its byte `begin` on. `bytes` are packet headers; zeros pad
  /// them to whole octowords.
  template <unsigned begin, class Segment>
  [[gnu::always_inline]] void write_header(const Segment& segment,
                                           std::span<const std::byte> bytes) noexcept {
    once_.check();
    close_holes();
    const auto length = std::max(begin + bytes.size(), Segment::size);
    const auto octowords = (length + octoword - 1) / octoword;
    if (octowords_ + octowords > max_octowords) [[unlikely]] {
      error_ = post_error::inline_too_long;
      return;
    }
    std::memset(cursor() + (octowords - 1) * octoword, 0, octoword);  // the padding
    segment.write(cursor());
    if (!bytes.empty()) std::memcpy(cursor() + begin, bytes.data(), bytes.size());
    octowords_ += static_cast<unsigned>(octowords);
  }

  /// Fills the WQE with zeros up to a multiple of `multiple` octowords. `multiple` divides the
  /// octowords of a WQEBB.
  [[gnu::always_inline]] void pad(unsigned multiple) noexcept {
    close_holes();
    for (; octowords_ % multiple != 0; ++octowords_) std::memset(cursor(), 0, octoword);
  }

  /// Adds `value` to a field, in the word at byte `at` of the WQE.
  template <unsigned at, unsigned msb, unsigned lsb>
  [[gnu::always_inline]] void patch(std::uint32_t value) noexcept {
    once_.check();
    wire::store32(wqe_ + at, wire::load32(wqe_ + at) + wire::put<msb, lsb>(value));
  }

 protected:
  explicit wqe_writer(std::byte* wqe) noexcept : wqe_(wqe) {}

  std::byte* cursor() const noexcept { return wqe_ + octowords_ * octoword; }

  /// Returns the error of the WQE.
  post_error error() const noexcept { return error_ != post_error::none ? error_ : list_error_; }

  /// Returns true if a list has an error, or holes.
  bool unusual() const noexcept { return holes_ != 0; }

  /// Moves the segments behind holes to their places. Compilers do not know the length of the WQE
  /// afterwards, so nothing that is usual calls it after an append().
  [[gnu::always_inline]] void close_holes() noexcept {
    if (holes_ <= failed) [[likely]]
      return;
    octowords_ = without_holes(wqe_, octowords_, holes_);
    holes_ &= failed;
  }

  /// Returns true if the value of a field of the segment is too large. Segments whose fields can
  /// hold every value have no check.
  template <class Segment>
  static constexpr bool too_large(const Segment& segment) noexcept {
    if constexpr (requires { segment.too_large(); }) return segment.too_large();
    return false;
  }

 private:
  /// The bit of holes_ for an error: there is no hole in the place of ctrl_seg.
  static constexpr std::uint64_t failed = 1;

  void fail_list(post_error error) noexcept {
    list_error_ = error;
    holes_ |= failed;
  }

  [[gnu::noinline, gnu::cold]] static unsigned number_of(std::uint64_t holes) noexcept {
    return static_cast<unsigned>(std::popcount(holes));
  }

  /// Closes the holes of a WQE, and returns its octowords. `wqe` and not the object is given, because
  /// compilers would keep an object whose address they pass on in memory.
  [[gnu::noinline, gnu::cold]] static unsigned without_holes(std::byte* wqe, unsigned octowords,
                                                             std::uint64_t holes) noexcept {
    unsigned to = 1;
    for (unsigned from = 1; from < octowords; ++from) {
      if ((holes >> from & 1) != 0) continue;
      if (to != from) std::memcpy(wqe + to * octoword, wqe + from * octoword, octoword);
      ++to;
    }
    return to;
  }

  // Lists have an error of their own: so finish() need not look at both where a chain has no list, or
  // nothing else that may fail.
  std::uint64_t holes_ = 0;  // a bit for each octoword that is empty, and one for list_error_
  post_error list_error_ = post_error::none;

 protected:
  std::byte* wqe_;
  unsigned octowords_ = ctrl_seg::size / octoword;
  std::uint32_t imm_ = 0;
  std::uint16_t stream_id_ = 0;
  // Not a send_flags: GCC 12 would store it in the usual path for the copy that an unusual one makes.
  fence_mode fence_ = fence_mode::none;
  bool solicited_ = false;
  post_error error_ = post_error::none;
  [[no_unique_address]] use_once once_;
};

}  // namespace verbatim::detail
