// The states of a connection, and the effects of messages, timers and the end of a process, as
// tables.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "cm/packet.hpp"

namespace verbatim::emulator::cm {

/// The events of rdma_cm; values of enum rdma_cm_event_type.
enum class event_kind : std::uint8_t {
  address_resolved,
  address_error,
  route_resolved,
  route_error,
  connect_request,
  connect_response,
  connect_error,
  unreachable,
  rejected,
  established,
  disconnected,
  device_removal,
  multicast_join,
  multicast_error,
  address_change,
  timewait_exit,
};

/// The states of IBTA volume 1, 12.9.5, including those that wait for the program.
enum class connection_state : std::uint8_t {
  none,
  request_sent,
  request_received,
  reply_sent,
  reply_received,
  established,
  disconnect_sent,
  disconnect_received,
  timewait,
  sidr_sent,
  sidr_received,
};

std::string_view name(event_kind kind) noexcept;
std::string_view name(connection_state state) noexcept;
std::string_view name(packet_kind kind) noexcept;

/// The effect of a message.
struct transition {
  connection_state from;
  packet_kind on;
  connection_state to;
  std::optional<event_kind> raises = {};
  std::optional<packet_kind> sends = {};
};

/// Returns the effect of a message in a state; null if the message is ignored there.
const transition* find_transition(connection_state from, packet_kind on) noexcept;

/// The message to the peer when an id is destroyed.
struct farewell {
  connection_state from;
  packet_kind sends;
  std::uint8_t reason = 0;
};

/// Returns null if the peer gets no message.
const farewell* find_farewell(connection_state from) noexcept;

/// The message that a kernel would have sent for a peer whose process is gone.
struct last_words {
  connection_state from;
  packet_kind as;
  std::uint8_t reason = 0;
};

const last_words* find_last_words(connection_state from) noexcept;

/// The time that a connection stays in a state, and the next state. Times are those of Linux, and
/// an option scales them.
struct expiry {
  connection_state from;
  std::chrono::milliseconds each;
  unsigned tries;
  connection_state to;

  /// The event, whose status is -ETIMEDOUT unless it is timewait_exit.
  event_kind raises;
};

const expiry* find_expiry(connection_state from) noexcept;

/// The time for a program's answer to a request that the device has acknowledged.
inline constexpr std::chrono::milliseconds answer_time{67'600 * 16};

}  // namespace verbatim::emulator::cm
