// What one end of a connection offers the other: where it is, what it can do, and which memory it shares.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verbatim/connect/path.hpp"
#include "verbatim/verbs/link_values.hpp"
#include "verbatim/verbs/memory_slice.hpp"
#include "verbatim/verbs/qp_attributes.hpp"
#include "verbatim/verbs/transport.hpp"

namespace verbatim {

/// Memory that the peer may reach, as far as the registration allows. Whoever has the token can: do not
/// send it where others read along.
struct memory_token {
  std::uint64_t address = 0;
  std::uint64_t length = 0;  ///< in bytes
  std::uint32_t rkey = 0;
  std::string name = "";  ///< at most 255 bytes
  guid device = {};       ///< which the rkey is of; 0: the one of the connection

  /// For requests that are posted through verbs.
  remote_region region() const noexcept { return {address, length, rkey}; }

  bool operator==(const memory_token&) const = default;
};

/// Which attempt of whom. An end that begins anew keeps its nonce and raises its generation: what still
/// comes of an older generation is late, and is dropped.
struct exchange_id {
  std::uint64_t nonce = 0;
  std::uint32_t generation = 1;

  bool operator==(const exchange_id&) const = default;
};

/// `0x5ca1ab1e, generation 2`
std::string to_string(const exchange_id& id);

/// What is not set is not said.
struct connection_offer {
  verbs::transport transport = verbs::transport::rc;

  /// Of a DCT, or of a DCI with a DCT beside it: what the peer's WQEs bring to the DCT whose number the path
  /// has. Who knows it can send there, as with an rkey.
  std::optional<std::uint64_t> dc_key = std::nullopt;

  /// Of the queue pair. Memory that is registered with several devices has a token for each.
  guid device = {};

  /// What its device can do beyond the standard.
  std::optional<verbatim::ece> ece = std::nullopt;

  /// As the end sees it that the offer is for: what it sends goes to dqpn.
  verbatim::path path = {};

  std::optional<std::uint32_t> max_message = std::nullopt;    ///< the longest message, in bytes
  std::optional<std::uint32_t> max_inline = std::nullopt;     ///< what it sends inline, in bytes
  std::optional<std::uint32_t> receive_depth = std::nullopt;  ///< receives that it keeps posted
  std::uint64_t features = 0;                                 ///< a bit for each; yours to name
  std::vector<memory_token> memory = {};
  std::vector<std::byte> user_data = {};

  bool operator==(const connection_offer&) const = default;

  /// The memory of this name as it is reached through this connection; throws if there is none, and says
  /// which there is.
  const memory_token& memory_named(std::string_view name) const {
    return memory_named(name, device);
  }

  /// The same for another connection, which ends at this device of the peer.
  const memory_token& memory_named(std::string_view name, guid device) const;
};

}  // namespace verbatim
