// What a generated builder asks of the queue that lends it room for one WQE.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace verbatim::wire {

/// Room for one WQE, behind its ctrl_seg. Nothing reaches the device before finish(). A slot is
/// moved from state to state and never copied, so there is one way to finish it.
template <class Slot, class Opcode, class Segment>
concept wqe_slot = !std::copyable<Slot> &&
                   requires(Slot slot, typename Slot::entry entry, typename Slot::flags flags,
                            Opcode opcode, Segment segment, std::span<const std::byte> bytes) {
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
  { std::move(slot).finish(opcode) }
  noexcept;  // writes ctrl_seg and moves the producer index
  { std::move(slot).finish(opcode, std::move(entry)) }
  noexcept;  // the same, and asks for a CQE
};

}  // namespace verbatim::wire
