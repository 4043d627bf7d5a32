// A path: all values that two queue pairs need to reach each other, as seen by one end.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <variant>

#include "verbatim/verbs/values/gid.hpp"
#include "verbatim/verbs/values/link_values.hpp"
#include "verbatim/verbs/values/timers.hpp"

namespace verbatim {

// Fields have the names of the headers of packets that this end sends: s is the source, this end; d
// is the destination, the peer. A field that is not set is unknown or undecided; 0 is an ordinary
// value.

/// The addresses and other fields of the GRH, or on RoCE of the IP header.
struct global_route {
  std::optional<gid> sgid = std::nullopt;                  ///< GID of this end
  std::optional<gid> dgid = std::nullopt;                  ///< GID of the peer
  std::optional<std::uint32_t> flow_label = std::nullopt;  ///< 20 bits
  /// 8 bits.
  std::optional<std::uint8_t> traffic_class = std::nullopt;
  std::optional<std::uint8_t> hop_limit = std::nullopt;  ///< 8 bits

  bool operator==(const global_route&) const = default;
};

/// The values on which the queue pairs of both ends agree, on any network.
struct connection_terms {
  /// The partition.
  std::optional<verbatim::pkey> pkey = std::nullopt;
  std::optional<verbatim::mtu> mtu = std::nullopt;    ///< the longest payload of a packet
  std::optional<verbatim::rate> rate = std::nullopt;  ///< the highest rate of packets
  std::optional<verbatim::packet_life_time> packet_life_time = std::nullopt;  ///< for one way
  std::optional<std::uint32_t> sqpn = std::nullopt;   ///< 24 bits: number of the queue pair
  std::optional<std::uint32_t> dqpn = std::nullopt;   ///< 24 bits
  std::optional<std::uint32_t> qkey = std::nullopt;   ///< for datagrams
  std::optional<std::uint32_t> sqpsn = std::nullopt;  ///< 24 bits: number of the first packet sent
  std::optional<std::uint32_t> dqpsn = std::nullopt;  ///< 24 bits
  std::optional<std::uint8_t> srdatomic = std::nullopt;        ///< READs and atomics served at once
  std::optional<std::uint8_t> drdatomic = std::nullopt;        ///< the same at the peer
  std::optional<response_time> sack_resp_time = std::nullopt;  ///< time until it acknowledges

  /// The same at the peer.
  std::optional<response_time> dack_resp_time = std::nullopt;
  std::optional<rnr_timer> min_rnr_timer = std::nullopt;  ///< the wait if no receive is posted
  std::optional<std::uint8_t> retry_cnt = std::nullopt;   ///< 0 to 7
  /// 0 to 7; 7 means no limit.
  std::optional<rnr_retry_count> rnr_retry = std::nullopt;

  bool operator==(const connection_terms&) const = default;
};

/// A path through an InfiniBand fabric.
struct ib_path {
  std::optional<lid> slid = std::nullopt;         ///< LID of this end
  std::optional<lid> dlid = std::nullopt;         ///< LID of the peer
  std::optional<std::uint8_t> sl = std::nullopt;  ///< service level, 4 bits
  std::optional<bool> has_grh = std::nullopt;     ///< not set: only if the port requires it
  global_route grh = {};                          ///< sent if has_grh is true
  connection_terms terms = {};                    ///< the values on which both ends agree

  bool operator==(const ib_path&) const = default;
};

/// A path through Ethernet, which has no LIDs.
struct roce_path {
  std::optional<gid_type> type = std::nullopt;    ///< RoCE v1 or v2
  std::optional<std::uint8_t> sl = std::nullopt;  ///< the priority, 0 to 7
  global_route grh = {};                          ///< the IP header or GRH of every packet
  connection_terms terms = {};                    ///< the values on which both ends agree

  bool operator==(const roce_path&) const = default;
};

/// A path of either kind. It is a value: copy it, send it, compare it.
using path = std::variant<ib_path, roce_path>;

/// Returns the terms of the connection, which both kinds of path have.
connection_terms& terms(path& path) noexcept;
const connection_terms& terms(const path& path) noexcept;
/// Returns the GIDs and the fields of the GRH, which both kinds of path have.
global_route& route(path& path) noexcept;
const global_route& route(const path& path) noexcept;

/// The purpose of a reversed path.
enum class reversal : std::uint8_t {
  of_view,   ///< the same path as seen by the peer
  of_reply,  ///< the path for a reply: hop_limit becomes 255 if there is a GRH
};

/// Returns the path as seen by the other end: source and destination are swapped. Reversing it
/// twice gives the same path, except for the hop_limit of a reply.
path reverse(const path& path, reversal kind = reversal::of_view);

/// Returns the timeout of the sender: twice packet_life_time plus the peer's dack_resp_time,
/// rounded up. Returns nothing if one of them is not set.
std::optional<ack_timeout> timeout_over(const path& path) noexcept;

/// Returns the fields that are set, for example `RoCE path {type=RoCE v2 sgid=::ffff:10.0.0.1 …
/// mtu=4096 bytes}`.
std::string to_string(const path& path);
std::ostream& operator<<(std::ostream& out, const path& path);

/// Parses a path in the format of to_string(). Numbers may omit their units: `mtu=4096
/// min_rnr_timer=12`. The text may come from a configuration file or a peer, and is not trusted.
/// Throws an error that names the field and its invalid value.
path parse_path(std::string_view text);

}  // namespace verbatim
