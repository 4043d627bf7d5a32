// Creates DC queue pairs for libibverbs. The state changes are those that Linux's driver accepts
// (mlx5_ib, modify_dci_qp_is_ok and mlx5_ib_modify_dct).
#include "abi/commands/dynamically_connected.hpp"

#include <cerrno>
#include <span>

#include "abi/commands/attribute_mask.hpp"
#include "abi/commands/capabilities.hpp"
#include "abi/refusal.hpp"

namespace verbatim::emulator {
namespace {

using enum queue_pair_state;

struct dc_transition {
  queue_pair_state from;
  queue_pair_state to;
  std::uint32_t required;
  std::uint32_t optional;
};

constexpr dc_transition dct_transitions[] = {
    {reset, init, qp_attr::access_flags | qp_attr::pkey_index | qp_attr::port, 0},
    {init, rtr, qp_attr::min_rnr_timer | qp_attr::av | qp_attr::path_mtu, 0},
};

constexpr dc_transition dci_transitions[] = {
    {reset, init, qp_attr::pkey_index | qp_attr::port, 0},
    {init, init, 0, qp_attr::pkey_index | qp_attr::port},
    {init, rtr, qp_attr::path_mtu, qp_attr::pkey_index | qp_attr::av},
    {rtr, rts,
     qp_attr::timeout | qp_attr::retry_cnt | qp_attr::rnr_retry | qp_attr::max_qp_rd_atomic |
         qp_attr::sq_psn,
     qp_attr::min_rnr_timer},
    {rts, rts, 0, qp_attr::min_rnr_timer},
};

dc_transition find_dc_transition(queue_pair_type type, queue_pair_state from, queue_pair_state to) {
  const bool target = type == queue_pair_type::dct;
  if (!target && (to == reset || (to == err && from != reset))) return {from, to, 0, 0};
  const auto& table = target ? std::span<const dc_transition>(dct_transitions)
                             : std::span<const dc_transition>(dci_transitions);
  for (const dc_transition& one : table) {
    if (one.from == from && one.to == to) return one;
  }
  refuse<check::qp_transition>(
      EINVAL, "{} cannot go from {} to {}{}", name(type), name(from), name(to),
      target ? ": a DCT goes from RESET to INIT and RTR, and is then destroyed" : "");
}

}  // namespace

queue_pair_type dc_type(const mlx5_ib_create_qp& driver) {
  const bool target = (driver.flags & MLX5_QP_FLAG_TYPE_DCT) != 0;
  const bool initiator = (driver.flags & MLX5_QP_FLAG_TYPE_DCI) != 0;
  if (target == initiator) {
    refuse<check::dc_values>(
        EINVAL,
        "a driver's queue pair that is {}: mlx5dv_create_qp with MLX5DV_QP_INIT_ATTR_MASK_DC "
        "asks for one of them",
        target ? "both DCT and DCI" : "neither DCT nor DCI");
  }
  return target ? queue_pair_type::dct : queue_pair_type::dci;
}

void take_dc_attributes(queue_pair& made, const mlx5_ib_create_qp& driver) {
  if (made.type == queue_pair_type::dct) {
    if (!made.srq) refuse<check::dc_values>(EINVAL, "a DCT receives through an SRQ: give it one");
    made.access_key = driver.access_key;
    return;
  }
  if (!(driver.flags & MLX5_QP_FLAG_DCI_STREAM)) return;
  made.streams = {.enabled = true,
                  .log_concurrent = driver.dci_streams.log_num_concurent,
                  .log_errored = driver.dci_streams.log_num_errored};
  if (made.streams.log_concurrent > max_log_dci_streams ||
      made.streams.log_errored > max_log_dci_streams) {
    refuse<check::dc_values>(EINVAL,
                             "a DCI with 2^{} streams, of which 2^{} may fail: up to 2^{} and 2^{}",
                             made.streams.log_concurrent, made.streams.log_errored,
                             max_log_dci_streams, max_log_dci_streams);
  }
}

void require_dc_transition(queue_pair_type type, queue_pair_state from, queue_pair_state to,
                           std::uint32_t mask) {
  const dc_transition found = find_dc_transition(type, from, to);
  if (const std::uint32_t missing = found.required & ~mask) {
    refuse<check::qp_transition>(EINVAL, "{} from {} to {}: {} missing", name(type), name(from),
                                 name(to), names_of(missing));
  }
  if (const std::uint32_t extra = mask & ~(found.required | found.optional | qp_attr::state)) {
    refuse<check::qp_transition>(EINVAL, "{} from {} to {}: {} not allowed", name(type), name(from),
                                 name(to), names_of(extra));
  }
}

}  // namespace verbatim::emulator
