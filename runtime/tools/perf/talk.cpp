// The messages of the two ends to each other, before and between the rounds.
#include "tools/perf/talk.hpp"

#include <algorithm>
#include <fstream>
#include <optional>

#include "tools/info/obstacles.hpp"
#include "tools/perf/failure.hpp"
#include "tools/selftest/machine_json.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/wire/version.hpp"

namespace verbatim::tools::perf {
namespace {

using json = control::json;

/// True if processors of this machine do the device's work.
bool is_software(const std::string& name) {
  if (info::is_emulated()) return true;
  const auto all = devices();
  const auto found = std::ranges::find(all, name, &device::name);
  return found != all.end() && !found->pci;
}

bool is_iwarp(const std::string& name) {
  constexpr int rnic = 4;
  std::ifstream file("/sys/class/infiniband/" + name + "/node_type");
  int type = 0;
  return file >> type && type == rnic;
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

std::unique_ptr<lane> open_lane(const place& on, const parameters& what, const tick_clock& clock) {
  try {
    return make_lane(on, what, clock);
  } catch (const error& e) {
    auto words = info::sentence_of(e);
    if (e.code() == std::errc::operation_not_supported && what.connection != connection::rc) {
      words += " (perhaps it has only RC: leave out --connection)";
    } else if (what.compression != compression::none) {
      words += " (perhaps it does not compress completions so: leave out --compression)";
    }
    throw failure(nothing_run, words);
  }
}

std::string problem_at(const place& on, const parameters& what) {
  if (auto problem = misfit(what, on.context, on.context.port(on.port)); !problem.empty()) {
    return problem;
  }
  const auto& name = on.context.name();
  if (on.is_iwarp && !what.rdma_cm) {
    return name + ": only rdma_cm connects queue pairs of iWARP devices: use --rdma-cm";
  }
  if (on.is_iwarp && what.both_directions) {
    return name +
           " is an iWARP device, where the client has to send first: leave out "
           "--both-directions";
  }
  return {};
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
    on.is_software = is_software(context->name());
    on.is_iwarp = is_iwarp(context->name());
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
