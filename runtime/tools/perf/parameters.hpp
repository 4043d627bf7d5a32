// The parameters of a measurement, on which both ends agree.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "verbatim/verbs/context/context.hpp"

namespace verbatim::tools::perf {

enum class operation : std::uint8_t {
  write,
  read,
  send,
  fetch_add,
  cmp_swap,
  masked_fetch_add,
  masked_cmp_swap
};
enum class connection : std::uint8_t { rc, uc, ud, dc };
enum class queues : std::uint8_t { direct, verbs };
enum class measure : std::uint8_t { latency, bandwidth };
enum class compression : std::uint8_t { none, basic, enhanced };  // of completions

std::string_view name(operation what) noexcept;
std::string_view name(connection what) noexcept;
std::string_view name(queues what) noexcept;
std::string_view name(measure what) noexcept;
std::string_view name(compression what) noexcept;

constexpr bool is_atomic(operation what) noexcept { return what >= operation::fetch_add; }

/// True if a message takes a receive of the peer.
constexpr bool is_received(operation what) noexcept { return what == operation::send; }

/// True if the peer's program takes no part: the latency is then that of the whole round trip.
constexpr bool is_one_sided(operation what) noexcept {
  return what == operation::read || is_atomic(what);
}

inline constexpr std::uint32_t longest_message = 1u << 30;
inline constexpr std::uint32_t most_samples = 10'000'000;
inline constexpr std::uint32_t grh_bytes = 40;  // in front of every datagram

struct parameters {
  perf::operation operation = perf::operation::write;
  perf::connection connection = perf::connection::rc;
  perf::queues queues = perf::queues::direct;
  std::vector<perf::measure> measures = {measure::latency, measure::bandwidth};
  std::vector<std::uint32_t> sizes = {64};  ///< bytes, ascending
  std::uint32_t depth = 128;                ///< messages of a queue pair that are under way
  std::uint32_t list = 1;                   ///< messages for one doorbell
  std::uint32_t signal_every = 16;          ///< one of so many messages has a completion
  std::uint32_t inline_up_to = 0;           ///< shorter payloads are copied into the WQE
  std::uint32_t queue_pairs = 1;            ///< of each thread
  std::uint32_t threads = 1;                ///< of each end
  perf::compression compression = compression::none;
  bool blueflame = false;
  bool events = false;
  bool both_directions = false;  ///< bandwidths: both ends send at once
  bool rdma_cm = false;          ///< the queue pairs meet by rdma_cm, and not by the exchange

  bool operator==(const parameters&) const = default;
};

/// Returns the queue pairs of all threads of one end.
constexpr std::uint32_t all_queue_pairs(const parameters& what) noexcept {
  return what.threads * what.queue_pairs;
}

/// Returns a sentence about what no device can do; empty if all is well.
std::string problem_of(const parameters& what);

/// Returns a sentence about what this device cannot do; empty if it can do all.
std::string misfit(const parameters& what, const verbatim::context& context,
                   const verbatim::port& port);

/// Returns the receives that are kept posted on a queue pair: a power of two, at least 64.
std::uint32_t receives_of(const parameters& what) noexcept;

/// Returns the size of the largest WQE, in WQEBBs.
std::uint32_t wqebbs_of(const parameters& what) noexcept;

nlohmann::ordered_json as_json(const parameters& what);

/// Reads what a peer sent. Throws `failure` with a sentence about what it does not understand.
parameters parameters_of(const nlohmann::ordered_json& text);

/// Returns, for example, `write on RC, direct queue pairs`.
std::string summary_of(const parameters& what);

}  // namespace verbatim::tools::perf
