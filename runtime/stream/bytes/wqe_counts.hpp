// Counts of the WQEs in a stream's send queue: those under way, and those that are signaled.
#pragma once

#include <algorithm>
#include <cstdint>

#include "verbatim/stream/base/operations.hpp"
#include "verbatim/stream/protocol/message.hpp"

namespace verbatim::stream::detail {

/// Counts of WQEs since the start. A WQE is done when a signaled WQE that is not before it is done.
class wqe_counts {
 public:
  explicit wqe_counts(std::uint32_t depth) noexcept
      : depth_(depth), most_unsignaled_(std::min(40u, depth * 2 / 5)) {}

  /// Returns the most outstanding WQEs.
  std::uint32_t depth() const noexcept { return depth_; }

  /// Returns true if the queue has room for so many WQEs.
  bool has_room(std::uint32_t count) const noexcept { return posted_ - retired_ + count <= depth_; }

  /// Returns the number of the last WQE.
  std::uint32_t posted() const noexcept { return posted_; }
  bool is_done(std::uint32_t wqe) const noexcept { return !protocol::after(wqe, retired_); }

  /// Counts a WQE. Returns its ticket, which is a default one if the WQE is not to be signaled.
  template <class Statistics>
  ticket next(std::uint32_t number, bool signals, Statistics& statistics) noexcept {
    ++posted_;
    ++statistics.wqes;
    if (!signals && posted_ - signaled_ < most_unsignaled_) return {};
    signaled_ = posted_;
    slots_ = 0;
    ++statistics.signaled;
    return {number, posted_};
  }

  /// Records that the next WQE reads a slot. Returns the number of such WQEs since the last signaled
  /// one.
  std::uint32_t take_slot() noexcept { return ++slots_; }

  void restart() noexcept { posted_ = signaled_ = retired_ = slots_ = 0; }

  /// Records that a signaled WQE is done.
  void retire(std::uint32_t wqe) noexcept { retired_ = wqe; }

 private:
  std::uint32_t depth_;

  /// More than 32, so that a data message in 32 is signaled although limit words are between them.
  std::uint32_t most_unsignaled_;
  std::uint32_t posted_ = 0, signaled_ = 0, retired_ = 0;
  std::uint32_t slots_ = 0;  ///< since the last signaled WQE
};

}  // namespace verbatim::stream::detail
