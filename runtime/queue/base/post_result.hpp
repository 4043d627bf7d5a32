// The result of finish().
#pragma once

#include <cassert>
#include <cstdint>
#include <iosfwd>
#include <string_view>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim {

/// The reason why a WQE was not posted. The queue did not change.
enum class post_error : std::uint8_t {
  none,
  queue_full,
  inline_too_long,
  too_many_sges,
  blueflame_full,
  tag_list_full,
  closed,
  sge_too_long,
  ranges_differ,
};

/// Returns the error in words, with the remedy.
constexpr std::string_view message(post_error error) noexcept {
  switch (error) {
    case post_error::none:
      return "posted";
    case post_error::queue_full:
      return "the queue is full: poll its completion queue, or signal WQEs more often";
    case post_error::inline_too_long:
      return "the inline payload is longer than a WQE of the queue holds: send it by sge(), or "
             "raise "
             "the queue's MaxWqebbs";
    case post_error::too_many_sges:
      return "the WQE has more SGEs than fit: use fewer, or raise the queue's MaxWqebbs";
    case post_error::blueflame_full:
      return "the WQE does not fit behind the others of its BlueFlame batch: finish() the batch "
             "and "
             "begin another one, or post it by sq_wqe()";
    case post_error::tag_list_full:
      return "tag list full: the SRQ has no room for another tag, so wait for messages, remove "
             "tags, "
             "or create it with more max_num_tags";
    case post_error::closed:
      return "the queue has been closed";
    case post_error::sge_too_long:
      return "a buffer is longer than the device takes in one piece: give an SGE at most 2^31 - 1 "
             "bytes, a KLM "
             "at most 2^31, and split what is longer";
    case post_error::ranges_differ:
      return "the ranges of a post_all() have different lengths: give each request one element of "
             "each range";
  }
  return "";
}
template <class Traits>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             post_error value) {
  return out << message(value);
}

/// The index of the posted WQE, or the error if it was not posted.
class [[nodiscard("look whether the WQE was posted")]] post_result {
 public:
  constexpr post_result(std::uint16_t wqe_index) noexcept : value_(wqe_index) {}
  constexpr post_result(post_error error) noexcept
      : value_(static_cast<std::uint32_t>(error) << 16) {}

  /// Returns true if the WQE was posted.
  constexpr bool ok() const noexcept { return value_ <= 0xffff; }
  constexpr explicit operator bool() const noexcept { return ok(); }

  /// Returns the reason why the WQE was not posted; `none` if it was posted.
  constexpr post_error error() const noexcept { return static_cast<post_error>(value_ >> 16); }

  /// Returns ctrl_seg.wqe_index of the posted WQE. Its CQE has the same number in wqe_counter.
  constexpr std::uint16_t wqe_index() const noexcept {
    assert(ok() && "the WQE was not posted: look at error() first");
    return static_cast<std::uint16_t>(value_);
  }

 private:
  std::uint32_t value_;  // the error is in the upper half: a result fits in one register
};

}  // namespace verbatim
