// The messages between the connection managers of two processes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "cm/address.hpp"

namespace verbatim::emulator::cm {

/// The messages of IBTA volume 1, chapter 12.
enum class packet_kind : std::uint8_t {
  request,             ///< REQ
  request_seen,        ///< MRA: the request has arrived, and the program has not answered yet
  reply,               ///< REP
  ready_to_use,        ///< RTU
  reject,              ///< REJ
  disconnect_request,  ///< DREQ
  disconnect_reply,    ///< DREP
  sidr_request,        ///< SIDR_REQ
  sidr_reply,          ///< SIDR_REP
};

/// The reasons of REJ that the emulator uses (IBTA volume 1, table 12.6.7.2).
namespace reject_reason {
inline constexpr std::uint8_t timeout = 4;
inline constexpr std::uint8_t no_listener = 8;
inline constexpr std::uint8_t stale_connection = 10;
inline constexpr std::uint8_t by_consumer = 28;
inline constexpr std::uint8_t vendor_option = 35;
}  // namespace reject_reason

/// The status of SIDR_REP (IBTA volume 1, table 12.11.2).
namespace sidr_status {
inline constexpr std::uint8_t valid = 0;
inline constexpr std::uint8_t unsupported = 1;
inline constexpr std::uint8_t rejected = 2;
}  // namespace sidr_status

/// The message that a REJ or an MRA is about (IBTA volume 1, tables 12.6.6 and 12.6.7).
namespace answered_message {
inline constexpr std::uint8_t request = 0;
inline constexpr std::uint8_t reply = 1;
inline constexpr std::uint8_t other = 2;
}  // namespace answered_message

/// A message in host order: all processes of a fabric run the same build on one machine. On a network
/// it becomes a management datagram.
struct packet {
  packet_kind kind = packet_kind::request;

  /// The reason of a reject, or the status of a SIDR reply.
  std::uint8_t reason = 0;
  std::uint8_t qp_type = 0;
  std::uint8_t responder_resources = 0;
  std::uint8_t initiator_depth = 0;
  std::uint8_t flow_control = 0;
  std::uint8_t retry_count = 0;
  std::uint8_t rnr_retry_count = 0;
  std::uint8_t srq = 0;
  std::uint8_t mtu = 0;
  std::uint8_t packet_life_time = 0;
  std::uint8_t traffic_class = 0;

  /// On a network: the message that a REJ or an MRA is about.
  std::uint8_t answers = 0;
  std::uint16_t port_space = 0;
  std::uint16_t lid = 0;

  /// The communication IDs of the sender and of the receiver, which is 0 in requests.
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint32_t qpn = 0;
  std::uint32_t qkey = 0;
  std::uint32_t psn = 0;
  std::uint32_t flow_label = 0;
  std::uint32_t ece_vendor = 0;
  std::uint32_t ece_options = 0;

  /// The number of bytes of private data.
  std::uint32_t private_bytes = 0;
  std::uint64_t node_guid = 0;

  /// On a network: the number that the messages of a connection have in common.
  std::uint64_t transaction = 0;
  gid source_gid{};

  /// The sender's MAC address, on Ethernet.
  mac_address mac{};
  address source;
  address destination;
  std::array<std::uint8_t, 256> private_data{};
};
static_assert(std::is_trivially_copyable_v<packet>);

}  // namespace verbatim::emulator::cm
