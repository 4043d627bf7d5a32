// What a program brings to an exchange of endpoints: its queue pair, and what it says of itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "verbatim/connect/negotiate.hpp"
#include "verbatim/verbs/access.hpp"
#include "verbatim/verbs/dct.hpp"
#include "verbatim/verbs/mr.hpp"
#include "verbatim/verbs/queue_pair.hpp"

namespace verbatim {

/// One end, before it is connected.
struct exchange_side {
  /// In RESET: any RC, UC or XRC queue pair. A UD queue pair or a DCI, in RESET, or in RTS with other peers. A DCT,
  /// which is made already.
  std::variant<queue_pair, unconnected_queue_pair, any_dct> qp;

  /// Beside a DCI, and on its port: where the peer's DCI sends to.
  std::optional<any_dct> dct = std::nullopt;

  std::optional<path> wanted = std::nullopt;             ///< wishes; the rest is filled
  fill_options fill = {};                                ///< limits of what is filled
  std::optional<access> qp_access_flags = std::nullopt;  ///< what the peer may do; default: all

  // As in connection_offer.
  std::optional<std::uint32_t> max_message = std::nullopt;
  std::optional<std::uint32_t> max_inline = std::nullopt;
  std::optional<std::uint32_t> receive_depth = std::nullopt;
  std::uint64_t features = 0;
  std::vector<memory_token> memory = {};
  std::vector<std::byte> user_data = {};

  /// Called before the peer knows that it can send, in INIT, or in RTS of UD and DC: posts the first receives,
  /// and rings for them.
  std::function<void(const agreement&)> post_receives = nullptr;
};

/// The token of a whole memory region, which was registered with what the peer shall be allowed.
inline memory_token share(const mr& mr, std::string name = "") {
  return {mr.addr(), mr.length(), mr.rkey(), std::move(name), mr.device()};
}

}  // namespace verbatim
