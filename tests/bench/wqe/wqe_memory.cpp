// Looks at a send queue's memory as a device would.
#include "wqe_memory.hpp"

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"

namespace verbatim::bench {

namespace {

/// Others leave the field unused, and libmlx5 leaves there what was there before.
bool has_imm(opcode of) {
  return of == opcode::send_imm || of == opcode::rdma_write_imm || of == opcode::send_inval ||
         of == opcode::umr;
}

}  // namespace

void append_comparable(std::vector<std::byte>& to, std::span<const std::byte> wqe) {
  const auto begin = to.size();
  to.insert(to.end(), wqe.begin(), wqe.end());
  auto ctrl = ctrl_seg::read(wqe.data());
  ctrl.wqe_index = 0;
  ctrl.qpn = 0;
  if (!has_imm(ctrl.opcode)) ctrl.imm = 0;
  ctrl.write(to.data() + begin);
}

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

std::vector<std::byte> wqe_memory::wqes(std::uint32_t begin, std::uint32_t end) const {
  std::vector<std::byte> result;
  while (begin != end) {
    const std::byte* const wqe = ring_.data() + begin % depth * wqebb;
    const auto ctrl = ctrl_seg::read(wqe);
    const bool fills_gap = ctrl.opcode == opcode::nop && ctrl.ce != completion_mode::always;
    if (!fills_gap) append_comparable(result, {wqe, ctrl.ds * octoword});
    begin += (ctrl.ds + 3u) / 4;
  }
  return result;
}

}  // namespace verbatim::bench
