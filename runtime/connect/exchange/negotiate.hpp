// The agreement of two ends, computed from both offers. Each end comes to the same result.
#pragma once

#include <cstdint>
#include <optional>

#include "verbatim/connect/exchange/connection_offer.hpp"
#include "verbatim/connect/path/fill.hpp"
#include "verbatim/verbs/values/local_end.hpp"

namespace verbatim::exchange {

/// The values that an end may rely on once it is connected.
struct agreement {
  verbatim::path path = {};                                 ///< as this end sees it
  std::optional<std::uint32_t> max_message = std::nullopt;  ///< in bytes, in either direction
  std::uint64_t features = 0;                               ///< the features that both have
  exchange::offer peer = {};                                ///< the peer's offer

  bool operator==(const agreement&) const = default;
};

/// Returns the path on which two ends can meet. Both arguments and the result are as this end sees
/// them. At the other end, settle(reverse(theirs), reverse(mine)) is the same path reversed.
///
/// * source fields (slid, sgid, sqpn, sqpsn, sack_resp_time): mine; destination fields: theirs
/// * mtu, rate, srdatomic, drdatomic: the lesser
/// * packet_life_time, min_rnr_timer, retry_cnt, rnr_retry: the longer, because it has to suit both
/// * sl, flow_label, traffic_class, hop_limit: the greater, so a wish goes before the default 0
/// * has_grh: if one wants it. pkey: of one partition, and full membership before limited
/// * type, qkey: must be the same
///
/// A field that only one end has set keeps its value. Throws an error that names all fields on
/// which they cannot meet.
path settle(const path& mine, const path& theirs);

/// Returns the path of the end that begins, with its own side filled in. The fields set in `wanted`
/// are wishes. Without `wanted`, the path is of the port's kind.
path own_path(const std::optional<path>& wanted, const local_end& end,
              const fill_options& options = {});

/// Returns the path of the end that answers `offered`: its own wishes first, then those of the
/// offer, then the values that fill() adds. The times and counts of the offer are left to settle(),
/// which takes the values that both need.
path own_path(const std::optional<path>& wanted, const path& offered, const local_end& end,
              const fill_options& options = {});

/// Returns the agreement of both sides. `mine.path` and `theirs.path` are both as this end sees
/// them. Throws if the transports do not fit one another, and like settle(). For DC, at least one
/// end is a DCI and the other has a DCT. The path's dqpn and `peer.dc_key` tell the DCI where that
/// DCT is.
agreement negotiate(const exchange::offer& mine, const exchange::offer& theirs);

/// Returns the agreement of the end that began. `answer.path` is the path that the other end has
/// settled on and established, so this end must come to the same. Throws an error that names the
/// fields that differ.
agreement accept_answer(const exchange::offer& mine, const exchange::offer& answer);

/// Checks an end that has more than one peer. Throws if its queue pair or its DCT already has an
/// MTU and the agreed path needs another.
void check_mtu(const path& agreed, const local_end& end);

}  // namespace verbatim::exchange
