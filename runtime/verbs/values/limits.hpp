// The limits of a device.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim {

/// The limits of a device, with the names of ibv_device_attr.
struct limits {
  std::uint32_t max_cqe = 0;             ///< CQEs of one CQ
  std::uint32_t max_qp_wr = 0;           ///< receive WQEs, or WQEBBs, of one QP
  std::uint32_t max_sge = 0;             ///< SGEs of one WQE
  std::uint8_t max_qp_rd_atom = 0;       ///< most READs and atomics that a QP serves at once
  std::uint8_t max_qp_init_rd_atom = 0;  ///< most outstanding READs and atomics of a QP
  std::uint8_t phys_port_cnt = 0;        ///< ports are numbered from 1 to this
  std::uint8_t local_ca_ack_delay = 0;   ///< the time until it acknowledges, as response_time
};

/// Returns text such as `max_cqe=4194303 max_qp_wr=32768 …`.
std::string to_string(const limits& limits);
inline std::ostream& operator<<(std::ostream& out, const limits& value) {
  return out << to_string(value);
}

}  // namespace verbatim
