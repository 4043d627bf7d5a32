// The options and the counters of an engine, and its view of a queue pair.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

#include "verbatim/stream/base/operations.hpp"
#include "verbatim/verbs/base/async_event.hpp"

namespace verbatim::stream {

/// The way in which an engine waits for completions.
enum class wait_mode : std::uint8_t {
  adaptive,  ///< polls for an adaptive time, and then sleeps
  busy,      ///< polls all the time, for a thread that has its own processor
  park,      ///< sleeps at once
};

/// The options of an engine.
struct engine_options {
  std::uint32_t cqes = 1024;        ///< capacity of the CQ: at least the WQEs outstanding at a time
  std::uint32_t operations = 1024;  ///< the most outstanding operations
  wait_mode wait = wait_mode::adaptive;
  std::chrono::nanoseconds spin = std::chrono::microseconds(10);        ///< adaptive: at first
  std::chrono::nanoseconds most_spin = std::chrono::microseconds(200);  ///< adaptive: at most

  /// True if the engine takes the asynchronous events of the device. Then nothing else may take
  /// them.
  bool takes_device_events = true;

  /// The function that is called with each of these events.
  std::function<void(const async_event&)> on_event = nullptr;
};

/// The counters of an engine.
struct engine_statistics {
  std::uint64_t turns = 0;        ///< polls of the completion queue
  std::uint64_t completions = 0;  ///< completions that were taken
  std::uint64_t strangers = 0;    ///< completions of no known operation
  std::uint64_t sleeps = 0;       ///< number of sleeps
};

namespace detail {

/// The interface of a queue pair for its engine.
class engine_end : public cancellable_end {
 public:
  /// Hands back every outstanding WQE after a failure of the device.
  virtual void fail() = 0;

  /// Takes every outstanding WQE from the device, because no completion will come.
  virtual void lose_queue() = 0;
  virtual std::uint32_t qpn() const noexcept = 0;

 protected:
  ~engine_end() = default;
};

}  // namespace detail

}  // namespace verbatim::stream
