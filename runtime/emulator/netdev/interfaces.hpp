// The network interfaces of the ports, which the kernel does not have (--netdev own).
#pragma once

#include <optional>
#include <string_view>

#include "objects/port.hpp"

namespace verbatim::emulator::netdev {

/// Returns true for requests of ioctl(2) that concern network interfaces.
constexpr bool is_request(unsigned long request) noexcept {
  return request >= 0x8910 && request < 0x8a00;
}

/// Executes a request if it names an interface of a port. Returns 0 or an errno; nothing if the
/// request is for the kernel.
std::optional<int> execute(unsigned long request, void* argument) noexcept;

/// These functions return the port with an interface of that name or index; null if there is none.
const port_identity* find(std::string_view name) noexcept;
const port_identity* find(unsigned index) noexcept;

}  // namespace verbatim::emulator::netdev
