// Every layout and constant that the vendor's header knows, checked while this compiles.
#include <infiniband/mlx5dv.h>
#include <infiniband/tm_types.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/generated/layouts.hpp"
#include "verbatim/queue/send/send_queue.hpp"

namespace {

/// True if bits first_bit..last_bit, counted from the beginning of a struct as they are on the wire,
/// lie in its member of `size` bytes at `offset`. A packed member holds several fields: the checks below and
/// the bytes that libmlx5 writes cover the place in it.
constexpr bool verbatim_field_is_in(std::size_t offset, std::size_t size, std::size_t first_bit,
                                    std::size_t last_bit) {
  return offset * 8 <= first_bit && first_bit <= last_bit && last_bit < (offset + size) * 8;
}

#include "verbatim/generated/mlx5dv_asserts.inc"

/// `value` where the field has it in its 32-bit word, as the vendor's constants give it.
template <class Layout>
constexpr std::uint32_t in_word(std::string_view field, std::uint32_t value) {
  for (const auto& f : Layout::fields) {
    if (f.name == field) return value << f.lsb;
  }
  return 0;
}

/// Returns the index of a field's word.
template <class Layout>
constexpr int word_of(std::string_view field) {
  for (const auto& f : Layout::fields) {
    if (f.name == field) return f.at / 4;
  }
  return -1;
}

template <class Enum>
constexpr std::uint32_t number(Enum value) {
  return static_cast<std::uint32_t>(value);
}

using verbatim::completion_mode;
using verbatim::cqe_format;
using verbatim::ctrl_seg;
using verbatim::fence_mode;

// fm_ce_se, the last byte of its word.
static_assert(in_word<ctrl_seg>("ce", number(completion_mode::always)) == MLX5_WQE_CTRL_CQ_UPDATE);
static_assert(in_word<ctrl_seg>("se", 1) == MLX5_WQE_CTRL_SOLICITED);
static_assert(in_word<ctrl_seg>("fm", number(fence_mode::reads_atomics_and_key_changes)) ==
              MLX5_WQE_CTRL_FENCE);
static_assert(in_word<ctrl_seg>("fm", number(fence_mode::key_changes)) ==
              MLX5_WQE_CTRL_INITIATOR_SMALL_FENCE);
static_assert(in_word<verbatim::inline_seg>("inline_flag", 1) == MLX5_INLINE_SEG);

// op_own, the last byte of its word, in both kinds of CQE.
static_assert(in_word<verbatim::cqe64>("owner", 1) == MLX5_CQE_OWNER_MASK);
static_assert(in_word<verbatim::err_cqe>("owner", 1) == MLX5_CQE_OWNER_MASK);
static_assert(in_word<verbatim::cqe64>("format", number(cqe_format::inline_32)) ==
              MLX5_INLINE_SCATTER_32);
static_assert(in_word<verbatim::cqe64>("format", number(cqe_format::inline_64)) ==
              MLX5_INLINE_SCATTER_64);

// Doorbells.
static_assert(word_of<verbatim::qp_dbrec>("rcv_counter") == MLX5_RCV_DBR);
static_assert(word_of<verbatim::qp_dbrec>("snd_counter") == MLX5_SND_DBR);
static_assert(in_word<verbatim::cq_doorbell>("cmd", number(verbatim::arm_mode::solicited_only)) ==
              MLX5_CQ_DB_REQ_NOT_SOL);
static_assert(in_word<verbatim::cq_dbrec>("cmd", number(verbatim::arm_mode::solicited_only)) ==
              MLX5_CQ_DB_REQ_NOT_SOL);

static_assert(verbatim::wqebb == MLX5_SEND_WQE_BB);

}  // namespace
