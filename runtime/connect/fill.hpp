// What one end adds to a path: its own side, limits that it has, and defaults that it names.
#pragma once

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "verbatim/connect/path.hpp"
#include "verbatim/verbs/local_end.hpp"

namespace verbatim {

struct fill_options {
  /// READs and atomics at once that this end takes part in, in either direction. Responder resources are
  /// scarce: 0 for those that use none.
  std::uint8_t max_rd_atomic = 255;

  /// Where PSNs come from, of which the lowest 24 bits are taken; without one, std::random_device.
  std::function<std::uint32_t()> random = nullptr;
};

/// A field that fill() set or changed.
struct filled_field {
  std::string_view name;
  std::string value;  ///< as to_string(path) writes it
  std::string why;
};

/// `mtu=4096 bytes: the port's active MTU`
std::string to_string(const filled_field& field);

struct filled_path {
  verbatim::path path;
  std::vector<filled_field> filled;  ///< what is different from the path that was given
};

/// A line for each field that was filled.
std::string to_string(const filled_path& filled);
std::ostream& operator<<(std::ostream& out, const filled_path& filled);

/// The path with everything that this end knows.
///
/// * its own: sqpn (of a DCI, which nobody sends to, that of the DCT beside it, if there is one) and
///   sack_resp_time always; slid, sgid (and on RoCE the type), where they are not set
/// * clipped: mtu and rate to the port's, mtu to that of a DCI or DCT which has one; srdatomic and
///   drdatomic to what the device initiates and answers, and to max_rd_atomic
/// * random where it is not set: sqpsn, dqpsn
/// * defaults where it is not set: pkey 0xffff if the port has it, else its first; sl 0; flow_label 0,
///   traffic_class 0, hop_limit 64; packet_life_time the subnet's, on RoCE 16 as Linux's rdma_cm has it;
///   dack_resp_time as long as the own; min_rnr_timer 0.64 ms, retry_cnt 7, rnr_retry 7
///
/// What a transport has no use for is left alone, and without a queue pair (local_end::qp) whatever only
/// queue pairs have. Two ends settle a connection with nothing else: A fills, reverses and sends; B fills,
/// and sends it reversed again; A fills once more.
///
/// Throws if the path is of another kind than the port, or if the port has no GID that does.
filled_path fill(path path, const local_end& end, const fill_options& options = {});

}  // namespace verbatim
