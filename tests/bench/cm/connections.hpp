// One end of many connections, made by this library or by the calls of librdmacm.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace verbatim::bench {

/// Serves until `count` connections have come and gone. Calls `ready` with the port first.
using server = void (*)(unsigned count, const std::function<void(std::uint16_t)>& ready);

/// Connects and disconnects `count` times.
using client = void (*)(const std::string& address, std::uint16_t port, unsigned count);

void serve_with_library(unsigned count, const std::function<void(std::uint16_t)>& ready);
void serve_by_hand(unsigned count, const std::function<void(std::uint16_t)>& ready);
void connect_with_library(const std::string& address, std::uint16_t port, unsigned count);
void connect_by_hand(const std::string& address, std::uint16_t port, unsigned count);

/// Holds `count` connections, and prints what each costs the server.
void serve_idle(unsigned count, const std::function<void(std::uint16_t)>& ready);
void connect_idle(const std::string& address, std::uint16_t port, unsigned count);

}  // namespace verbatim::bench
