// The functions that a generated builder needs from a queue, which lends it room for one WQE.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::wire {

/// The kind of a WQE. A builder passes it to the queue when it finishes the WQE.
template <class Opcode>
struct wqe_kind {
  Opcode opcode;             ///< ctrl_seg.opcode
  std::uint8_t opmod = 0;    ///< ctrl_seg.opmod
  bool fences_next = false;  ///< the next WQE has to wait for this one
};

/// Room for one WQE, after its ctrl_seg. Nothing reaches the device before finish(). A slot is
/// moved from state to state and never copied, so there is one way to finish it.
template <class Slot, class Opcode, class Segment>
concept wqe_slot =
    !std::copyable<Slot> &&
    requires(Slot slot, typename Slot::entry entry, typename Slot::signaled_entry signaled_entry,
             typename Slot::flags flags, wqe_kind<Opcode> kind, Segment segment,
             std::span<const std::byte> bytes) {
  std::integral_constant<unsigned, Slot::max_octowords>{};  // ctrl_seg included
  { slot.begin(flags) }
  noexcept;  // fence and solicited event, for ctrl_seg
  { slot.imm(std::uint32_t{}) }
  noexcept;  // ctrl_seg.imm, in host order
  { slot.write(segment) }
  noexcept;  // a segment whose place is fixed
  { slot.template append<63>(segment) }
  noexcept;  // one segment of a list; dropped if it is empty
  { slot.template append_inline<63>(bytes) }
  noexcept;
  { slot.template write_header<14>(segment, bytes) }
  noexcept;  // a segment; `bytes` begin at its byte 14 and continue after it, padded to octowords
  { slot.octowords() }
  noexcept;  // the length so far, ctrl_seg included
  { slot.pad(4u) }
  noexcept;  // adds zeros up to a multiple of 4 octowords
  { slot.template append_whole<63>(segment, segment) }
  noexcept;  // adds all of the segments or none
  { slot.template patch<0, 31, 16>(std::uint32_t{}) }
  noexcept;  // adds to a field; 0 is the offset of its word in the WQE
  { std::move(slot).finish(kind) }
  noexcept;  // writes ctrl_seg and moves the producer index
  { std::move(slot).finish(kind, std::move(signaled_entry)) }
  noexcept;  // the same, and asks for a CQE
  { std::move(slot).finish_unsignaled(kind, std::move(entry)) }
  noexcept;  // the same, and asks for none
};

}  // namespace verbatim::wire
