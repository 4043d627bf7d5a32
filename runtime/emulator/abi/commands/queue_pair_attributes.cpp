// The state changes of queue pairs, according to man ibv_modify_qp and the InfiniBand
// specification.
#include "abi/commands/queue_pair_attributes.hpp"

#include <cerrno>
#include <span>
#include <string>
#include <string_view>

#include "abi/commands/dynamically_connected.hpp"
#include "abi/refusal.hpp"

namespace verbatim::emulator {
namespace {

using enum queue_pair_state;

/// One state change. `required` and `optional` are the attributes of every connected type, `_rc`
/// are the additional ones of reliable types, and `_uc` those of only UC.
struct transition {
  queue_pair_state from;
  queue_pair_state to;
  std::uint32_t required = 0;
  std::uint32_t required_rc = 0;
  std::uint32_t optional = 0;
  std::uint32_t optional_rc = 0;
  std::uint32_t optional_uc = 0;
};

constexpr std::uint32_t alternate = qp_attr::alt_path | qp_attr::path_mig_state;
constexpr std::uint32_t while_running = qp_attr::cur_state | qp_attr::access_flags | alternate;

// RESET and ERR can be reached from every state, except ERR from RESET.
constexpr transition transitions[] = {
    {.from = reset,
     .to = init,
     .required = qp_attr::pkey_index | qp_attr::port | qp_attr::access_flags},
    {.from = init,
     .to = init,
     .optional = qp_attr::pkey_index | qp_attr::port | qp_attr::access_flags},
    {.from = init,
     .to = rtr,
     .required = qp_attr::av | qp_attr::path_mtu | qp_attr::dest_qpn | qp_attr::rq_psn,
     .required_rc = qp_attr::max_dest_rd_atomic | qp_attr::min_rnr_timer,
     .optional = qp_attr::alt_path | qp_attr::access_flags | qp_attr::pkey_index},
    {.from = rtr,
     .to = rts,
     .required = qp_attr::sq_psn,
     .required_rc =
         qp_attr::timeout | qp_attr::retry_cnt | qp_attr::rnr_retry | qp_attr::max_qp_rd_atomic,
     .optional = while_running,
     .optional_rc = qp_attr::min_rnr_timer},
    {.from = rts, .to = rts, .optional = while_running, .optional_rc = qp_attr::min_rnr_timer},
    {.from = rts, .to = sqd, .optional = qp_attr::en_sqd_async_notify},
    {.from = sqd, .to = rts, .optional = while_running, .optional_rc = qp_attr::min_rnr_timer},
    {.from = sqd,
     .to = sqd,
     .optional = qp_attr::av | qp_attr::access_flags | qp_attr::pkey_index | alternate,
     .optional_rc = qp_attr::port | qp_attr::timeout | qp_attr::retry_cnt | qp_attr::rnr_retry |
                    qp_attr::max_qp_rd_atomic | qp_attr::max_dest_rd_atomic |
                    qp_attr::min_rnr_timer},
    // Reliable queue pairs are never in SQE, so they have no attributes here.
    {.from = sqe, .to = rts, .optional_uc = qp_attr::cur_state | qp_attr::access_flags},
};

// The attributes of only the requester or only the responder. An XRC queue pair is one of the two.
constexpr std::uint32_t of_requester =
    qp_attr::retry_cnt | qp_attr::rnr_retry | qp_attr::max_qp_rd_atomic;
constexpr std::uint32_t of_responder = qp_attr::max_dest_rd_atomic | qp_attr::min_rnr_timer;

constexpr transition datagram_transitions[] = {
    {.from = reset, .to = init, .required = qp_attr::pkey_index | qp_attr::port | qp_attr::qkey},
    {.from = init, .to = init, .optional = qp_attr::pkey_index | qp_attr::port | qp_attr::qkey},
    {.from = init, .to = rtr, .optional = qp_attr::pkey_index | qp_attr::qkey},
    {.from = rtr,
     .to = rts,
     .required = qp_attr::sq_psn,
     .optional = qp_attr::cur_state | qp_attr::qkey},
    {.from = rts, .to = rts, .optional = qp_attr::cur_state | qp_attr::qkey},
    {.from = rts, .to = sqd, .optional = qp_attr::en_sqd_async_notify},
    {.from = sqd, .to = rts, .optional = qp_attr::cur_state | qp_attr::qkey},
    {.from = sqd, .to = sqd, .optional = qp_attr::pkey_index | qp_attr::qkey},
    {.from = sqe, .to = rts, .optional = qp_attr::cur_state | qp_attr::qkey},
};

constexpr transition raw_packet_transitions[] = {
    {.from = reset, .to = init, .required = qp_attr::port},
    {.from = init, .to = init},
    {.from = init, .to = rtr},
    {.from = rtr, .to = rts},
    {.from = rts, .to = rts},
    {.from = sqe, .to = rts},
};

std::span<const transition> transitions_of(queue_pair_type type) noexcept {
  switch (type) {
    case queue_pair_type::ud:
      return datagram_transitions;
    case queue_pair_type::raw_packet:
      return raw_packet_transitions;
    default:
      return transitions;
  }
}

/// Returns the part of `rc_attributes` that the type has.
std::uint32_t reliable_part(queue_pair_type type, std::uint32_t rc_attributes) noexcept {
  switch (type) {
    case queue_pair_type::rc:
    case queue_pair_type::xrc_send:
    case queue_pair_type::xrc_recv:
      return own_attributes(type, rc_attributes);
    default:
      return 0;
  }
}

/// Returns the entry for a state change; refuses if there is none.
transition find_transition(queue_pair_type type, queue_pair_state from, queue_pair_state to) {
  if (to == reset || (to == err && from != reset)) return {.from = from, .to = to};
  for (const transition& one : transitions_of(type)) {
    if (one.from == from && one.to == to) return one;
  }
  refuse<check::qp_transition>(EINVAL, "{} queue pairs cannot go from {} to {}", name(type),
                               name(from), name(to));
}

}  // namespace

std::uint32_t own_attributes(queue_pair_type type, std::uint32_t mask) noexcept {
  switch (type) {
    case queue_pair_type::xrc_send:
      return mask & ~of_responder;
    case queue_pair_type::xrc_recv:
      return mask & ~of_requester;
    default:
      return mask;
  }
}

void require_transition(queue_pair_type type, queue_pair_state from, queue_pair_state to,
                        std::uint32_t mask) {
  if (is_dc(type)) return require_dc_transition(type, from, to, mask);
  const transition found = find_transition(type, from, to);
  const std::uint32_t required = found.required | reliable_part(type, found.required_rc);
  const std::uint32_t allowed = required | found.optional | reliable_part(type, found.optional_rc) |
                                (type == queue_pair_type::uc ? found.optional_uc : 0u) |
                                qp_attr::state;
  if (required & ~mask) {
    refuse<check::qp_transition>(EINVAL, "{} queue pair from {} to {}: {} missing", name(type),
                                 name(from), name(to), names_of(required & ~mask));
  }
  if (mask & ~allowed) {
    refuse<check::qp_transition>(EINVAL, "{} queue pair from {} to {}: {} not allowed", name(type),
                                 name(from), name(to), names_of(mask & ~allowed));
  }
}

}  // namespace verbatim::emulator
