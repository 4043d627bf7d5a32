// The queue pairs of both ends come to know each other, by the exchange.
#include "tools/perf/meeting.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tools/info/obstacles.hpp"
#include "tools/perf/failure.hpp"
#include "tools/perf/talk.hpp"
#include "verbatim/connect/exchange/exchange_error.hpp"
#include "verbatim/connect/exchange/exchange_frame.hpp"
#include "verbatim/connect/exchange/exchange_steps.hpp"
#include "verbatim/verbs/base/error.hpp"

namespace verbatim::tools::perf {
namespace {

using json = control::json;

constexpr auto digits = "0123456789abcdef";

json as_frame(const exchange::frame& frame) {
  std::string hex;
  for (const auto byte : exchange::encode_frame(frame)) {
    hex += digits[std::to_integer<unsigned>(byte) >> 4];
    hex += digits[std::to_integer<unsigned>(byte) & 0xf];
  }
  return {{"frame", hex}};
}

exchange::frame frame_of(const json& said, const std::string& peer) {
  check_refusal(said, peer);
  const auto hex = said.value("frame", std::string());
  std::vector<std::byte> bytes;
  const auto digit = [&](char letter) {
    const auto at = std::string_view(digits).find(letter);
    if (at == std::string_view::npos) throw failure(nothing_run, peer + " sends a malformed frame");
    return static_cast<unsigned>(at);
  };
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes.push_back(static_cast<std::byte>(digit(hex[i]) << 4 | digit(hex[i + 1])));
  }
  return exchange::decode_frame(bytes);
}

/// Tells the peer why the exchange has failed, and the user.
template <class Steps>
void converse(Steps& steps, control& peer) {
  try {
    if constexpr (requires { steps.offer(); }) peer.send(as_frame(steps.offer()));
    while (!steps.is_connected()) {
      const auto said = frame_of(peer.receive(peer.patience()), peer.peer());
      if (auto reply = steps.take(said)) peer.send(as_frame(*reply));
    }
  } catch (const exchange::error& e) {
    if (!e.is_of_peer()) peer.send(as_frame(exchange::error_frame(steps.id(), e)));
    throw failure(nothing_run, e.what());
  } catch (const error& e) {
    throw failure(nothing_run, info::sentence_of(e));
  }
}

void begin_exchange(lane& own, const parameters& what, control& peer) {
  for (std::uint32_t i = 0; i < all_queue_pairs(what); ++i) {
    exchange::offerer steps(own.side(i), peer.peer());
    converse(steps, peer);
    own.meet(i, steps.agreed());
  }
}

void answer_exchange(lane& own, const parameters& what, control& peer) {
  for (std::uint32_t i = 0; i < all_queue_pairs(what); ++i) {
    exchange::answerer steps(
        [&](const exchange::id&, const exchange::offer&) { return own.side(i); }, peer.peer());
    converse(steps, peer);
    own.meet(i, steps.agreed());
  }
}

}  // namespace

std::shared_ptr<void> begin_meeting(lane& own, const parameters& what, control& peer,
                                    const place& on, const std::string& host) {
  if (what.rdma_cm) return connect_by_cm(own, what, peer, on, host);
  begin_exchange(own, what, peer);
  return nullptr;
}

std::shared_ptr<void> answer_meeting(lane& own, const parameters& what, control& peer,
                                     const place& on) {
  if (what.rdma_cm) return accept_by_cm(own, what, peer, on);
  answer_exchange(own, what, peer);
  return nullptr;
}

}  // namespace verbatim::tools::perf
