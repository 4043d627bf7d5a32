// Completes outstanding WQEs as flushed, when the device no longer writes CQEs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/queue/completion/completion.hpp"
#include "verbatim/queue/completion/on_completion.hpp"

namespace verbatim::detail {

/// The CQE that a device writes for a flushed WQE.
class flushed_cqe {
 public:
  flushed_cqe(cqe_opcode which, opcode s_wqe_opcode, std::uint32_t qpn,
              std::uint16_t wqe_counter) noexcept {
    err_cqe::values{.syndrome = cqe_syndrome::wr_flush_err,
                    .s_wqe_opcode = s_wqe_opcode,
                    .qpn = qpn,
                    .wqe_counter = wqe_counter,
                    .opcode = which}
        .write(bytes_.data());
  }

  cqe64 view() const noexcept { return cqe64(bytes_.data()); }

 private:
  alignas(64) std::array<std::byte, cqe64::size> bytes_;
};

/// Calls back with a send_completion for each outstanding WQE of a send_queue, as a poll does when
/// the device flushes them. Returns the number of calls. The entries are moved out. The queue is
/// then empty and closed. Otherwise a CQE that is still queued could be mistaken for the CQE of a
/// later WQE.
template <class SendQueue, class OnCompletion>
unsigned flush_sends(SendQueue& sq, OnCompletion& on_completion) {
  sq.close();
  unsigned told = 0;
  if constexpr (takes_send_completions<OnCompletion, typename SendQueue::entry>()) {
    sq.each_posted([&](std::uint16_t wqe_index, opcode what) {
      const flushed_cqe cqe(cqe_opcode::req_err, what, sq.qpn(), wqe_index);
      sq.fail(wqe_index, [&]<class Entry>(Entry&& entry, bool failed, bool signaled) {
        ++told;
        on_completion(send_completion<Entry>{cqe.view(), failed, std::move(entry), signaled});
      });
    });
  }
  return told;
}

/// Does the same for a recv_queue or shared_recv_queue, with recv_completions. `qpn` is the QP
/// number in the CQEs; 0 for a shared queue.
template <class RecvQueue, class OnCompletion>
unsigned flush_receives(RecvQueue& rq, std::uint32_t qpn, OnCompletion& on_completion) {
  rq.close();
  unsigned told = 0;
  if constexpr (takes_recv_completions<OnCompletion, typename RecvQueue::entry>()) {
    rq.each_posted([&](std::uint16_t wqe_counter) {
      ++told;
      const flushed_cqe cqe(cqe_opcode::resp_err, opcode::nop, qpn, wqe_counter);
      on_completion(
          recv_completion<typename RecvQueue::entry>{cqe.view(), true, rq.retire(wqe_counter)});
    });
  }
  return told;
}

}  // namespace verbatim::detail
