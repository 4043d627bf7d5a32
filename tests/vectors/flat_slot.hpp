// Room for one WQE in plain memory, with any index, queue and signal, for the builders of vectors.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/queue/base/post_result.hpp"
#include "verbatim/queue/send/wqe_writer.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::test {

inline constexpr unsigned most_octowords = 63;

/// The bytes of a WQE, or why there are none.
struct outcome {
  std::size_t bytes = 0;
  std::string error = {};
};

/// These functions return what a finish() returned.
inline outcome outcome_of(outcome made) { return made; }
inline outcome outcome_of(post_result made) {
  return made.ok() ? outcome{} : outcome{.error = std::string(message(made.error()))};
}

class flat_slot : public detail::wqe_writer<most_octowords> {
 public:
  using entry = int;
  using signaled_entry = int;

  /// The WQE is built at `at`; `ctrl` has the values that a queue gives.
  flat_slot(std::byte* at, const ctrl_seg& ctrl) noexcept : wqe_writer(at), ctrl_(ctrl) {
    stream_id(ctrl.dci_stream_channel_id);
  }

  outcome finish(wire::wqe_kind<opcode> kind) && noexcept {
    return end(kind, completion_mode::on_error);
  }
  outcome finish(wire::wqe_kind<opcode> kind, int&&) && noexcept {
    return end(kind, completion_mode::always);
  }
  outcome finish_unsignaled(wire::wqe_kind<opcode> kind, int&&) && noexcept {
    return end(kind, completion_mode::on_error);
  }

 private:
  outcome end(wire::wqe_kind<opcode> kind, completion_mode ce) noexcept {
    [[maybe_unused]] const detail::use_once given_up = std::move(once_);
    if (error() != post_error::none) return {.error = std::string(message(error()))};
    close_up();
    ctrl_seg{.opmod = kind.opmod,
             .wqe_index = ctrl_.wqe_index,
             .opcode = kind.opcode,
             .qpn = ctrl_.qpn,
             .ds = static_cast<std::uint8_t>(octowords_),
             .dci_stream_channel_id = stream_id_,
             .fm = flags_.fence,
             .ce = ce,
             .se = flags_.solicited,
             .imm = imm_}
        .write(wqe_);
    return {.bytes = octowords_ * octoword};
  }

  ctrl_seg ctrl_;
};

}  // namespace verbatim::test
