// The use of an endpoint exchange by a stream.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "verbatim/connect/cm/cm_error.hpp"
#include "verbatim/connect/exchange/exchange_message.hpp"
#include "verbatim/connect/exchange/exchange_side.hpp"
#include "verbatim/stream/link/link_operation.hpp"
#include "verbatim/stream/link/link_result.hpp"
#include "verbatim/stream/link/link_values.hpp"
#include "verbatim/stream/link/path_wishes.hpp"
#include "verbatim/stream/streams/stream_end.hpp"
#include "verbatim/verbs/base/error.hpp"

namespace verbatim::stream::detail {

/// The use of an exchange by a stream. exchange_pair_use has the same functions for queue pairs.
template <class Engine>
struct exchange_stream_use {
  using engine_type = Engine;
  using attempt_type = link_attempt<Engine>;
  using attempt_pointer = std::shared_ptr<attempt_type>;
  using user_type = stream_end<Engine>;

  /// The object of an accept() in errors.
  static constexpr const char* object = "a stream";

  /// Returns true if the attempt is abandoned or done.
  static bool is_over(const attempt_type& one) noexcept { return one.stream == nullptr; }

  /// Keeps what the attempt needs until it is over.
  static void hold(attempt_type& one, std::shared_ptr<void> needs) { one.loop = std::move(needs); }

  static void fail(attempt_type& one, const cm::error& why) { one.finish(link_result(why)); }
  static void fail_soon(attempt_type& one, const cm::error& why) { fail(one, why); }

  /// Throws if the peer's offer is not for the attempt, or if there is no attempt.
  static void check(const attempt_type* one, const exchange::offer& offer,
                    const std::string& from) {
    const auto peer = unpack(offer.user_data);
    if (!peer) {
      throw verbatim::error(std::errc::protocol_error, "accept", from,
                            why_refused(offer.user_data));
    }
    if (one == nullptr || peer->carries != one->stream->address().carries) {
      throw verbatim::error(std::errc::protocol_error, "accept", from, other_kind);
    }
  }

  /// Returns this end for the exchange. The receives are posted when the peer's values are there.
  /// Throws if they are not those of a stream of this version and kind.
  static exchange::side side_of(const attempt_pointer& attempt, const path_wishes& wishes) {
    auto& stream = attempt->needed();
    const auto values = pack(stream.address());
    exchange::side side{.qp = stream.native(), .wanted = wishes.wanted, .fill = wishes.fill};
    side.user_data.assign(values.begin(), values.end());
    side.post_receives = [attempt](const exchange::agreement& agreed) {
      auto& here = attempt->needed();
      const auto peer = unpack(agreed.peer.user_data);
      if (!peer || peer->carries != here.address().carries) {
        throw verbatim::error(std::errc::protocol_error, "connect", here.native().describe(),
                              peer ? std::string(other_kind) : why_refused(agreed.peer.user_data));
      }
      here.post_receives();
      here.open(*peer);
    };
    return side;
  }

  /// Takes back what a failed exchange has done. Returns true if the attempt can take another peer.
  static bool can_try_again(attempt_type& one) { return one.stream->restart(); }

  /// Passes the connection to its user, which owns it from now on. Returns the user; null if the
  /// attempt is abandoned.
  static user_type* join(attempt_type& one, std::shared_ptr<void> connection, std::string local,
                         std::string remote, const exchange::agreement&) {
    if (one.stream == nullptr) return nullptr;
    one.stream->keep(std::move(connection), std::move(local), std::move(remote));
    return one.stream;
  }

  /// Ends the attempt, whose user has got the connection.
  static void finish(attempt_type& one) {
    one.loop.reset();
    one.finish(link_result());
  }

  /// Ends the stream: the peer has closed it, or its process is gone.
  static void lose_peer(user_type& stream) {
    if (stream.core().is_ended()) return;
    try {
      stream.give_up();
    } catch (const verbatim::error&) {  // the device has failed meanwhile
    }
  }
};

}  // namespace verbatim::stream::detail
