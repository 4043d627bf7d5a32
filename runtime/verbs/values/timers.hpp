// The times of a connection, in the encodings of the wire and as chrono durations.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

#include "verbatim/generated/enums.hpp"

namespace verbatim {
namespace verbs {

/// Throws the error that `what` cannot be `value`, which is above `max`.
[[noreturn]] void throw_out_of_range(std::string_view what, std::uint64_t value, std::uint64_t max);

/// Throws the error that `what` cannot be `wanted`, which is longer than `longest`.
[[noreturn]] void throw_too_long(std::string_view what, std::chrono::nanoseconds wanted,
                                 std::chrono::nanoseconds longest);

/// Returns text such as `4.096 us`, `67.108 ms`, `655.36 ms`, cut off after three decimals.
std::string to_text(std::chrono::nanoseconds time);

/// A time of 4.096 us * 2^encoding. The kinds differ in the largest encoding and in the meaning of
/// 0.
template <class Kind>
class exponential_time {
 public:
  using duration = std::chrono::nanoseconds;

  /// The largest encoding.
  static constexpr std::uint8_t max = Kind::max;

  constexpr exponential_time() noexcept = default;

  /// Throws if the encoding is above max.
  constexpr explicit exponential_time(unsigned encoding)
      : encoding_(static_cast<std::uint8_t>(encoding)) {
    if (encoding > max) throw_out_of_range(Kind::name, encoding, max);
  }

  /// Returns the shortest encodable time that is not shorter than `time`: times are rounded up.
  /// Throws if `time` is longer than all of them.
  static constexpr exponential_time at_least(duration time) {
    for (unsigned encoding = Kind::zero_is_infinite ? 1 : 0; encoding <= max; ++encoding) {
      if (time_of(encoding) >= time) return exponential_time(encoding);
    }
    throw_too_long(Kind::name, time, time_of(max));
  }

  /// Returns the encoding in attributes and packets.
  constexpr std::uint8_t encoding() const noexcept { return encoding_; }

  /// Returns true for an ack_timeout of 0.
  constexpr bool is_infinite() const noexcept { return Kind::zero_is_infinite && encoding_ == 0; }

  /// Returns the exact time; duration::max() if it is infinite or does not fit.
  constexpr duration time() const noexcept {
    return is_infinite() ? duration::max() : time_of(encoding_);
  }

  constexpr bool operator==(const exponential_time&) const noexcept = default;

  /// Compares the times; infinite is the longest.
  constexpr std::strong_ordering operator<=>(const exponential_time& other) const noexcept {
    return is_infinite() != other.is_infinite() ? is_infinite() <=> other.is_infinite()
                                                : encoding_ <=> other.encoding_;
  }

  /// Returns `14 (67.108 ms)`, or `0 (infinite)`.
  friend std::string to_string(exponential_time value) {
    return std::to_string(value.encoding_) + " (" +
           (value.is_infinite() ? "infinite" : to_text(value.time())) + ")";
  }
  friend std::ostream& operator<<(std::ostream& out, exponential_time value) {
    return out << to_string(value);
  }

 private:
  static constexpr duration time_of(unsigned encoding) noexcept {
    constexpr unsigned representable = 50;  // 2^12 ns * 2^50 is the last below 2^63 ns
    return encoding > representable ? duration::max() : duration(std::int64_t{4096} << encoding);
  }

  std::uint8_t encoding_ = 0;
};

/// The limits of an ack_timeout.
struct ack_timeout_kind {
  static constexpr std::string_view name = "timeout";
  static constexpr std::uint8_t max = 31;
  static constexpr bool zero_is_infinite = true;
};

/// The limits of a packet_life_time.
struct packet_life_time_kind {
  static constexpr std::string_view name = "packet_life_time";
  static constexpr std::uint8_t max = 63;
  static constexpr bool zero_is_infinite = false;
};

/// The limits of a response_time.
struct response_time_kind {
  static constexpr std::string_view name = "ack_resp_time";
  static constexpr std::uint8_t max = 31;
  static constexpr bool zero_is_infinite = false;
};

}  // namespace verbs

/// The time that a reliable queue pair waits for an acknowledgement before it sends again: the
/// timeout of ibv_qp_attr, 5 bits. 0 means no limit. Source: man ibv_modify_qp; InfiniBand
/// specification, Local ACK Timeout.
using ack_timeout = verbs::exponential_time<verbs::ack_timeout_kind>;

/// The longest time of a packet on the way, for one way: the PacketLifeTime of a PathRecord, 6
/// bits.
using packet_life_time = verbs::exponential_time<verbs::packet_life_time_kind>;

/// The time that an end needs to answer a packet: the local_ca_ack_delay of ibv_device_attr, 5
/// bits.
using response_time = verbs::exponential_time<verbs::response_time_kind>;

/// Returns the timeout for a peer that answers within `peer`, over a path on which each way takes
/// `way`. It is the shortest that is not shorter than 2 * way + peer, as in python-rdma and the
/// InfiniBand specification (Local CA Ack Delay). Returns the longest timeout if none is long
/// enough.
ack_timeout ack_timeout_over(packet_life_time way, response_time peer) noexcept;

/// Returns the time that the peer's sender has to wait. Timer 0 is the longest.
std::chrono::microseconds time(rnr_timer timer) noexcept;

/// Returns the shortest timer that is not shorter than `wanted`. Throws if that is longer than
/// 655.36 ms.
rnr_timer rnr_timer_at_least(std::chrono::nanoseconds wanted);

/// Returns text such as `12 (0.64 ms)`, `0 (655.36 ms)`.
std::string to_string(rnr_timer timer);
inline std::ostream& operator<<(std::ostream& out, rnr_timer timer) {
  return out << to_string(timer);
}

/// The number of retries if the peer has no receive posted: 0 to 7; 7 means no limit.
class rnr_retry_count {
 public:
  /// The count that means no limit.
  static constexpr std::uint8_t infinite = 7;

  /// Throws if the count is above 7.
  constexpr rnr_retry_count(unsigned count) : count_(static_cast<std::uint8_t>(count)) {
    if (count > infinite) verbs::throw_out_of_range("rnr_retry", count, infinite);
  }

  /// Returns the count, 0 to 7.
  constexpr std::uint8_t encoding() const noexcept { return count_; }

  /// Returns true if the number of retries has no limit.
  constexpr bool is_infinite() const noexcept { return count_ == infinite; }
  constexpr auto operator<=>(const rnr_retry_count&) const noexcept = default;

 private:
  std::uint8_t count_;
};

/// Returns `6`, or `7 (infinite)`.
std::string to_string(rnr_retry_count count);
inline std::ostream& operator<<(std::ostream& out, rnr_retry_count count) {
  return out << to_string(count);
}

}  // namespace verbatim
