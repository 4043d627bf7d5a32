// A communication identifier (rdma_cm_id), as the device knows it.
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

/// Queue pair types that a port space or the program gives an id; values of ibv_qp_type.
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

/// A way to the peer, as the subnet administrator would give it.
struct path {
  gid sgid{};
  gid dgid{};
  std::uint16_t slid = 0;
  std::uint16_t dlid = 0;
  std::uint32_t flow_label = 0;
  std::uint8_t hop_limit = 0;
  std::uint8_t traffic_class = 0;
  std::uint8_t mtu = 0;

  /// The exponent of 4.096 microseconds.
  std::uint8_t packet_life_time = 0;
};

/// A multicast group that an id has joined.
struct group {
  std::uint32_t handle = 0;
  std::uint64_t uid = 0;
  std::uint32_t events_reported = 0;
};

/// The facts that both sides of a connection have told each other.
struct connection {
  connection_state state = connection_state::none;

  /// The number by which the peer names this id, never used twice in a process.
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

  /// True once the messages have made a connection of IBTA: rdma_disconnect and rdma_reject need
  /// one.
  bool begun = false;

  /// The message that is sent again while nobody answers, and how often it was sent.
  packet last_sent;
  unsigned tries = 0;
  bool seen = false;

  /// Counts the timers that were started; older ones are void.
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
  path way;
  bool has_way = false;

  // Options.
  bool reuse = false;
  bool address_family_only = false;
  bool address_family_only_set = false;
  std::uint8_t type_of_service = 0;
  std::optional<std::uint8_t> ack_timeout;

  /// True if the id holds a port.
  bool holds_port = false;

  /// The number of requests that may still wait for the program, if this is a listener. The
  /// listener, if this is a request that the program has not got.
  std::uint32_t backlog = 0;
  id* listener = nullptr;

  std::uint32_t qpn = 0;
  bool srq = false;
  std::uint32_t qkey = 0;
  connection link;

  /// Counts address resolutions; the timers of older ones are void.
  std::uint64_t resolution = 0;
  std::map<std::uint32_t, std::unique_ptr<group>> groups;

  bool datagram() const noexcept { return qp_type == qp_kind::ud; }

  /// Returns the Q_Key of datagrams: the one that was agreed, or that of the port space.
  std::uint32_t datagram_qkey() const noexcept {
    if (qkey != 0) return qkey;
    return port_space == ipoib_port_space ? ipoib_qkey : usual_qkey;
  }
};

}  // namespace verbatim::emulator::cm
