// Listening with an id, and the requests that arrive: for connections and for datagrams.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "verbatim/connect/cm/address.hpp"
#include "verbatim/connect/cm/id_options.hpp"
#include "verbatim/connect/cm/ids/cm_id.hpp"
#include "verbatim/connect/cm/reactor.hpp"
#include "verbatim/verbs/base/body.hpp"

namespace verbatim::cm::detail {

/// A request that has arrived: its id, and the event's parameters.
struct request_state {
  std::shared_ptr<cm_id> id;
  event came;
  ibv_qp_type type;
};

/// An id that listens, and the requests that the program has not taken.
struct listener_state : std::enable_shared_from_this<listener_state> {
  using taker = std::function<void(std::unique_ptr<request_state>)>;

  ~listener_state() { (void)close(); }

  /// Begins to listen at the address.
  void begin(const std::shared_ptr<channel>& channel, ibv_qp_type type, const address& on,
             int backlog, const id_options& options);

  void on_event(const event& event);
  void hand_to(taker next);

  /// Drives the channel until there is a request.
  std::unique_ptr<request_state> next(const verbs::wait_limit& limit);
  close_report close() noexcept;

  std::shared_ptr<cm_id> id;
  cm::address local;
  ibv_qp_type type = IBV_QPT_RC;
  std::size_t most_waiting = 0;
  std::optional<ack_timeout> timeout = std::nullopt;  ///< of the queue pairs that accept

  std::mutex mutex;  ///< protects the members below
  taker take;
  std::deque<std::unique_ptr<request_state>> waiting;
};

/// Returns the address of a numeric text. An empty text is the wildcard.
address listening_address(const std::string& number, std::uint16_t port);

/// Rejects a request with the private data. Does nothing if the peer is gone already.
void reject(cm_id& id, std::span<const std::byte> data);

}  // namespace verbatim::cm::detail
