// The table and the messages of kv_server and kv_client.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "verbatim/stream.hpp"
#include "verbatim/verbs.hpp"

namespace kv {

// direct_engine<> posts without libibverbs, on mlx5.
using engine_type = verbatim::stream::verbs_engine;
using channel = verbatim::stream::message_channel<engine_type>;
using text = std::array<char, 24>;

/// A place of the table. The server writes it while clients read it: the two counts differ, or are
/// odd, if a READ has seen half of a change.
struct place {
  std::uint64_t before;
  text key, value;
  std::uint64_t after;
};
static_assert(sizeof(place) == 64);

constexpr std::uint32_t places = 1024;

/// A key has one place, which it shares with others: the last one that was put is there.
inline std::uint32_t place_of(const text& key) noexcept {
  std::uint64_t hash = 1469598103934665603u;
  for (const char one : key) hash = (hash ^ static_cast<unsigned char>(one)) * 1099511628211u;
  return static_cast<std::uint32_t>(hash % places);
}

inline text text_of(std::string_view from) noexcept {
  text made{};
  std::memcpy(made.data(), from.data(), std::min(from.size(), made.size()));
  return made;
}

/// The messages: the client says its queue pair, the server its own and the table, and the client
/// then sends what it puts.
struct hello {
  verbatim::qp_address reader;
};
struct welcome {
  verbatim::qp_address reader;
  verbatim::remote_region table;
};
struct put {
  text key, value;
};

/// Returns the message as bytes, and the other way round; nothing for another length.
template <class Message>
std::span<const std::byte> bytes_of(const Message& from) noexcept {
  return std::as_bytes(std::span(&from, 1));
}
template <class Message>
bool take(std::span<const std::byte> from, Message& into) noexcept {
  if (from.size() == sizeof into) std::memcpy(&into, from.data(), sizeof into);
  return from.size() == sizeof into;
}

inline void must(verbatim::stream::stream_status status) {
  if (status != verbatim::stream::stream_status::ok)
    throw std::runtime_error(std::string(meaning(status)));
}

/// Counts of durations, by powers of two of microseconds.
struct histogram {
  void add(std::chrono::steady_clock::duration took) {
    const auto us = std::chrono::duration_cast<std::chrono::microseconds>(took).count();
    ++counts[std::min<std::size_t>(std::bit_width(static_cast<std::uint64_t>(us)),
                                   counts.size() - 1)];
  }
  void print(const char* name) const {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] != 0) std::printf("%s below %6u us: %u\n", name, 1u << i, counts[i]);
    }
  }
  std::array<unsigned, 24> counts{};
};

}  // namespace kv
