// The first step of a WQE on a DCI with streams.
#pragma once

#include <cstdint>
#include <utility>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::detail {

/// The first step of a WQE on a DCI with streams: it selects the WQE's stream. WQEs of one stream
/// complete in order; WQEs of different streams complete in any order.
template <class Slot, class Start>
class [[nodiscard]] needs_stream_id {
 public:
  explicit needs_stream_id(Slot&& slot) noexcept : slot_(std::move(slot)) {}

  /// Sets the stream, ctrl_seg.dci_stream_channel_id. The number of streams was set when the DCI
  /// was created.
  Start stream_id(std::uint16_t id) && noexcept {
    slot_.stream_id(id);
    return Start{std::move(slot_)};
  }

 private:
  Slot slot_;
};

}  // namespace verbatim::detail
