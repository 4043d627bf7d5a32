// The functions that a generated builder needs from the queue that lends it room for one WQE.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::wire {

/// The kind of WQE that a builder builds, for the queue that finishes it.
template <class Opcode>
struct wqe_kind {
  Opcode opcode;             ///< ctrl_seg.opcode
  std::uint8_t opmod = 0;    ///< ctrl_seg.opmod
  bool fences_next = false;  ///< the next WQE has to wait for this one
};

/// Room for one WQE, behind its ctrl_seg. Nothing reaches the device before finish(). A slot is
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
  noexcept;  // one of a list; dropped if it is empty
  { slot.template append_inline<63>(bytes) }
  noexcept;
  { slot.template write_header<14>(segment, bytes) }
  noexcept;  // a segment; `bytes` begin at its byte 14 and go on behind it, padded to octowords
  { slot.octowords() }
  noexcept;  // so far, ctrl_seg included
  { slot.pad(4u) }
  noexcept;  // zeros up to a multiple of so many octowords
  { slot.template append_whole<63>(segment, segment) }
  noexcept;  // all of them behind what the WQE has so far
  { slot.template patch<0, 31, 16>(std::uint32_t{}) }
  noexcept;  // adds to a field, by the offset of its word in the WQE
  { std::move(slot).finish(kind) }
  noexcept;  // writes ctrl_seg and moves the producer index
  { std::move(slot).finish(kind, std::move(signaled_entry)) }
  noexcept;  // the same, and asks for a CQE
  { std::move(slot).finish_unsignaled(kind, std::move(entry)) }
  noexcept;  // the same, and asks for none
};

}  // namespace verbatim::wire
