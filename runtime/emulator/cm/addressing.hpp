// Binding, and the route to an address.
#pragma once

#include <chrono>
#include <cstdint>

#include "cm/id.hpp"

namespace verbatim::emulator::cm {

class manager;

/// Binds an idle id to an address and a port. Refuses in the same cases as Linux.
void bind(manager& on, id& of, const address& to);

/// Binds the id to `from` if it is idle, or to any address if `from` has no family, and finds the
/// port from which `to` is reached. The result is an event.
void resolve_address(manager& on, id& of, const address& from, const address& to,
                     std::chrono::milliseconds limit);

/// Finds the path to the address that was resolved. The result is an event.
void resolve_route(manager& on, id& of);

/// Returns the port space of a destination. With AF_IB, it is in the service ID.
std::uint16_t port_space_of(const id& of, const address& to) noexcept;

/// Returns the service ID of a destination in a port space.
std::uint64_t service_id_of(std::uint16_t port_space, const address& to) noexcept;

/// Returns the entry of the id in the table of ports.
struct bound_port port_entry(const id& of) noexcept;

}  // namespace verbatim::emulator::cm
