// The offer that each end of a connection makes to the other: its address, its capabilities, and
// the memory that it shares.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/queue_pair/qp_attributes.hpp"
#include "verbatim/verbs/values/link_values.hpp"
#include "verbatim/verbs/values/path.hpp"
#include "verbatim/verbs/values/transport.hpp"

namespace verbatim::exchange {

/// Memory that the peer may access, within the rights of its registration. Anyone who has the token
/// can access the memory, so do not send it where others can read it.
struct memory_token {
  std::uint64_t address = 0;  ///< address of the first byte, as requests use it
  std::uint64_t length = 0;   ///< in bytes
  verbatim::rkey rkey = {};   ///< the key that the peer's requests carry
  std::string name = "";      ///< at most 255 bytes
  guid device = {};           ///< the device of the rkey; 0: the device of the connection

  /// Returns the memory as the target of requests, for verbs_qp and other queue pairs.
  remote_region region() const noexcept { return {address, length, rkey}; }

  bool operator==(const memory_token&) const = default;
};

/// The identity of an attempt to connect. An end that starts over keeps its nonce and increments
/// its generation. Frames of an older generation are late and are dropped.
struct id {
  std::uint64_t nonce = 0;       ///< a random number; 0 is no id
  std::uint32_t generation = 1;  ///< number of the attempt, from 1

  bool operator==(const exchange::id&) const = default;
};

/// Returns, for example, `0x5ca1ab1e, generation 2`.
std::string to_string(const exchange::id& id);

/// The offer of one end. Fields that are not set are not sent.
struct offer {
  verbs::transport transport = verbs::transport::rc;  ///< the transport of the queue pair

  /// The key of a DCT, or of the DCT beside a DCI. The peer's WQEs need it to reach the DCT, whose
  /// number is in the path. Like an rkey, it allows anyone who has it to send to the DCT.
  std::optional<std::uint64_t> dc_key = std::nullopt;

  /// The device of the queue pair. Memory that is registered with several devices has one token for
  /// each.
  guid device = {};

  /// The capabilities of this end's device beyond the standard.
  std::optional<verbatim::ece> ece = std::nullopt;

  /// The path as seen by the receiver of the offer, which sends to dqpn.
  verbatim::path path = {};

  std::optional<std::uint32_t> max_message = std::nullopt;    ///< the longest message, in bytes
  std::optional<std::uint32_t> max_inline = std::nullopt;     ///< longest inline data, in bytes
  std::optional<std::uint32_t> receive_depth = std::nullopt;  ///< receives that are kept posted
  std::uint64_t features = 0;                                 ///< bits that the program defines
  std::vector<memory_token> memory = {};                      ///< memory that the peer may access
  std::vector<std::byte> user_data = {};                      ///< bytes that the program defines

  bool operator==(const exchange::offer&) const = default;

  /// Returns the memory of this name on the connection's device. Throws if there is none; the error
  /// lists the names that exist.
  const memory_token& memory_named(std::string_view name) const {
    return memory_named(name, device);
  }

  /// Returns the memory of this name on another device of the peer, for a connection to that
  /// device.
  const memory_token& memory_named(std::string_view name, guid device) const;
};

}  // namespace verbatim::exchange
