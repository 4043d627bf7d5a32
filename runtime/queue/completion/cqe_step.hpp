// The results of reading the ring of a completion queue.
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
    empty,      ///< no CQE yet
    good,       ///< a completion with its payload in memory
    inlined,    ///< a completion with its payload in the CQE
    error,      ///< a completion with error: err_cqe
    unfolded,   ///< not a completion: a compressed CQE is ready(), or a new ring begins
    malformed,  ///< not a completion; `problem` is the reason
  };

  kind what = kind::empty;
  cqe_problem problem = cqe_problem::none;
  cqe_opcode opcode{};
  std::uint32_t owner = 0;  ///< QP number or user index, depending on the format
  cqe64 cqe{nullptr};
};

/// A good completion with its payload in memory, or none. This is the usual case; it is kept in
/// registers.
struct good_cqe {
  cqe64 cqe{nullptr};
  std::uint32_t owner = 0;        ///< QP number or user index, depending on the format
  std::uint32_t wqe_counter = 0;  ///< only the lower 16 bits count
  std::uint8_t op_own = 0;        ///< opcode and solicited event
  bool of_send = false;           ///< true if the opcode is cqe_opcode::req

  cqe_opcode opcode() const noexcept { return static_cast<cqe_opcode>(wire::get<7, 4>(op_own)); }

  explicit operator bool() const noexcept { return cqe.bytes() != nullptr; }

  /// The whole CQE, with the interface of unfolded_cqe::copy. It is already in the ring, so nothing
  /// is copied.
  struct in_ring {
    cqe64 cqe;
    cqe64 view() const noexcept { return cqe; }
  };
  in_ring whole() const noexcept { return {cqe}; }
};

/// The place of the next CQE, and its op_own. Callers should check for the most likely kind first,
/// to have the fewest branches.
struct seen_cqe {
  std::byte* at = nullptr;
  std::uint8_t op_own = 0;  ///< the owner bit is 0 if the CQE has been written

  static constexpr std::uint8_t solicited = 2;  ///< the bit of op_own between format and owner

  /// Returns true for a good completion of a send with its payload in memory: all bits except the
  /// solicited bit are 0.
  bool of_send() const noexcept { return (op_own & ~solicited) == 0; }

  /// Returns true for a good completion of a send or a receive with its payload in memory. Opcodes
  /// from 5 on mean something else.
  bool good() const noexcept {
    return (op_own & ~solicited & 0x0f) == 0 &&
           op_own < wire::put<7, 4>(static_cast<std::uint8_t>(cqe_opcode::resize_cq));
  }

  /// Returns true if the format of the CQE is compressed. Such a CQE represents several completions
  /// if it is well-formed.
  bool compressed() const noexcept {
    return (op_own & 0x0d) == wire::put<3, 2>(static_cast<std::uint8_t>(cqe_format::compressed));
  }
};

}  // namespace verbatim::detail
