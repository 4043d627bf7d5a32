// Writes CQEs of opcode sig_err, which belong to a key and to no WQE.
#include "engine/complete/signature_completion.hpp"

#include "engine/complete/completion_writer.hpp"
#include "report/finding.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::string_view name(signature_part part) noexcept {
  switch (part) {
    case signature_part::app_tag:
      return "application tag";
    case signature_part::ref_tag:
      return "reference tag";
    case signature_part::guard:
      break;
  }
  return "guard";
}

sigerr_cqe::values cqe_of(const signature_error& error) {
  const auto high = [](std::uint64_t value) { return static_cast<std::uint32_t>(value >> 32); };
  const auto low = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
  sigerr_cqe::values cqe;
  cqe.expected_trans_sig = high(error.expected);
  cqe.actual_trans_sig = high(error.actual);
  cqe.expected_reftag = low(error.expected);
  cqe.actual_reftag = low(error.actual);
  cqe.guard_err = error.part == signature_part::guard;
  cqe.apptag_err = error.part == signature_part::app_tag;
  cqe.reftag_err = error.part == signature_part::ref_tag;
  cqe.domain = error.in_memory;
  cqe.mkey = error.key;
  cqe.sig_err_offset = error.offset;
  cqe.opcode = cqe_opcode::sig_err;
  return cqe;
}

}  // namespace

bool complete_signature_errors(engine_room& room, const queue_pair& qp, completion_queue* cq) {
  const auto errors = room.memory.take_signature_errors();
  for (const signature_error& error : errors) {
    tell<check::signature>(
        "QP {:#x}: mkey {:#x} has a wrong {} in the block at byte {} {}: expected {:#x}, found "
        "{:#x} (as 64 bits of a signature)",
        qp.qpn, error.key, name(error.part), error.offset,
        error.in_memory ? "in memory" : "on the wire", error.expected, error.actual);
    if (cq != nullptr) write_cqe(*cq, cqe_of(error));
  }
  return !errors.empty();
}

}  // namespace verbatim::emulator
