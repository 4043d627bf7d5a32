// Binding, and the way to an address.
#pragma once

#include <chrono>
#include <cstdint>

#include "cm/id.hpp"

namespace verbatim::emulator::cm {

class manager;

/// Binds an idle id to an address and a port. Refuses as Linux does.
void bind(manager& on, id& of, const address& to);

/// Binds the id to `from` if it is idle, or to any address if `from` has no family, and finds the
/// port that leads to `to`. The result is an event.
void resolve_address(manager& on, id& of, const address& from, const address& to,
                     std::chrono::milliseconds limit);

/// Finds the path to the address that was resolved. The result is an event.
void resolve_route(manager& on, id& of);

/// Returns the port space of a destination: of AF_IB its service ID says it.
std::uint16_t port_space_of(const id& of, const address& to) noexcept;

/// Returns the entry of the id in the table of ports.
struct bound_port port_entry(const id& of) noexcept;

}  // namespace verbatim::emulator::cm
