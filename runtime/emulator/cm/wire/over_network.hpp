// Connections whose peers are outside of the fabric (--wire).
#pragma once

#include <chrono>

#include "cm/id.hpp"
#include "cm/packet.hpp"

namespace verbatim::emulator::cm {

class manager;

/// Ends the resolution of an address, which is reached from `through`.
using resolution_end = void (*)(manager& on, id& of, const address& to, const address& through);

/// Resolves an IP address that no port of the fabric has: asks the kernel for the route and the
/// neighbour. Calls `resolved`, or raises an event.
void resolve_on_network(manager& on, id& of, const address& to, std::chrono::milliseconds limit,
                        resolution_end resolved);

/// Adds what a message has on a network only.
void complete(const manager& on, id& from, packet& outgoing);

/// Answers a request that has come again. `known` is the id of the first one.
void request_repeated(manager& on, std::uint32_t slot, const packet& request, id& known);

}  // namespace verbatim::emulator::cm
