// The subnet management agent of every node: answers the SMPs of subnet managers and of tools.
#pragma once

#include "mad/places.hpp"

namespace verbatim::emulator::mad {

enum class outcome {
  /// The datagram has become its answer.
  answered,

  /// There is no answer.
  dropped,

  /// It is for a program, such as a subnet manager.
  for_program,
};

/// Handles a request that has arrived at a place.
outcome answer_smp(subnet::image& in, const place& at, subnet::octets datagram);

/// Fills in NodeInfo, of 40 bytes, of the node at a place.
void fill_node_info(const subnet::image& in, const place& at, subnet::octets to);

/// Returns the description of the node at a place.
subnet::const_octets description_at(const subnet::image& in, const place& at) noexcept;

/// Returns PortInfo as a program reads it. `number` is that of a port of the node at the place.
std::array<std::uint8_t, management::port_info::size> port_info_of(const subnet::image& in,
                                                                   const place& at,
                                                                   unsigned number);

/// Returns true if the emulator's own subnet manager manages the subnet.
bool manages_itself(const subnet::image& in) noexcept;

}  // namespace verbatim::emulator::mad
