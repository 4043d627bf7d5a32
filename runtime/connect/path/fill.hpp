// Completes a path with the values of one end: its own addresses, its limits, and named defaults.
#pragma once

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "verbatim/verbs/values/local_end.hpp"
#include "verbatim/verbs/values/path.hpp"

namespace verbatim {

/// Options of fill().
struct fill_options {
  /// The most outstanding READs and atomics of this end, in either direction. Responder resources
  /// are scarce: set 0 if the queue pair uses none.
  std::uint8_t max_rd_atomic = 255;

  /// The source of PSNs; only the lowest 24 bits count. Default: std::random_device.
  std::function<std::uint32_t()> random = nullptr;
};

namespace detail {

/// A field that fill() set or changed.
struct filled_field {
  std::string_view name;  ///< such as `sqpn`
  std::string value;      ///< in the format of to_string(path)
  std::string why;        ///< the source of the value, in words
};

/// Returns, for example, `mtu=4096 bytes: the port's active MTU`.
std::string to_string(const filled_field& field);

}  // namespace detail

/// The result of fill().
struct filled_path {
  using field = detail::filled_field;

  verbatim::path path;        ///< the path with all values that this end knows
  std::vector<field> filled;  ///< the differences from the given path
};

/// Returns a line for each field that was filled.
std::string to_string(const filled_path& filled);
std::ostream& operator<<(std::ostream& out, const filled_path& filled);

/// Returns the path with all values that this end knows.
///
/// * its own, whatever was set: sqpn, sack_resp_time, the queue pair's qkey if it has one, and
///   has_grh if the port demands a GRH. Nobody sends to a DCI: its sqpn becomes that of the DCT
///   beside it, and stays as it was if there is none.
/// * its own if not set: slid, sgid, and on RoCE the type
/// * clipped, or the limit if not set: mtu to the port's, or to that of a DCI or DCT which has one;
///   srdatomic and drdatomic to what the device initiates and answers, and to max_rd_atomic
/// * clipped if set: rate to the port's
/// * random if not set: sqpsn, dqpsn
/// * defaults if not set: pkey 0xffff if the port has it, else its first; qkey that of
///   activate_attributes; sl 0; flow_label 0, traffic_class 0, hop_limit 64; packet_life_time the
///   subnet's, on RoCE 16 as in Linux's rdma_cm; dack_resp_time as long as this end's own;
///   min_rnr_timer 0.64 ms, retry_cnt 7, rnr_retry 7
///
/// Fields that the transport does not use do not change. The fields of queue pairs do not change
/// either if there is no queue pair (local_end::qp). Two ends can settle a connection with fill()
/// alone: A fills, reverses and sends the path; B fills it, reverses it and sends it back; A fills
/// it once more.
///
/// Throws if the path has another kind than the port, or if the port has no suitable GID.
filled_path fill(path path, const local_end& end, const fill_options& options = {});

}  // namespace verbatim
