// Looks at a send queue's memory as a device would.
#include "wqe_memory.hpp"

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"

namespace verbatim::bench {

wqe_memory::wqe_memory() noexcept {
  // The bytes are not zero, so that a byte that should be written and is not differs.
  ring_.fill(std::byte{0xff});
  register_.fill(std::byte{0xff});
}

std::vector<std::byte> wqe_memory::seen(std::uint32_t begin, std::uint32_t end) const {
  std::vector<std::byte> result(register_.begin(), register_.end());
  result.insert(result.end(), dbrec_.begin(), dbrec_.end());
  while (begin != end) {
    const std::byte* const wqe = ring_.data() + begin % depth * wqebb;
    const auto ctrl = ctrl_seg::read(wqe);
    // The device reads no more of a NOP than the control segment: behind it lies an old WQE.
    const auto octowords = ctrl.opcode == opcode::nop ? 1u : ctrl.ds;
    result.insert(result.end(), wqe, wqe + octowords * octoword);
    begin += (ctrl.ds + 3u) / 4;
  }
  return result;
}

}  // namespace verbatim::bench
