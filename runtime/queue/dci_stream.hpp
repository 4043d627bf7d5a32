// The first step of a WQE on a DCI with streams.
#pragma once

#include <cstdint>
#include <utility>

namespace verbatim {

/// WQEs of one stream complete in order, those of different streams in any; each says which it is in.
template <class Slot, class Start>
class [[nodiscard]] needs_stream_id {
 public:
  explicit needs_stream_id(Slot&& slot) noexcept : slot_(std::move(slot)) {}

  /// The stream, ctrl_seg.dci_stream_channel_id. How many there are the DCI was created with.
  Start stream_id(std::uint16_t id) && noexcept {
    slot_.stream_id(id);
    return Start{std::move(slot_)};
  }

 private:
  Slot slot_;
};

}  // namespace verbatim
