// The bits of the mask of attributes that a state change of a queue pair sets.
#pragma once

#include <cstdint>
#include <string>

namespace verbatim::emulator {

/// Bits of attr_mask in MODIFY_QP (ibv_qp_attr_mask in infiniband/verbs.h).
namespace qp_attr {
inline constexpr std::uint32_t state = 1u << 0;
inline constexpr std::uint32_t cur_state = 1u << 1;
inline constexpr std::uint32_t en_sqd_async_notify = 1u << 2;
inline constexpr std::uint32_t access_flags = 1u << 3;
inline constexpr std::uint32_t pkey_index = 1u << 4;
inline constexpr std::uint32_t port = 1u << 5;
inline constexpr std::uint32_t qkey = 1u << 6;
inline constexpr std::uint32_t av = 1u << 7;
inline constexpr std::uint32_t path_mtu = 1u << 8;
inline constexpr std::uint32_t timeout = 1u << 9;
inline constexpr std::uint32_t retry_cnt = 1u << 10;
inline constexpr std::uint32_t rnr_retry = 1u << 11;
inline constexpr std::uint32_t rq_psn = 1u << 12;
inline constexpr std::uint32_t max_qp_rd_atomic = 1u << 13;
inline constexpr std::uint32_t alt_path = 1u << 14;
inline constexpr std::uint32_t min_rnr_timer = 1u << 15;
inline constexpr std::uint32_t sq_psn = 1u << 16;
inline constexpr std::uint32_t max_dest_rd_atomic = 1u << 17;
inline constexpr std::uint32_t path_mig_state = 1u << 18;
inline constexpr std::uint32_t cap = 1u << 19;
inline constexpr std::uint32_t dest_qpn = 1u << 20;
inline constexpr std::uint32_t rate_limit = 1u << 25;
}  // namespace qp_attr

/// Returns the names of the bits in `mask`, with commas between them.
std::string names_of(std::uint32_t mask);

}  // namespace verbatim::emulator
