// Generated from specs/qp_transitions.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstdint>

#include "verbatim/generated/enums.hpp"

namespace verbatim {

/// A state change of a queue pair, with the attributes that ibv_modify_qp needs for it and those that it
/// also takes. They are bits of qp_attribute without qp_state itself.
struct qp_transition_rule {
  qp_state from, to;
  std::uint32_t required, optional;
};

// A library does not read the tables of a program, which may have those of another version.
#pragma GCC visibility push(hidden)

/// The attributes that ibv_modify_qp needs and takes when a queue pair goes from one state to another.
///
/// Source: man ibv_modify_qp; Linux drivers/infiniband/core/verbs.c, qp_state_table and ib_modify_qp_is_ok.
namespace qp_transitions {

template <class... Attributes>
constexpr std::uint32_t bits(Attributes... attributes) noexcept {
  return (0u | ... | static_cast<std::uint32_t>(attributes));
}

/// A reliable connection.
///
/// Source: man ibv_modify_qp, IBV_QPT_RC; Linux drivers/infiniband/core/verbs.c, qp_state_table, IB_QPT_RC.
inline constexpr std::array<qp_transition_rule, 22> rc{{
    {qp_state::reset, qp_state::init,
     bits(qp_attribute::pkey_index, qp_attribute::port_num, qp_attribute::qp_access_flags), bits()},
    {qp_state::init, qp_state::init, bits(),
     bits(qp_attribute::pkey_index, qp_attribute::port_num, qp_attribute::qp_access_flags)},
    {qp_state::init, qp_state::rtr,
     bits(qp_attribute::ah_attr, qp_attribute::path_mtu, qp_attribute::dest_qp_num,
          qp_attribute::rq_psn, qp_attribute::max_dest_rd_atomic, qp_attribute::min_rnr_timer),
     bits(qp_attribute::alt_ah_attr, qp_attribute::qp_access_flags, qp_attribute::pkey_index)},
    {qp_state::rtr, qp_state::rts,
     bits(qp_attribute::sq_psn, qp_attribute::timeout, qp_attribute::retry_cnt,
          qp_attribute::rnr_retry, qp_attribute::max_rd_atomic),
     bits(qp_attribute::cur_qp_state, qp_attribute::qp_access_flags, qp_attribute::alt_ah_attr,
          qp_attribute::path_mig_state, qp_attribute::min_rnr_timer)},
    {qp_state::rts, qp_state::rts, bits(),
     bits(qp_attribute::cur_qp_state, qp_attribute::qp_access_flags, qp_attribute::alt_ah_attr,
          qp_attribute::path_mig_state, qp_attribute::min_rnr_timer)},
    {qp_state::sqd, qp_state::rts, bits(),
     bits(qp_attribute::cur_qp_state, qp_attribute::qp_access_flags, qp_attribute::alt_ah_attr,
          qp_attribute::path_mig_state, qp_attribute::min_rnr_timer)},
    {qp_state::rts, qp_state::sqd, bits(), bits(qp_attribute::en_sqd_async_notify)},
    {qp_state::sqd, qp_state::sqd, bits(),
     bits(qp_attribute::port_num, qp_attribute::ah_attr, qp_attribute::timeout,
          qp_attribute::retry_cnt, qp_attribute::rnr_retry, qp_attribute::max_rd_atomic,
          qp_attribute::max_dest_rd_atomic, qp_attribute::min_rnr_timer, qp_attribute::alt_ah_attr,
          qp_attribute::qp_access_flags, qp_attribute::pkey_index, qp_attribute::path_mig_state)},
    {qp_state::sqe, qp_state::rts, bits(), bits()},
    {qp_state::reset, qp_state::reset, bits(), bits()},
    {qp_state::init, qp_state::reset, bits(), bits()},
    {qp_state::rtr, qp_state::reset, bits(), bits()},
    {qp_state::rts, qp_state::reset, bits(), bits()},
    {qp_state::sqd, qp_state::reset, bits(), bits()},
    {qp_state::sqe, qp_state::reset, bits(), bits()},
    {qp_state::error, qp_state::reset, bits(), bits()},
    {qp_state::init, qp_state::error, bits(), bits()},
    {qp_state::rtr, qp_state::error, bits(), bits()},
    {qp_state::rts, qp_state::error, bits(), bits()},
    {qp_state::sqd, qp_state::error, bits(), bits()},
    {qp_state::sqe, qp_state::error, bits(), bits()},
    {qp_state::error, qp_state::error, bits(), bits()},
}};

/// An unreliable connection.
///
/// Source: man ibv_modify_qp, IBV_QPT_UC; Linux drivers/infiniband/core/verbs.c, qp_state_table, IB_QPT_UC.
inline constexpr std::array<qp_transition_rule, 22> uc{{
    {qp_state::reset, qp_state::init,
     bits(qp_attribute::pkey_index, qp_attribute::port_num, qp_attribute::qp_access_flags), bits()},
    {qp_state::init, qp_state::init, bits(),
     bits(qp_attribute::pkey_index, qp_attribute::port_num, qp_attribute::qp_access_flags)},
    {qp_state::init, qp_state::rtr,
     bits(qp_attribute::ah_attr, qp_attribute::path_mtu, qp_attribute::dest_qp_num,
          qp_attribute::rq_psn),
     bits(qp_attribute::alt_ah_attr, qp_attribute::qp_access_flags, qp_attribute::pkey_index)},
    {qp_state::rtr, qp_state::rts, bits(qp_attribute::sq_psn),
     bits(qp_attribute::cur_qp_state, qp_attribute::qp_access_flags, qp_attribute::alt_ah_attr,
          qp_attribute::path_mig_state)},
    {qp_state::rts, qp_state::rts, bits(),
     bits(qp_attribute::cur_qp_state, qp_attribute::qp_access_flags, qp_attribute::alt_ah_attr,
          qp_attribute::path_mig_state)},
    {qp_state::sqd, qp_state::rts, bits(),
     bits(qp_attribute::cur_qp_state, qp_attribute::qp_access_flags, qp_attribute::alt_ah_attr,
          qp_attribute::path_mig_state)},
    {qp_state::rts, qp_state::sqd, bits(), bits(qp_attribute::en_sqd_async_notify)},
    {qp_state::sqd, qp_state::sqd, bits(),
     bits(qp_attribute::ah_attr, qp_attribute::alt_ah_attr, qp_attribute::qp_access_flags,
          qp_attribute::pkey_index, qp_attribute::path_mig_state)},
    {qp_state::sqe, qp_state::rts, bits(),
     bits(qp_attribute::cur_qp_state, qp_attribute::qp_access_flags)},
    {qp_state::reset, qp_state::reset, bits(), bits()},
    {qp_state::init, qp_state::reset, bits(), bits()},
    {qp_state::rtr, qp_state::reset, bits(), bits()},
    {qp_state::rts, qp_state::reset, bits(), bits()},
    {qp_state::sqd, qp_state::reset, bits(), bits()},
    {qp_state::sqe, qp_state::reset, bits(), bits()},
    {qp_state::error, qp_state::reset, bits(), bits()},
    {qp_state::init, qp_state::error, bits(), bits()},
    {qp_state::rtr, qp_state::error, bits(), bits()},
    {qp_state::rts, qp_state::error, bits(), bits()},
    {qp_state::sqd, qp_state::error, bits(), bits()},
    {qp_state::sqe, qp_state::error, bits(), bits()},
    {qp_state::error, qp_state::error, bits(), bits()},
}};

/// Unreliable datagrams.
///
/// Source: man ibv_modify_qp, IBV_QPT_UD; Linux drivers/infiniband/core/verbs.c, qp_state_table, IB_QPT_UD.
inline constexpr std::array<qp_transition_rule, 22> ud{{
    {qp_state::reset, qp_state::init,
     bits(qp_attribute::pkey_index, qp_attribute::port_num, qp_attribute::qkey), bits()},
    {qp_state::init, qp_state::init, bits(),
     bits(qp_attribute::pkey_index, qp_attribute::port_num, qp_attribute::qkey)},
    {qp_state::init, qp_state::rtr, bits(), bits(qp_attribute::pkey_index, qp_attribute::qkey)},
    {qp_state::rtr, qp_state::rts, bits(qp_attribute::sq_psn),
     bits(qp_attribute::cur_qp_state, qp_attribute::qkey)},
    {qp_state::rts, qp_state::rts, bits(), bits(qp_attribute::cur_qp_state, qp_attribute::qkey)},
    {qp_state::sqd, qp_state::rts, bits(), bits(qp_attribute::cur_qp_state, qp_attribute::qkey)},
    {qp_state::sqe, qp_state::rts, bits(), bits(qp_attribute::cur_qp_state, qp_attribute::qkey)},
    {qp_state::rts, qp_state::sqd, bits(), bits(qp_attribute::en_sqd_async_notify)},
    {qp_state::sqd, qp_state::sqd, bits(), bits(qp_attribute::pkey_index, qp_attribute::qkey)},
    {qp_state::reset, qp_state::reset, bits(), bits()},
    {qp_state::init, qp_state::reset, bits(), bits()},
    {qp_state::rtr, qp_state::reset, bits(), bits()},
    {qp_state::rts, qp_state::reset, bits(), bits()},
    {qp_state::sqd, qp_state::reset, bits(), bits()},
    {qp_state::sqe, qp_state::reset, bits(), bits()},
    {qp_state::error, qp_state::reset, bits(), bits()},
    {qp_state::init, qp_state::error, bits(), bits()},
    {qp_state::rtr, qp_state::error, bits(), bits()},
    {qp_state::rts, qp_state::error, bits(), bits()},
    {qp_state::sqd, qp_state::error, bits(), bits()},
    {qp_state::sqe, qp_state::error, bits(), bits()},
    {qp_state::error, qp_state::error, bits(), bits()},
}};

/// Ethernet frames.
///
/// Source: man ibv_modify_qp, IBV_QPT_RAW_PACKET; Linux drivers/infiniband/core/verbs.c, qp_state_table,
/// IB_QPT_RAW_PACKET.
inline constexpr std::array<qp_transition_rule, 22> raw_packet{{
    {qp_state::reset, qp_state::init, bits(qp_attribute::port_num), bits()},
    {qp_state::init, qp_state::init, bits(), bits()},
    {qp_state::init, qp_state::rtr, bits(), bits()},
    {qp_state::rtr, qp_state::rts, bits(), bits(qp_attribute::rate_limit)},
    {qp_state::rts, qp_state::rts, bits(), bits(qp_attribute::rate_limit)},
    {qp_state::rts, qp_state::sqd, bits(), bits()},
    {qp_state::sqd, qp_state::rts, bits(), bits()},
    {qp_state::sqe, qp_state::rts, bits(), bits()},
    {qp_state::sqd, qp_state::sqd, bits(), bits()},
    {qp_state::reset, qp_state::reset, bits(), bits()},
    {qp_state::init, qp_state::reset, bits(), bits()},
    {qp_state::rtr, qp_state::reset, bits(), bits()},
    {qp_state::rts, qp_state::reset, bits(), bits()},
    {qp_state::sqd, qp_state::reset, bits(), bits()},
    {qp_state::sqe, qp_state::reset, bits(), bits()},
    {qp_state::error, qp_state::reset, bits(), bits()},
    {qp_state::init, qp_state::error, bits(), bits()},
    {qp_state::rtr, qp_state::error, bits(), bits()},
    {qp_state::rts, qp_state::error, bits(), bits()},
    {qp_state::sqd, qp_state::error, bits(), bits()},
    {qp_state::sqe, qp_state::error, bits(), bits()},
    {qp_state::error, qp_state::error, bits(), bits()},
}};

/// The half of an XRC connection that sends, which has no attributes of a responder.
///
/// Source: Linux drivers/infiniband/core/verbs.c, qp_state_table, IB_QPT_XRC_INI.
inline constexpr std::array<qp_transition_rule, 22> xrc_send{{
    {qp_state::reset, qp_state::init,
     bits(qp_attribute::pkey_index, qp_attribute::port_num, qp_attribute::qp_access_flags), bits()},
    {qp_state::init, qp_state::init, bits(),
     bits(qp_attribute::pkey_index, qp_attribute::port_num, qp_attribute::qp_access_flags)},
    {qp_state::init, qp_state::rtr,
     bits(qp_attribute::ah_attr, qp_attribute::path_mtu, qp_attribute::dest_qp_num,
          qp_attribute::rq_psn),
     bits(qp_attribute::alt_ah_attr, qp_attribute::qp_access_flags, qp_attribute::pkey_index)},
    {qp_state::rtr, qp_state::rts,
     bits(qp_attribute::sq_psn, qp_attribute::timeout, qp_attribute::retry_cnt,
          qp_attribute::rnr_retry, qp_attribute::max_rd_atomic),
     bits(qp_attribute::cur_qp_state, qp_attribute::qp_access_flags, qp_attribute::alt_ah_attr,
          qp_attribute::path_mig_state)},
    {qp_state::rts, qp_state::rts, bits(),
     bits(qp_attribute::cur_qp_state, qp_attribute::qp_access_flags, qp_attribute::alt_ah_attr,
          qp_attribute::path_mig_state)},
    {qp_state::sqd, qp_state::rts, bits(),
     bits(qp_attribute::cur_qp_state, qp_attribute::qp_access_flags, qp_attribute::alt_ah_attr,
          qp_attribute::path_mig_state)},
    {qp_state::rts, qp_state::sqd, bits(), bits(qp_attribute::en_sqd_async_notify)},
    {qp_state::sqd, qp_state::sqd, bits(),
     bits(qp_attribute::port_num, qp_attribute::ah_attr, qp_attribute::timeout,
          qp_attribute::retry_cnt, qp_attribute::rnr_retry, qp_attribute::max_rd_atomic,
          qp_attribute::alt_ah_attr, qp_attribute::qp_access_flags, qp_attribute::pkey_index,
          qp_attribute::path_mig_state)},
    {qp_state::sqe, qp_state::rts, bits(), bits()},
    {qp_state::reset, qp_state::reset, bits(), bits()},
    {qp_state::init, qp_state::reset, bits(), bits()},
    {qp_state::rtr, qp_state::reset, bits(), bits()},
    {qp_state::rts, qp_state::reset, bits(), bits()},
    {qp_state::sqd, qp_state::reset, bits(), bits()},
    {qp_state::sqe, qp_state::reset, bits(), bits()},
    {qp_state::error, qp_state::reset, bits(), bits()},
    {qp_state::init, qp_state::error, bits(), bits()},
    {qp_state::rtr, qp_state::error, bits(), bits()},
    {qp_state::rts, qp_state::error, bits(), bits()},
    {qp_state::sqd, qp_state::error, bits(), bits()},
    {qp_state::sqe, qp_state::error, bits(), bits()},
    {qp_state::error, qp_state::error, bits(), bits()},
}};

/// The half of an XRC connection that receives, which has no attributes of a requester but a timeout.
///
/// Source: Linux drivers/infiniband/core/verbs.c, qp_state_table, IB_QPT_XRC_TGT.
inline constexpr std::array<qp_transition_rule, 22> xrc_recv{{
    {qp_state::reset, qp_state::init,
     bits(qp_attribute::pkey_index, qp_attribute::port_num, qp_attribute::qp_access_flags), bits()},
    {qp_state::init, qp_state::init, bits(),
     bits(qp_attribute::pkey_index, qp_attribute::port_num, qp_attribute::qp_access_flags)},
    {qp_state::init, qp_state::rtr,
     bits(qp_attribute::ah_attr, qp_attribute::path_mtu, qp_attribute::dest_qp_num,
          qp_attribute::rq_psn, qp_attribute::max_dest_rd_atomic, qp_attribute::min_rnr_timer),
     bits(qp_attribute::alt_ah_attr, qp_attribute::qp_access_flags, qp_attribute::pkey_index)},
    {qp_state::rtr, qp_state::rts, bits(qp_attribute::sq_psn, qp_attribute::timeout),
     bits(qp_attribute::cur_qp_state, qp_attribute::qp_access_flags, qp_attribute::alt_ah_attr,
          qp_attribute::path_mig_state, qp_attribute::min_rnr_timer)},
    {qp_state::rts, qp_state::rts, bits(),
     bits(qp_attribute::cur_qp_state, qp_attribute::qp_access_flags, qp_attribute::alt_ah_attr,
          qp_attribute::path_mig_state, qp_attribute::min_rnr_timer)},
    {qp_state::sqd, qp_state::rts, bits(),
     bits(qp_attribute::cur_qp_state, qp_attribute::qp_access_flags, qp_attribute::alt_ah_attr,
          qp_attribute::path_mig_state, qp_attribute::min_rnr_timer)},
    {qp_state::rts, qp_state::sqd, bits(), bits(qp_attribute::en_sqd_async_notify)},
    {qp_state::sqd, qp_state::sqd, bits(),
     bits(qp_attribute::port_num, qp_attribute::ah_attr, qp_attribute::timeout,
          qp_attribute::max_dest_rd_atomic, qp_attribute::min_rnr_timer, qp_attribute::alt_ah_attr,
          qp_attribute::qp_access_flags, qp_attribute::pkey_index, qp_attribute::path_mig_state)},
    {qp_state::sqe, qp_state::rts, bits(), bits()},
    {qp_state::reset, qp_state::reset, bits(), bits()},
    {qp_state::init, qp_state::reset, bits(), bits()},
    {qp_state::rtr, qp_state::reset, bits(), bits()},
    {qp_state::rts, qp_state::reset, bits(), bits()},
    {qp_state::sqd, qp_state::reset, bits(), bits()},
    {qp_state::sqe, qp_state::reset, bits(), bits()},
    {qp_state::error, qp_state::reset, bits(), bits()},
    {qp_state::init, qp_state::error, bits(), bits()},
    {qp_state::rtr, qp_state::error, bits(), bits()},
    {qp_state::rts, qp_state::error, bits(), bits()},
    {qp_state::sqd, qp_state::error, bits(), bits()},
    {qp_state::sqe, qp_state::error, bits(), bits()},
    {qp_state::error, qp_state::error, bits(), bits()},
}};

/// A dynamically connected initiator.
///
/// Source: Linux drivers/infiniband/hw/mlx5/qp.c, modify_dci_qp_is_ok.
inline constexpr std::array<qp_transition_rule, 14> dci{{
    {qp_state::reset, qp_state::init, bits(qp_attribute::pkey_index, qp_attribute::port_num),
     bits()},
    {qp_state::init, qp_state::init, bits(),
     bits(qp_attribute::pkey_index, qp_attribute::port_num)},
    {qp_state::init, qp_state::rtr, bits(qp_attribute::path_mtu),
     bits(qp_attribute::pkey_index, qp_attribute::ah_attr)},
    {qp_state::rtr, qp_state::rts,
     bits(qp_attribute::sq_psn, qp_attribute::timeout, qp_attribute::retry_cnt,
          qp_attribute::rnr_retry, qp_attribute::max_rd_atomic),
     bits(qp_attribute::min_rnr_timer)},
    {qp_state::rts, qp_state::rts, bits(), bits(qp_attribute::min_rnr_timer)},
    {qp_state::reset, qp_state::reset, bits(), bits()},
    {qp_state::init, qp_state::reset, bits(), bits()},
    {qp_state::rtr, qp_state::reset, bits(), bits()},
    {qp_state::rts, qp_state::reset, bits(), bits()},
    {qp_state::error, qp_state::reset, bits(), bits()},
    {qp_state::init, qp_state::error, bits(), bits()},
    {qp_state::rtr, qp_state::error, bits(), bits()},
    {qp_state::rts, qp_state::error, bits(), bits()},
    {qp_state::error, qp_state::error, bits(), bits()},
}};

/// A dynamically connected target, which goes no further and not back.
///
/// Source: Linux drivers/infiniband/hw/mlx5/qp.c, mlx5_ib_modify_dct.
inline constexpr std::array<qp_transition_rule, 2> dct{{
    {qp_state::reset, qp_state::init,
     bits(qp_attribute::pkey_index, qp_attribute::port_num, qp_attribute::qp_access_flags), bits()},
    {qp_state::init, qp_state::rtr,
     bits(qp_attribute::ah_attr, qp_attribute::path_mtu, qp_attribute::min_rnr_timer), bits()},
}};

}  // namespace qp_transitions

#pragma GCC visibility pop

}  // namespace verbatim
