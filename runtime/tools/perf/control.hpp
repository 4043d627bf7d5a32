// The TCP connection on which the two ends agree, and by which each notices that the other is gone.
#pragma once

#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "verbatim/connect/exchange/frame_socket.hpp"

namespace verbatim::tools::perf {

/// Messages are JSON objects, one a line. A peer that leaves, is silent or sends something else
/// throws `failure`.
class control {
 public:
  using json = nlohmann::ordered_json;

  /// Connects to a server by name or address.
  static control to(const std::string& host, std::uint16_t port,
                    std::chrono::milliseconds patience);

  /// A peer whose machine has vanished is gone after about `patience`: the system asks it.
  control(detail::frame_socket socket, std::chrono::milliseconds patience);

  /// Returns, for example, `10.0.0.2:7790`.
  const std::string& peer() const noexcept { return socket_.peer(); }

  /// Returns how long this end waits for an answer.
  std::chrono::milliseconds patience() const noexcept { return patience_; }

  void send(const json& message);

  /// Waits for a message; without `patience`, as long as the peer is there.
  json receive(std::optional<std::chrono::milliseconds> patience = std::nullopt);

  enum class state { quiet, spoke, gone };

  /// Returns true if a message waits or the peer is gone.
  state look() const noexcept;

 private:
  detail::frame_socket socket_;
  std::chrono::milliseconds patience_;
  std::string read_;
};

}  // namespace verbatim::tools::perf
