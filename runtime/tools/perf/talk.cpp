// The messages of the two ends to each other, before and between the rounds.
#include "tools/perf/talk.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "tools/info/obstacles.hpp"
#include "tools/perf/failure.hpp"
#include "tools/selftest/machine_json.hpp"
#include "verbatim/connect/exchange/exchange_error.hpp"
#include "verbatim/connect/exchange/exchange_frame.hpp"
#include "verbatim/connect/exchange/exchange_steps.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/wire/version.hpp"

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

/// Reports to the peer and to the user why the exchange has failed.
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

}  // namespace

json greeting() { return {{"verbatim_perf", protocol}, {"version", VERBATIM_VERSION_TEXT}}; }

void check_greeting(const json& said, const std::string& peer) {
  const auto spoken = said.find("verbatim_perf");
  if (spoken == said.end() || !spoken->is_number_integer()) {
    throw failure(nothing_run, peer + " is no `verbatim perf`");
  }
  if (*spoken == protocol) return;
  const auto version = said.find("version");
  throw failure(nothing_run,
                peer + " speaks version " + spoken->dump() + " of the protocol (Verbatim " +
                    (version != said.end() && version->is_string() ? version->get<std::string>()
                                                                   : std::string("unknown")) +
                    "), and this program version " + std::to_string(protocol) +
                    " (Verbatim " VERBATIM_VERSION_TEXT "): install the same version at both ends");
}

void check_refusal(const json& said, const std::string& peer) {
  const auto why = said.find("refused");
  if (why == said.end()) return;
  throw failure(nothing_run,
                peer + " refuses: " + (why->is_string() ? why->get<std::string>() : why->dump()));
}

json as_json(const round& what) {
  return {{"measure", name(what.measure)},
          {"size", what.size},
          {"messages", what.messages},
          {"seed", what.seed}};
}

round round_of(const json& said) {
  try {
    const auto& text = said.at("round");
    return {.measure = text.at("measure") == name(measure::latency) ? measure::latency
                                                                    : measure::bandwidth,
            .size = text.at("size").get<std::uint32_t>(),
            .messages = text.at("messages").get<std::uint64_t>(),
            .seed = text.at("seed").get<std::uint32_t>()};
  } catch (const nlohmann::json::exception& e) {
    throw failure(failed, std::string("the peer asks for a malformed round: ") + e.what());
  }
}

void begin_exchange(lane& own, const parameters& what, control& peer) {
  for (std::uint32_t i = 0; i < what.queue_pairs; ++i) {
    exchange::offerer steps(own.side(i), peer.peer());
    converse(steps, peer);
    own.meet(i, steps.agreed());
  }
}

void answer_exchange(lane& own, const parameters& what, control& peer) {
  for (std::uint32_t i = 0; i < what.queue_pairs; ++i) {
    exchange::answerer steps(
        [&](const exchange::id&, const exchange::offer&) { return own.side(i); }, peer.peer());
    converse(steps, peer);
    own.meet(i, steps.agreed());
  }
}

std::unique_ptr<lane> open_lane(const place& on, const parameters& what, const tick_clock& clock) {
  try {
    return make_lane(on, what, clock);
  } catch (const error& e) {
    auto words = info::sentence_of(e);
    if (e.code() == std::errc::operation_not_supported && what.connection != connection::rc) {
      words += " (perhaps it has only RC: leave out --connection)";
    }
    throw failure(nothing_run, words);
  }
}

place open_place(const std::string& device, unsigned port, int gid_index) {
  std::optional<verbatim::context> context;
  std::uint8_t number = 1;
  try {
    if (devices().empty()) (void)open_device();  // throws an error with the remedy
    const auto found = device.empty() ? std::nullopt : std::optional(find_port(device));
    context = found ? open_device(found->device) : open_device();
    if (found) number = found->port;
  } catch (const error& e) {
    const bool unknown = !device.empty() && !devices().empty() && !context;
    throw failure(unknown ? wrong : nothing_run, info::sentence_of(e));
  }
  if (port != 0) number = static_cast<std::uint8_t>(std::min(port, 255u));
  try {
    (void)context->port(number);
    std::optional<std::uint16_t> gid;
    if (gid_index >= 0) gid = static_cast<std::uint16_t>(gid_index);
    if (gid) (void)context->gid(number, *gid);
  } catch (const error& e) {
    throw failure(wrong, e.what());
  }
  try {
    place on{.context = *context, .pd = pd(*context), .port = number};
    if (gid_index >= 0) on.gid_index = static_cast<std::uint16_t>(gid_index);
    return on;
  } catch (const error& e) {
    throw failure(nothing_run, info::sentence_of(e));
  }
}

json machine_of(const place& on) {
  const auto port = on.context.port(on.port);
  const auto facts = selftest::describe_machine(
      on.context, on.port, on.gid_index.value_or(on.context.body()->best_gid_index(port)));
  return {{"device", selftest::device_of(facts)},
          {"port", selftest::port_of(facts)},
          {"software", selftest::software_of(facts)}};
}

}  // namespace verbatim::tools::perf
