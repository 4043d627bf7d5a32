// The findings of a reader in the ring of a completion queue.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/queue/completion/cq_format.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::detail {

/// The result of one step of a reader. Its CQE is valid until the next call.
struct cqe_step {
  enum class kind : std::uint8_t {
    empty,      ///< nothing yet
    good,       ///< a completion, its payload in memory
    inlined,    ///< a completion, its payload in the CQE
    error,      ///< a completion with error: err_cqe
    unfolded,   ///< no completion yet: a compressed CQE is ready(), or a new ring begins
    malformed,  ///< no completion; `problem` says why
  };

  kind what = kind::empty;
  cqe_problem problem = cqe_problem::none;
  cqe_opcode opcode{};
  std::uint32_t owner = 0;  ///< QP number or user index, depending on the format
  cqe64 cqe{nullptr};
};

/// A good completion with its payload in memory, or none. This is the usual case, kept in
/// registers.
struct good_cqe {
  cqe64 cqe{nullptr};
  std::uint32_t owner = 0;  ///< QP number or user index, depending on the format
  std::uint16_t wqe_counter = 0;
  std::uint8_t op_own = 0;  ///< opcode and solicited event
  bool of_send = false;     ///< true if the opcode is cqe_opcode::req

  cqe_opcode opcode() const noexcept { return static_cast<cqe_opcode>(wire::get<7, 4>(op_own)); }

  explicit operator bool() const noexcept { return cqe.bytes() != nullptr; }

  /// The whole CQE, like unfolded_cqe::copy, but it is in the ring already.
  struct in_ring {
    cqe64 cqe;
    cqe64 view() const noexcept { return cqe; }
  };
  in_ring whole() const noexcept { return {cqe}; }
};

/// The place where the next CQE is or will be. Callers that ask first for what is usual there have
/// the fewest branches.
struct seen_cqe {
  std::byte* at = nullptr;
  std::uint8_t op_own = 0;  ///< the owner bit is 0 if the CQE has been written

  static constexpr std::uint8_t solicited = 2;  ///< the bit of op_own between format and owner

  /// Returns true for a good completion of a send with its payload in memory: all bits are 0 but
  /// the solicited one.
  bool of_send() const noexcept { return (op_own & ~solicited) == 0; }

  /// Returns true for a good completion of a send or a receive with its payload in memory. Opcodes
  /// from 5 on mean something else.
  bool good() const noexcept {
    return (op_own & ~solicited & 0x0f) == 0 &&
           op_own < wire::put<7, 4>(static_cast<std::uint8_t>(cqe_opcode::resize_cq));
  }

  /// Returns true if the CQE stands for several completions, or says that it does.
  bool compressed() const noexcept {
    return (op_own & 0x0d) == wire::put<3, 2>(static_cast<std::uint8_t>(cqe_format::compressed));
  }
};

}  // namespace verbatim::detail
