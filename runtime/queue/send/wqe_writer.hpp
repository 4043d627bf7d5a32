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
/// and sets the error. An empty segment of a list is counted like the others, so that the compiler knows
/// the number of the next one. The place from which they are counted moves back by an octoword, so the
/// next one is written where the empty one would be.
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
      fail(post_error::sge_too_long);
    else
      segment.write(cursor());
    octowords_ += static_cast<unsigned>(Segment::size / octoword);
  }

  /// Appends a segment of a list. An empty segment is left out.
  template <unsigned wqe_max, class Segment>
  [[gnu::always_inline]] void append(const Segment& segment) noexcept {
    static_assert(Segment::size == octoword);
    once_.check();
    const bool is_empty = segment.empty();
    if (__builtin_constant_p(is_empty) && is_empty) return;
    if (octowords_ >= most<wqe_max>) [[unlikely]] {
      if (is_empty) return;
      close_up();
      if (octowords_ >= most<wqe_max>) return fail(post_error::too_many_sges);
    }
    if (is_empty | too_large(segment)) [[unlikely]] {  // one comparison
      is_empty ? leave_out() : fail(post_error::sge_too_long);
    } else {
      segment.write(cursor());
    }
    ++octowords_;
  }

  template <unsigned wqe_max>
  [[gnu::always_inline]] void append_inline(std::span<const std::byte> bytes) noexcept {
    once_.check();
    // One comparison finds bytes that have no room, and no bytes.
    if (bytes.size() - 1 >= inline_room<wqe_max>()) [[unlikely]] {
      if (bytes.empty()) return;
      close_up();
      if (bytes.size() > inline_room<wqe_max>()) return fail(post_error::inline_too_long);
    }
    const auto last = (inline_seg::size + bytes.size() - 1) / octoword;
    std::memset(cursor() + last * octoword, 0, octoword);  // the padding
    inline_seg{.byte_count = static_cast<std::uint16_t>(bytes.size())}.write(cursor());
    copy(cursor() + inline_seg::size, bytes);
    octowords_ += static_cast<unsigned>(last + 1);
  }

  /// Appends segments after a list of any length. Appends all of them or none.
  template <unsigned wqe_max, class... Segments>
  [[gnu::always_inline]] void append_whole(const Segments&... segments) noexcept {
    constexpr auto added = (Segments::size + ...) / octoword;
    if (octowords_ + added > most<wqe_max>) [[unlikely]] {
      close_up();
      if (octowords_ + added > most<wqe_max>) return fail(post_error::too_many_sges);
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
    if (octowords_ + octowords > max_octowords) [[unlikely]]
      return fail(post_error::inline_too_long);
    std::memset(cursor() + (octowords - 1) * octoword, 0, octoword);  // the padding
    segment.write(cursor());
    if (!bytes.empty()) std::memcpy(cursor() + begin, bytes.data(), bytes.size());
    octowords_ += static_cast<unsigned>(octowords);
  }

  unsigned octowords() const noexcept { return octowords_ - left_out(); }

  /// Fills the WQE with zeros up to a multiple of `multiple` octowords. `multiple` divides the
  /// octowords of a WQEBB.
  [[gnu::always_inline]] void pad(unsigned multiple) noexcept {
    close_up();
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
  template <unsigned wqe_max>
  static constexpr unsigned most = std::min(wqe_max, max_octowords);

  /// Returns the largest number of bytes that can be appended.
  template <unsigned wqe_max>
  std::size_t inline_room() const noexcept {
    return octowords_ < most<wqe_max> ? (most<wqe_max> - octowords_) * octoword - inline_seg::size
                                      : 0;
  }

  /// Leaves out the octoword at the cursor: what follows is written there.
  void leave_out() noexcept {
    if (!failed()) unusual_ += 2;
    base_ -= octoword;
  }

  bool failed() const noexcept { return (unusual_ & 1) != 0; }

  /// Copies bytes. For 8 to 64 of them this takes half of the instructions of a call of memcpy.
  [[gnu::always_inline]] static void copy(std::byte* to,
                                          std::span<const std::byte> bytes) noexcept {
    const auto* const from = bytes.data();
    const auto size = bytes.size();
    if (__builtin_constant_p(size) || size > 4 * octoword) {
      std::memcpy(to, from, size);
    } else if (size >= octoword) {
      // The last octowords overlap those before them.
      copy_octoword(to, from);
      if (size > 2 * octoword) {
        copy_octoword(to + octoword, from + octoword);
        copy_octoword(to + size - 2 * octoword, from + size - 2 * octoword);
      }
      copy_octoword(to + size - octoword, from + size - octoword);
    } else if (size >= 8) {
      std::memcpy(to, from, 8);
      std::memcpy(to + size - 8, from + size - 8, 8);
    } else {
      std::memcpy(to, from, size);
    }
  }
  [[gnu::always_inline]] static void copy_octoword(std::byte* to, const std::byte* from) noexcept {
    std::memcpy(to, from, octoword);
  }

 protected:
  explicit wqe_writer(std::byte* wqe) noexcept : wqe_(wqe), base_(wqe) {}

  std::byte* cursor() const noexcept { return base_ + octowords_ * octoword; }

  /// Makes finish() return this error.
  void fail(post_error error) noexcept { unusual_ = 1 | static_cast<std::uint32_t>(error) << 1; }

  /// Returns the error that was set last.
  post_error error() const noexcept {
    return failed() ? static_cast<post_error>(unusual_ >> 1) : post_error::none;
  }

  /// Returns the number of octowords that are left out.
  unsigned left_out() const noexcept { return failed() ? 0 : static_cast<unsigned>(unusual_ / 2); }

  /// Counts no longer what is left out.
  [[gnu::always_inline]] void close_up() noexcept {
    if (unusual_ == 0) [[likely]]
      return;
    octowords_ -= left_out();
    base_ = wqe_;
    if (!failed()) unusual_ = 0;
  }

  /// Returns true if the value of a field of the segment is too large. Segments whose fields can
  /// hold every value have no check.
  template <class Segment>
  static constexpr bool too_large(const Segment& segment) noexcept {
    if constexpr (requires { segment.too_large(); }) return segment.too_large();
    return false;
  }

  std::byte* wqe_;
  std::byte* base_;  // wqe_, or so many octowords before it as are left out
  unsigned octowords_ = ctrl_seg::size / octoword;
  std::uint32_t imm_ = 0;
  std::uint16_t stream_id_ = 0;
  send_flags flags_;
  // 0 for nearly all WQEs. If bit 0 is set, the bits above are an error; else they are the number of
  // octowords that are left out.
  std::uint32_t unusual_ = 0;
  [[no_unique_address]] use_once once_;
};

}  // namespace verbatim::detail
