// What two ends agree on, as functions of what they say: each end comes to the same.
#pragma once

#include <cstdint>
#include <optional>

#include "verbatim/connect/connection_offer.hpp"
#include "verbatim/connect/fill.hpp"
#include "verbatim/verbs/local_end.hpp"

namespace verbatim {

/// What an end may rely on once it is connected.
struct agreement {
  verbatim::path path = {};                                 ///< as this end sees it
  std::optional<std::uint32_t> max_message = std::nullopt;  ///< in bytes, either way
  std::uint64_t features = 0;                               ///< that both have
  connection_offer peer = {};                               ///< what the peer said

  bool operator==(const agreement&) const = default;
};

/// The path on which two ends can meet that see it so; both arguments and the result are as this end sees
/// it. From the other end, settle(reverse(theirs), reverse(mine)) is the same reversed.
///
/// * what is of the source (slid, sgid, sqpn, sqpsn, sack_resp_time): mine; of the destination: theirs
/// * mtu, rate, srdatomic, drdatomic: the lesser
/// * packet_life_time, min_rnr_timer, retry_cnt, rnr_retry: the longer, as both have to be content
/// * sl, flow_label, traffic_class, hop_limit: the greater, so that a wish goes before the default 0
/// * has_grh: if one wants it. pkey: of one partition, and full membership before limited
/// * type, qkey: must be the same
///
/// What only one of them says is so. Throws an error that names all fields on which they cannot meet.
path settle(const path& mine, const path& theirs);

/// The path of who begins, with its own side filled in. What is set in `wanted` is a wish; without it, the
/// path is of the kind of the port.
path own_path(const std::optional<path>& wanted, const local_end& end,
              const fill_options& options = {});

/// The path of who answers `offered`: its own wishes first, then those of the offer, then what fill()
/// adds. The times and counts of the offer are left to settle(), which takes what both need.
path own_path(const std::optional<path>& wanted, const path& offered, const local_end& end,
              const fill_options& options = {});

/// Both sides put together. `mine.path` is as this end sees it, and so is `theirs.path`. Throws if the
/// transports do not fit one another, and as settle() does. Of DC, at least one end is a DCI and the other
/// has a DCT: where that is, the path's dqpn and `peer.dc_key` tell the DCI.
agreement negotiate(const connection_offer& mine, const connection_offer& theirs);

/// The same for who began: `answer.path` is what the other end has settled on and established, so it must
/// be what this end comes to. Throws an error that names the fields that are not.
agreement accept_answer(const connection_offer& mine, const connection_offer& answer);

/// For ends that have more than one peer: throws if this one's queue pair, or its DCT, has an MTU already
/// and the path that was agreed needs another.
void check_mtu(const path& agreed, const local_end& end);

}  // namespace verbatim
