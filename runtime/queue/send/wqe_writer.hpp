// Writes the segments of one WQE, one after the other.
#pragma once

#include <algorithm>
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
/// and sets the error.
template <unsigned max>
class wqe_writer {
 public:
  using flags = send_flags;
  static constexpr unsigned max_octowords = max;

  void begin(send_flags given) noexcept { flags_ = given; }
  void imm(std::uint32_t imm) noexcept { imm_ = imm; }
  void stream_id(std::uint16_t id) noexcept { stream_id_ = id; }

  template <class Segment>
  [[gnu::always_inline]] void write(const Segment& segment) noexcept {
    once_.check();
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
    if (octowords_ >= std::min(wqe_max, max_octowords)) [[unlikely]] {
      if (!segment.empty()) error_ = post_error::too_many_sges;
      return;
    }
    if (segment.empty() || too_large(segment)) [[unlikely]] {
      if (!segment.empty()) error_ = post_error::sge_too_long;
      return;
    }
    segment.write(cursor());
    ++octowords_;
  }

  template <unsigned wqe_max>
  [[gnu::always_inline]] void append_inline(std::span<const std::byte> bytes) noexcept {
    once_.check();
    const auto end = octowords_ * octoword + inline_seg::size + bytes.size();
    if (end > std::min(wqe_max, max_octowords) * octoword) [[unlikely]] {
      if (!bytes.empty()) error_ = post_error::inline_too_long;
      return;
    }
    if (bytes.empty()) return;
    const auto octowords = (inline_seg::size + bytes.size() + octoword - 1) / octoword;
    std::memset(cursor() + (octowords - 1) * octoword, 0, octoword);  // the padding
    inline_seg{.byte_count = static_cast<std::uint16_t>(bytes.size())}.write(cursor());
    copy(cursor() + inline_seg::size, bytes);
    octowords_ += static_cast<unsigned>(octowords);
  }

  /// Appends segments after a list of any length. Appends all of them or none.
  template <unsigned wqe_max, class... Segments>
  [[gnu::always_inline]] void append_whole(const Segments&... segments) noexcept {
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

  unsigned octowords() const noexcept { return octowords_; }

  /// Fills the WQE with zeros up to a multiple of `multiple` octowords. `multiple` divides the
  /// octowords of a WQEBB.
  [[gnu::always_inline]] void pad(unsigned multiple) noexcept {
    const auto padding = (multiple - octowords_ % multiple) % multiple;
    std::memset(cursor(), 0, padding * octoword);
    octowords_ += padding;
  }

  /// Adds `value` to a field, in the word at byte `at` of the WQE.
  template <unsigned at, unsigned msb, unsigned lsb>
  [[gnu::always_inline]] void patch(std::uint32_t value) noexcept {
    once_.check();
    wire::store32(wqe_ + at, wire::load32(wqe_ + at) + wire::put<msb, lsb>(value));
  }

 private:
  /// Copies bytes. For 16 to 64 of them this takes half of the instructions of a call of memcpy.
  [[gnu::always_inline]] static void copy(std::byte* to,
                                          std::span<const std::byte> bytes) noexcept {
    const auto* const from = bytes.data();
    const auto size = bytes.size();
    if (__builtin_constant_p(size) || size < octoword || size > 4 * octoword) {
      std::memcpy(to, from, size);
      return;
    }
    // The last octowords overlap those before them.
    copy_octoword(to, from);
    if (size > 2 * octoword) {
      copy_octoword(to + octoword, from + octoword);
      copy_octoword(to + size - 2 * octoword, from + size - 2 * octoword);
    }
    copy_octoword(to + size - octoword, from + size - octoword);
  }
  [[gnu::always_inline]] static void copy_octoword(std::byte* to, const std::byte* from) noexcept {
    std::memcpy(to, from, octoword);
  }

 protected:
  explicit wqe_writer(std::byte* wqe) noexcept : wqe_(wqe) {}

  std::byte* cursor() const noexcept { return wqe_ + octowords_ * octoword; }

  /// Returns true if the value of a field of the segment is too large. Segments whose fields can
  /// hold every value have no check.
  template <class Segment>
  static constexpr bool too_large(const Segment& segment) noexcept {
    if constexpr (requires { segment.too_large(); }) return segment.too_large();
    return false;
  }

  std::byte* wqe_;
  unsigned octowords_ = ctrl_seg::size / octoword;
  std::uint32_t imm_ = 0;
  std::uint16_t stream_id_ = 0;
  send_flags flags_;
  post_error error_ = post_error::none;
  [[no_unique_address]] use_once once_;
};

}  // namespace verbatim::detail
