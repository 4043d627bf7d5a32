// One end of an endpoint exchange: a program's queue pair, and the values for the peer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "verbatim/connect/exchange/negotiate.hpp"
#include "verbatim/verbs/direct/dct.hpp"
#include "verbatim/verbs/memory/access.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/queue_pair/queue_pair.hpp"

namespace verbatim::exchange {

/// One end, before it is connected.
struct side {
  /// The queue pair to connect. An RC, UC or XRC queue pair is in RESET. A UD queue pair or a DCI
  /// is in RESET, or in RTS with other peers. A DCT exists already.
  std::variant<connected_qp, unconnected_qp, verbs::any_dct> qp;

  /// The DCT to which the peer's DCI sends. It accompanies a DCI on the same port.
  std::optional<verbs::any_dct> dct = std::nullopt;

  std::optional<path> wanted = std::nullopt;             ///< preferences; fill() adds the rest
  fill_options fill = {};                                ///< limits of the filled values
  std::optional<access> qp_access_flags = std::nullopt;  ///< rights of the peer; default: all

  // These are the fields of exchange::offer.
  std::optional<std::uint32_t> max_message = std::nullopt;
  std::optional<std::uint32_t> max_inline = std::nullopt;
  std::optional<std::uint32_t> receive_depth = std::nullopt;
  std::uint64_t features = 0;
  std::vector<memory_token> memory = {};
  std::vector<std::byte> user_data = {};

  /// The function that posts the first receives and rings their doorbell. It is called before the
  /// peer may send: in INIT, or in RTS for UD and DC. If it throws, the peer gets the error and the
  /// exchange ends.
  std::function<void(const agreement&)> post_receives = nullptr;
};

/// Returns the token of a whole memory region. Register the region with the rights for the peer.
inline memory_token share(const mr& mr, std::string name = "") {
  return {mr.addr(), mr.length(), mr.rkey(), std::move(name), mr.device()};
}

}  // namespace verbatim::exchange
