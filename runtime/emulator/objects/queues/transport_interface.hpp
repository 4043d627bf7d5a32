// Transport domains, and their interfaces for the send queues of raw packets (TIS).
#pragma once

#include <cstdint>

#include "objects/object.hpp"

namespace verbatim::emulator {

/// The queues of a program whose frames do not come back to it.
struct transport_domain : object {
  explicit transport_domain(context& owner_in) noexcept
      : object(owner_in, rank::transport_domain) {}

  /// The number of the domain that each context has from the start.
  static constexpr std::uint32_t of_context = 0xffffff;

  /// Returns the number of a domain that a program makes.
  std::uint32_t number() const noexcept { return handle + 1; }
};

struct transport_interface : object {
  explicit transport_interface(context& owner_in) noexcept
      : object(owner_in, rank::transport_interface) {}

  std::uint32_t number() const noexcept { return handle + 1; }

  reference<transport_domain> domain;
};

}  // namespace verbatim::emulator
