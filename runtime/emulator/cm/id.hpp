// A communication identifier (rdma_cm_id) on the device's side.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include "cm/address.hpp"
#include "cm/address_book.hpp"
#include "cm/connection_states.hpp"
#include "cm/event_file.hpp"
#include "cm/packet.hpp"

namespace verbatim::emulator::cm {

/// The states of an id; those of Linux (drivers/infiniband/core/cma_priv.h, enum rdma_cm_state).
enum class id_state : std::uint8_t {
  idle,
  address_query,
  address_resolved,
  route_query,
  route_resolved,
  connecting,
  disconnected,
  address_bound,
  listening,
  device_removed,
};

/// Queue pair types of an id, from its port space or from the program; values of ibv_qp_type.
namespace qp_kind {
inline constexpr std::uint8_t rc = 2;
inline constexpr std::uint8_t uc = 3;
inline constexpr std::uint8_t ud = 4;
inline constexpr std::uint8_t xrc_send = 9;
inline constexpr std::uint8_t xrc_recv = 10;
}  // namespace qp_kind

/// The Q_Keys of the port spaces (Linux rdma_cm.h, RDMA_UDP_QKEY), and that of IPoIB's broadcast
/// group; and the port space of IPoIB.
inline constexpr std::uint32_t usual_qkey = 0x01234567;
inline constexpr std::uint32_t ipoib_qkey = 0x0b1b;
inline constexpr std::uint16_t ipoib_port_space = 2;

/// The partition key of full members of the default partition.
inline constexpr std::uint16_t full_pkey = 0xffff;

/// The TTL of Linux's routes, which is the hop limit of paths on Ethernet.
inline constexpr std::uint8_t usual_hop_limit = 64;

/// A path to the peer, with the fields of a subnet administrator's answer.
struct path {
  gid sgid{};
  gid dgid{};
  std::uint16_t slid = 0;
  std::uint16_t dlid = 0;

  /// The bytes where a path record has its LIDs, on Ethernet.
  std::uint16_t slid_in_record = 0;
  std::uint16_t dlid_in_record = 0;
  std::uint64_t service_id = 0;
  std::uint32_t flow_label = 0;
  std::uint8_t hop_limit = 0;
  std::uint8_t traffic_class = 0;
  std::uint8_t mtu = 0;

  /// The exponent: 4.096 microseconds * 2^n.
  std::uint8_t packet_life_time = 0;
};

/// A multicast group that an id has joined.
struct group {
  std::uint32_t handle = 0;
  std::uint64_t uid = 0;
  std::uint32_t events_reported = 0;
};

/// The values that both sides of a connection have exchanged.
struct connection {
  connection_state state = connection_state::none;

  /// The number of this id for the peer. It is never used twice in a process.
  std::uint32_t communication = 0;
  std::uint32_t peer_slot = 0;
  std::uint32_t peer_communication = 0;
  std::uint64_t peer_guid = 0;
  std::uint32_t peer_qpn = 0;
  std::uint32_t psn = 0;
  std::uint32_t peer_psn = 0;
  std::uint8_t responder_resources = 0;
  std::uint8_t initiator_depth = 0;
  std::uint8_t retry_count = 0;
  std::uint8_t rnr_retry_count = 0;

  /// True once the messages have made an IBTA connection, which rdma_disconnect and rdma_reject
  /// need.
  bool begun = false;

  /// The number that messages on a network have in common.
  std::uint64_t transaction = 0;

  /// The message that is sent again without an answer, and the number of times it was sent. On a
  /// network it is the last one.
  packet last_sent;
  unsigned tries = 0;
  bool seen = false;

  /// The number of timers that were started; older timers are ignored.
  std::uint64_t timer = 0;
};

struct id {
  std::uint32_t handle = 0;
  std::uint64_t uid = 0;
  std::shared_ptr<event_file> file;
  std::uint16_t port_space = 0;
  std::uint8_t qp_type = 0;
  id_state state = id_state::idle;
  std::uint32_t events_reported = 0;

  address source;
  address destination;
  std::optional<place> at;

  /// The MAC address of the next hop, if the destination is outside of the fabric.
  std::optional<mac_address> neighbour;

  /// True if resolving the address has given the id a partition key, though its port is Ethernet.
  bool has_pkey = false;
  path way;
  bool has_way = false;

  // The options of the id.
  bool reuse = false;
  bool address_family_only = false;
  bool address_family_only_set = false;
  std::uint8_t type_of_service = 0;
  std::optional<std::uint8_t> ack_timeout;

  /// True if the id holds a port.
  bool holds_port = false;

  /// The number of requests that may still wait for the program, if this is a listener. The
  /// listener, if this is a request that the program has not taken.
  std::uint32_t backlog = 0;
  id* listener = nullptr;

  std::uint32_t qpn = 0;
  bool srq = false;
  std::uint32_t qkey = 0;
  connection link;

  /// The number of address resolutions; timers of older ones are ignored.
  std::uint64_t resolution = 0;
  std::map<std::uint32_t, std::unique_ptr<group>> groups;

  bool datagram() const noexcept { return qp_type == qp_kind::ud; }

  /// Returns the Q_Key of datagrams: the agreed one, or the one of the port space.
  std::uint32_t datagram_qkey() const noexcept {
    if (qkey != 0) return qkey;
    return port_space == ipoib_port_space ? ipoib_qkey : usual_qkey;
  }
};

}  // namespace verbatim::emulator::cm
