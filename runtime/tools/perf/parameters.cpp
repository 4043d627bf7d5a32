// The parameters of a measurement, on which both ends agree.
#include "tools/perf/parameters.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <nlohmann/json.hpp>
#include <optional>

#include "tools/perf/failure.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/context/capabilities.hpp"
#include "verbatim/verbs/context/hca_capabilities.hpp"

namespace verbatim::tools::perf {
namespace {

using nlohmann::ordered_json;

constexpr std::array operations{
    "write", "read", "send", "fetch_add", "cmp_swap", "masked_fetch_add", "masked_cmp_swap"};
constexpr std::array connections{"rc", "uc", "ud", "dc"};
constexpr std::array kinds_of_queues{"direct", "verbs"};
constexpr std::array measures{"latency", "bandwidth"};
constexpr std::array compressions{"none", "basic", "enhanced"};

constexpr std::uint32_t deepest = 4096;
constexpr std::uint32_t longest_list = 64;
constexpr std::uint32_t most_queue_pairs = 1024;  // of all threads
constexpr std::uint32_t most_threads = 256;
constexpr std::uint32_t word = 8;  // of atomics

/// Bytes of a WQE in front of its payload: ctrl_seg, the address vector, raddr_seg.
constexpr std::uint32_t head_of(const parameters& what) noexcept {
  const bool addressed = what.connection == connection::ud || what.connection == connection::dc;
  return 16 + (addressed ? 48 : 0) + (is_received(what.operation) ? 0 : 16);
}

/// The most bytes behind the head that are inlined in WQEs of at most 4 WQEBBs.
constexpr std::uint32_t most_inlined(const parameters& what) noexcept {
  return 256 - head_of(what) - 4;
}

template <class Value, std::size_t Count>
Value value_of(const ordered_json& text, const std::array<const char*, Count>& names,
               const char* key) {
  const auto& given = text.at(key).get_ref<const std::string&>();
  const auto at = std::ranges::find(names, given, [](const char* one) { return std::string(one); });
  if (at == names.end()) {
    throw failure(nothing_run, std::string("this version knows no ") + key + " " + given);
  }
  return static_cast<Value>(at - names.begin());
}

std::string upper(std::string_view text) {
  std::string result(text);
  for (auto& letter : result) {
    letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  }
  return result;
}

}  // namespace

std::string_view name(operation what) noexcept { return operations[static_cast<unsigned>(what)]; }
std::string_view name(connection what) noexcept { return connections[static_cast<unsigned>(what)]; }
std::string_view name(queues what) noexcept { return kinds_of_queues[static_cast<unsigned>(what)]; }
std::string_view name(measure what) noexcept { return perf::measures[static_cast<unsigned>(what)]; }
std::string_view name(compression what) noexcept {
  return compressions[static_cast<unsigned>(what)];
}

std::uint32_t receives_of(const parameters& what) noexcept {
  return std::bit_ceil(std::clamp<std::uint32_t>(4 * what.depth, 64, deepest));
}

std::uint32_t wqebbs_of(const parameters& what) noexcept {
  std::uint32_t bytes = head_of(what) + 16;
  if (is_atomic(what.operation)) bytes += 16;
  if (what.operation >= operation::masked_fetch_add) bytes += 16;
  if (!is_atomic(what.operation) && what.inline_up_to != 0) {
    bytes = std::max(bytes, head_of(what) + 4 + what.inline_up_to);
  }
  return (bytes + 63) / 64;
}

std::string problem_of(const parameters& what) {
  const auto whole = [](const char* option, std::uint32_t value, std::uint32_t most) {
    return value >= 1 && value <= most
               ? std::string()
               : std::string(option) + " is from 1 to " + std::to_string(most);
  };
  for (const auto& problem :
       {whole("--depth", what.depth, deepest), whole("--list", what.list, longest_list),
        whole("--signal-every", what.signal_every, deepest),
        whole("--queue-pairs", what.queue_pairs, most_queue_pairs),
        whole("--threads", what.threads, most_threads)}) {
    if (!problem.empty()) return problem;
  }
  if (all_queue_pairs(what) > most_queue_pairs) {
    return "all threads together have at most " + std::to_string(most_queue_pairs) +
           " queue pairs: use fewer --threads or --queue-pairs";
  }
  if (what.sizes.empty() || what.sizes.front() == 0 || what.sizes.back() > longest_message ||
      !std::ranges::is_sorted(what.sizes)) {
    return "sizes are from 1 to " + std::to_string(longest_message) + " bytes";
  }
  if (what.measures.empty()) return "there is nothing to measure";
  if (what.list + what.signal_every > what.depth + 1) {
    return "a queue of depth " + std::to_string(what.depth) +
           " stays full: --list and --signal-every together are at most the depth and 1";
  }
  const auto& kind = what.connection;
  const auto does = std::string(name(what.operation));
  if ((kind == connection::ud && what.operation != operation::send) ||
      (kind == connection::uc && is_one_sided(what.operation))) {
    return upper(name(kind)) + " has no " + does + ": it has " +
           (kind == connection::ud ? "send" : "write and send");
  }
  if (what.queues == queues::verbs && kind == connection::dc) {
    return "verbs post nothing to DC queue pairs: use --queues direct, on an mlx5 device";
  }
  if (what.queues == queues::verbs && what.operation >= operation::masked_fetch_add) {
    return "verbs have no masked atomics: use --queues direct, on an mlx5 device";
  }
  if (what.queues == queues::verbs && what.blueflame) {
    return "with verbs the device's library decides on BlueFlame: use --queues direct";
  }
  if (what.compression != compression::none && what.queues == queues::verbs) {
    return "verbs make no queues of compressed completions: use --queues direct, on an mlx5 device";
  }
  if (what.compression == compression::enhanced && kind != connection::rc &&
      kind != connection::uc) {
    return "libmlx5 knows no queues of enhanced compression, so only RC and UC complete there: use "
           "--compression basic";
  }
  if (what.rdma_cm && kind != connection::rc && kind != connection::uc) {
    return "rdma_cm connects queue pairs of RC and UC: leave out --rdma-cm";
  }
  if (what.both_directions && std::ranges::count(what.measures, measure::latency) != 0) {
    return "only a bandwidth has both directions at once: use --measure bandwidth";
  }
  if (is_atomic(what.operation) && what.sizes != std::vector<std::uint32_t>{word}) {
    return "atomics have 8 bytes: leave out --size";
  }
  if (what.inline_up_to != 0 && is_one_sided(what.operation)) {
    return does + " sends no payload that could be inlined: leave out --inline";
  }
  if (what.queues == queues::direct && what.inline_up_to > most_inlined(what)) {
    return "a WQE has room for " + std::to_string(most_inlined(what)) + " inlined bytes of " +
           does + " on " + upper(name(kind)) + ": use a smaller --inline";
  }
  if (what.events && what.operation == operation::write &&
      std::ranges::count(what.measures, measure::latency) != 0) {
    return "the target of a WRITE gets no completion, so its latency is measured by polling "
           "memory: leave out --events, or use send, or --measure bandwidth";
  }
  return {};
}

namespace {

/// Returns what the device says it lacks of masked atomics of 8 bytes; empty if it lacks nothing,
/// or if no program may ask.
std::string missing_of_masked(const parameters& what, const verbatim::context& context) {
  using firmware::atomic_caps;
  const std::uint32_t bit = what.operation == operation::masked_cmp_swap ? 1u << 2 : 1u << 3;
  const auto& size =
      what.connection == connection::dc ? atomic_caps::atomic_size_dc : atomic_caps::atomic_size_qp;
  const auto lacks = [](const auto& capability, std::uint32_t value) {
    return std::string(capability.name) + " of QUERY_HCA_CAP is " + std::to_string(value);
  };
  try {
    const verbs::atomic_capabilities of(*context.body(), firmware::query_hca_cap::title);
    const auto claimed = of.value(atomic_caps::atomic_operations);
    if ((claimed & bit) == 0) return lacks(atomic_caps::atomic_operations, claimed);
    if ((of.value(size) & word) == 0) return lacks(size, of.value(size));
  } catch (const error&) {
    // Without DevX the kernel answers no such question. The first message then shows it.
  }
  return {};
}

}  // namespace

std::string misfit(const parameters& what, const verbatim::context& context,
                   const verbatim::port& port) {
  const auto& device = context.name();
  if (what.queues == queues::direct && !context.is_mlx5()) {
    return device + " is no mlx5 device and has no direct queue pairs: use --queues verbs";
  }
  if (!port.active) {
    return "port " + std::to_string(port.number) + " of " + device + " is " +
           std::string(name(port.state)) + ": `verbatim info` tells what it needs";
  }
  if (is_atomic(what.operation) &&
      context.capabilities().atomics == capabilities::atomic_scope::none) {
    return device + " has no atomics: measure write, read or send";
  }
  if (what.operation >= operation::masked_fetch_add && what.queues == queues::direct) {
    if (const auto missing = missing_of_masked(what, context); !missing.empty()) {
      return device + " has no " + std::string(name(what.operation)) + " on " +
             upper(name(what.connection)) + ": " + missing + "; measure fetch_add or cmp_swap";
    }
  }
  if (what.connection == connection::ud && what.sizes.back() > port.active_mtu) {
    return "a datagram of port " + std::to_string(port.number) + " of " + device + " has at most " +
           std::to_string(port.active_mtu) + " bytes, its MTU: use a smaller --size";
  }
  return {};
}

ordered_json as_json(const parameters& what) {
  auto chosen = ordered_json::array();
  for (const auto one : what.measures) chosen.push_back(name(one));
  return {{"operation", name(what.operation)},
          {"connection", name(what.connection)},
          {"queues", name(what.queues)},
          {"measures", std::move(chosen)},
          {"sizes", what.sizes},
          {"depth", what.depth},
          {"list", what.list},
          {"signal_every", what.signal_every},
          {"inline", what.inline_up_to},
          {"queue_pairs", what.queue_pairs},
          {"threads", what.threads},
          {"compression", name(what.compression)},
          {"blueflame", what.blueflame},
          {"events", what.events},
          {"both_directions", what.both_directions},
          {"rdma_cm", what.rdma_cm}};
}

parameters parameters_of(const ordered_json& text) {
  try {
    parameters what{.operation = value_of<operation>(text, operations, "operation"),
                    .connection = value_of<connection>(text, connections, "connection"),
                    .queues = value_of<queues>(text, kinds_of_queues, "queues"),
                    .measures = {},
                    .sizes = text.at("sizes").get<std::vector<std::uint32_t>>(),
                    .depth = text.at("depth").get<std::uint32_t>(),
                    .list = text.at("list").get<std::uint32_t>(),
                    .signal_every = text.at("signal_every").get<std::uint32_t>(),
                    .inline_up_to = text.at("inline").get<std::uint32_t>(),
                    .queue_pairs = text.at("queue_pairs").get<std::uint32_t>(),
                    .threads = text.at("threads").get<std::uint32_t>(),
                    .compression = value_of<compression>(text, compressions, "compression"),
                    .blueflame = text.at("blueflame").get<bool>(),
                    .events = text.at("events").get<bool>(),
                    .both_directions = text.at("both_directions").get<bool>(),
                    .rdma_cm = text.at("rdma_cm").get<bool>()};
    for (const auto& one : text.at("measures")) {
      what.measures.push_back(value_of<measure>({{"measure", one}}, perf::measures, "measure"));
    }
    return what;
  } catch (const nlohmann::json::exception& e) {
    throw failure(nothing_run,
                  std::string("the parameters of the peer are malformed: ") + e.what());
  }
}

std::string summary_of(const parameters& what) {
  return std::string(name(what.operation)) + " on " + upper(name(what.connection)) + ", " +
         (what.queues == queues::direct ? "direct queue pairs" : "queue pairs of verbs") +
         (what.threads > 1 ? ", " + std::to_string(what.threads) + " threads at each end" : "") +
         (what.both_directions ? ", both directions at once" : "");
}

}  // namespace verbatim::tools::perf
