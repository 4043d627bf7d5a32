// Goes through the pieces of a WQE's local data.
#include "engine/execute/local_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/base/object_records.hpp"
#include "engine/complete/signature_completion.hpp"
#include "report/finding.hpp"

namespace verbatim::emulator {

void local_memory::put_on_wire(operation& wqe) const {
  if (wqe.is_local() || wqe.is_atomic()) return;
  for (data_piece& piece : wqe.pieces) {
    if (piece.is_inline) continue;
    const std::uint32_t before = piece.byte_count;
    room_.memory.put_on_wire(piece.lkey, piece.addr, piece.byte_count);
    wqe.message_bytes += piece.byte_count - before;
  }
}

bool local_memory::check(pending_wqe& one) const {
  const std::uint32_t rights = one.wqe.has_result() ? access::local_write : 0;
  for (const data_piece& piece : one.wqe.pieces) {
    if (piece.is_inline) continue;
    auto problem = room_.memory.check("lkey", piece.lkey, qp_.pd.get(), piece.addr,
                                      piece.byte_count, rights, qp_.qpn);
    if (!problem.empty()) {
      refuse(qp_, one, cqe_syndrome::local_prot_err, vendor_syndrome::local_key,
             found_words<check::local_memory>(std::move(problem)));
      return false;
    }
  }
  return true;
}

bool local_memory::gather(pending_wqe& one, std::uint32_t offset, std::size_t bytes,
                          std::byte* to) {
  for (const data_piece& piece : one.wqe.pieces) {
    if (bytes == 0) break;
    if (offset >= piece.byte_count) {
      offset -= piece.byte_count;
      continue;
    }
    const std::size_t here = std::min<std::size_t>(bytes, piece.byte_count - offset);
    if (piece.is_inline) {
      std::memcpy(to, one.wqe.inline_data.data() + piece.addr + offset, here);
    } else {
      auto range = room_.memory.find("lkey", piece.lkey, qp_.pd.get(), piece.addr + offset, here, 0,
                                     qp_.qpn);
      if (range.problem.empty() && !range.read(to, here)) {
        range.problem = fmt::format("{} bytes at {:#x} are registered, but cannot be read any more",
                                    here, piece.addr + offset);
      }
      if (!range.problem.empty()) {
        refuse(qp_, one, cqe_syndrome::local_prot_err, vendor_syndrome::local_memory,
               found_words<check::local_memory>(std::move(range.problem)));
        return false;
      }
      tell_signature_errors();
    }
    to += here;
    bytes -= here;
    offset = 0;
  }
  return true;
}

bool local_memory::scatter(pending_wqe& one, std::uint32_t offset,
                           std::span<const std::byte> bytes) {
  for (const data_piece& piece : one.wqe.pieces) {
    if (bytes.empty()) break;
    if (offset >= piece.byte_count) {
      offset -= piece.byte_count;
      continue;
    }
    const std::size_t here = std::min<std::size_t>(bytes.size(), piece.byte_count - offset);
    auto range = room_.memory.find("lkey", piece.lkey, qp_.pd.get(), piece.addr + offset, here,
                                   access::local_write, qp_.qpn);
    if (range.problem.empty() && !range.write(bytes.data(), here)) {
      range.problem =
          fmt::format("{} bytes at {:#x} are registered, but cannot be written any more", here,
                      piece.addr + offset);
    }
    if (!range.problem.empty()) {
      refuse(qp_, one, cqe_syndrome::local_prot_err, vendor_syndrome::local_memory,
             found_words<check::local_memory>(std::move(range.problem)));
      return false;
    }
    tell_signature_errors();
    bytes = bytes.subspan(here);
    offset = 0;
  }
  return true;
}

void local_memory::tell_signature_errors() {
  if (!complete_signature_errors(room_, qp_, qp_.send_cq.get())) return;
  if (!qp_.drains_on_signature_error || qp_.state != queue_pair_state::rts) return;
  const auto previous = std::exchange(qp_.state, queue_pair_state::sqd);
  record_changed(qp_, previous, true);
  qp_.raise(async_event::sq_drained);
}

}  // namespace verbatim::emulator
