// A path: everything that two queue pairs have to know to reach one another, from the view of one end.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <variant>

#include "verbatim/verbs/gid.hpp"
#include "verbatim/verbs/link_values.hpp"
#include "verbatim/verbs/timers.hpp"

namespace verbatim {

// Fields are those of the headers of packets that this end sends: s is the source, this end, and d the
// destination, the peer. What is not set is not known, or not decided: 0 is a value like another.

/// The addresses in the GRH, or on RoCE in the IP header, and what else stands there.
struct global_route {
  std::optional<gid> sgid = std::nullopt;
  std::optional<gid> dgid = std::nullopt;
  std::optional<std::uint32_t> flow_label = std::nullopt;  ///< 20 bits
  std::optional<std::uint8_t> traffic_class = std::nullopt;
  std::optional<std::uint8_t> hop_limit = std::nullopt;

  bool operator==(const global_route&) const = default;
};

/// What the queue pairs at both ends agree on, wherever they are.
struct connection_terms {
  std::optional<verbatim::pkey> pkey = std::nullopt;
  std::optional<verbatim::mtu> mtu = std::nullopt;
  std::optional<verbatim::rate> rate = std::nullopt;  ///< no packets faster than this
  std::optional<verbatim::packet_life_time> packet_life_time = std::nullopt;  ///< one way
  std::optional<std::uint32_t> sqpn = std::nullopt;   ///< 24 bits: number of the queue pair
  std::optional<std::uint32_t> dqpn = std::nullopt;   ///< 24 bits
  std::optional<std::uint32_t> qkey = std::nullopt;   ///< of datagrams
  std::optional<std::uint32_t> sqpsn = std::nullopt;  ///< 24 bits: number of the first packet sent
  std::optional<std::uint32_t> dqpsn = std::nullopt;  ///< 24 bits
  std::optional<std::uint8_t> srdatomic = std::nullopt;  ///< READs and atomics under way at once
  std::optional<std::uint8_t> drdatomic = std::nullopt;
  std::optional<response_time> sack_resp_time = std::nullopt;  ///< how long until it acknowledges
  std::optional<response_time> dack_resp_time = std::nullopt;
  std::optional<rnr_timer> min_rnr_timer =
      std::nullopt;  ///< for how long a receiver sends others away
  std::optional<std::uint8_t> retry_cnt = std::nullopt;  ///< 0 to 7
  std::optional<rnr_retry_count> rnr_retry = std::nullopt;

  bool operator==(const connection_terms&) const = default;
};

/// Through an InfiniBand fabric.
struct ib_path {
  std::optional<lid> slid = std::nullopt;
  std::optional<lid> dlid = std::nullopt;
  std::optional<std::uint8_t> sl = std::nullopt;  ///< service level, 4 bits
  std::optional<bool> has_grh = std::nullopt;     ///< not set: only if the port demands it
  global_route grh = {};
  connection_terms terms = {};

  bool operator==(const ib_path&) const = default;
};

/// Through Ethernet, where there are no LIDs.
struct roce_path {
  std::optional<gid_type> type = std::nullopt;    ///< RoCE v1 or v2
  std::optional<std::uint8_t> sl = std::nullopt;  ///< the priority, 0 to 7
  global_route grh = {};
  connection_terms terms = {};

  bool operator==(const roce_path&) const = default;
};

/// A value: copy it, send it, compare it.
using path = std::variant<ib_path, roce_path>;

// What both kinds have, whichever it is.
connection_terms& terms(path& path) noexcept;
const connection_terms& terms(const path& path) noexcept;
global_route& route(path& path) noexcept;
const global_route& route(const path& path) noexcept;

/// Calls visit(name, optional) for every field of the path, in the order of the declarations.
template <class Path, class Visit>
void for_each_field(Path& path, Visit&& visit);

/// What the reversed path is for.
enum class reversal : std::uint8_t {
  of_view,   ///< the same path as the peer sees it
  of_reply,  ///< the way back for an answer: hop_limit becomes 255 where there is a GRH
};

/// The path from the other end: what was of the source is of the destination. Done twice it is the path
/// again, but for the hop_limit of a reply.
path reverse(const path& path, reversal kind = reversal::of_view);

/// The timeout of the end that sends: twice packet_life_time and the peer's dack_resp_time, rounded up.
/// None if one of them is not set.
std::optional<ack_timeout> timeout_over(const path& path) noexcept;

/// `RoCE path {type=RoCE v2 sgid=::ffff:10.0.0.1 … mtu=4096 bytes}`: the fields that are set.
std::string to_string(const path& path);
std::ostream& operator<<(std::ostream& out, const path& path);

/// What to_string() has written, or a person: of the numbers the units may be left out, `mtu=4096 min_rnr_timer=12`. For
/// paths in configuration files and from peers: text is believed nothing. Throws an error that names the field and
/// the value that it cannot have.
path parse_path(std::string_view text);

/// A field as to_string(path) writes it; "not set" if it is not.
template <class Value>
std::string field_text(const std::optional<Value>& value);

}  // namespace verbatim

#include "verbatim/connect/path_fields.hpp"
