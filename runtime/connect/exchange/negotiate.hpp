// The agreement of two ends, computed from both offers. Both ends get the same result.
#pragma once

#include <cstdint>
#include <optional>

#include "verbatim/connect/exchange/connection_offer.hpp"
#include "verbatim/connect/path/fill.hpp"
#include "verbatim/verbs/values/local_end.hpp"

namespace verbatim::exchange {

/// The agreed values, which are valid once the end is connected.
struct agreement {
  verbatim::path path = {};                                 ///< as seen by this end
  std::optional<std::uint32_t> max_message = std::nullopt;  ///< in bytes, in both directions
  std::uint64_t features = 0;                               ///< the features that both have
  exchange::offer peer = {};                                ///< the peer's offer

  bool operator==(const agreement&) const = default;
};

/// Returns the path that both ends can use. Both arguments and the result are as seen by this end.
/// At the other end, settle(reverse(theirs), reverse(mine)) is the same path reversed.
///
/// * source fields (slid, sgid, sqpn, sqpsn, sack_resp_time): mine; destination fields: theirs
/// * mtu, rate, srdatomic, drdatomic: the lesser
/// * packet_life_time, min_rnr_timer, retry_cnt, rnr_retry: the longer, because it has to be enough
///   for both
/// * sl, flow_label, traffic_class, hop_limit: the greater, so a chosen value replaces the default
///   0
/// * has_grh: true if one end has it. pkey: same partition; full membership replaces limited
/// * type, qkey: must be the same
///
/// A field that only one end has set keeps its value. Throws an error that names all fields on
/// which the ends cannot agree.
path settle(const path& mine, const path& theirs);

/// Returns the path of the end that begins, with its own side filled in. The fields that are set in
/// `wanted` are preferences. Without `wanted`, the path has the port's kind.
path own_path(const std::optional<path>& wanted, const local_end& end,
              const fill_options& options = {});

/// Returns the path of the end that answers `offered`. It takes its own preferences first, then the
/// fields of the offer, then the values from fill(). The times and counts of the offer are left to
/// settle(), which chooses values that are enough for both.
path own_path(const std::optional<path>& wanted, const path& offered, const local_end& end,
              const fill_options& options = {});

/// Returns the agreement of both sides. `mine.path` and `theirs.path` are both as seen by this end.
/// Throws if the transports do not match, and like settle(). For DC, at least one end is a DCI and
/// the other has a DCT. The path's dqpn and `peer.dc_key` are the number and the key of that DCT.
agreement negotiate(const exchange::offer& mine, const exchange::offer& theirs);

/// Returns the agreement of the end that began. `answer.path` is the path that the other end has
/// already established, so this end must get the same result. Throws an error that names the fields
/// that differ.
agreement accept_answer(const exchange::offer& mine, const exchange::offer& answer);

/// Checks an end with more than one peer. Throws if its queue pair or DCT already has an MTU and
/// the agreed path needs another one.
void check_mtu(const path& agreed, const local_end& end);

}  // namespace verbatim::exchange
