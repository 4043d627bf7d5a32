// The frames of the endpoint exchange as bytes. docs/exchange.md draws them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "verbatim/connect/connection_offer.hpp"

namespace verbatim {

enum class frame_type : std::uint16_t {
  offer = 1,  ///< from who begins: its side
  answer,     ///< from the other, whose queue pair is in RTR: what was agreed, and its own side
  ready,      ///< from who began, in RTS; and back, in RTS too
  error,      ///< it will not be
  bye,        ///< the end of a connection that was
};

/// `OFFER`
std::string_view name(frame_type type) noexcept;

/// How far an end was.
enum class exchange_stage : std::uint8_t {
  connect,    ///< reaching the peer
  offer,      ///< understanding or answering an OFFER: who begins waits for the ANSWER
  negotiate,  ///< finding what both can do
  init,       ///< bringing the queue pair to INIT
  receives,   ///< posting the first receives
  rtr,
  rts,
  ready,  ///< waiting until the other end is in RTS
  use,    ///< connected
};

/// `RTR`
std::string_view name(exchange_stage stage) noexcept;

/// The content of an ERROR frame.
struct exchange_failure {
  exchange_stage stage = exchange_stage::connect;
  std::uint32_t error_number = 0;  ///< an errno of Linux; 0 if it is none
  std::string reason = "";         ///< for people: at most 1024 bytes are sent

  bool operator==(const exchange_failure&) const = default;
};

struct exchange_frame {
  frame_type type = frame_type::offer;
  exchange_id id = {};
  connection_offer offer = {};    ///< of OFFER and ANSWER; else not sent
  exchange_failure failure = {};  ///< of ERROR; else not sent

  bool operator==(const exchange_frame&) const = default;
};

/// No frame is longer.
inline constexpr std::size_t max_frame_size = 4096;

/// Magic, version, type and length, which every frame begins with.
inline constexpr std::size_t frame_header_size = 16;

/// The version that is written, and understood.
inline constexpr std::uint16_t frame_version = 1;

/// Throws if a value does not fit into its field, or the frame is longer than max_frame_size.
std::vector<std::byte> encode_frame(const exchange_frame& frame);

/// How long the frame is that begins so; `begin` has frame_header_size bytes or more. Throws if it is no
/// frame, of another version, or longer than max_frame_size.
std::size_t frame_size(std::span<const std::byte> begin);

/// Understands exactly one frame, of anybody: throws an error that says at which byte what is wrong.
/// Fields that are not known are skipped, unless they are critical.
exchange_frame decode_frame(std::span<const std::byte> bytes);

}  // namespace verbatim
