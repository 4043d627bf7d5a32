// The calls of a program on a connection: connect, accept, reject, disconnect.
#pragma once

#include <cstdint>
#include <span>

#include "cm/id.hpp"

namespace verbatim::emulator::cm {

class manager;

/// The parameters of a connection in both commands.
struct connection_parameters {
  std::uint32_t qpn = 0;
  std::uint32_t qkey = 0;
  bool srq = false;
  std::uint8_t responder_resources = 0;
  std::uint8_t initiator_depth = 0;
  std::uint8_t flow_control = 0;
  std::uint8_t retry_count = 0;
  std::uint8_t rnr_retry_count = 0;
  std::uint32_t ece_vendor = 0;
  std::uint32_t ece_options = 0;
  std::span<const std::uint8_t> private_data;
};

// Each function refuses in the same cases as Linux.

void connect(manager& on, id& of, const connection_parameters& with);

/// Accepts a request, as the passive side.
void accept(manager& on, id& of, const connection_parameters& with);

/// Sends that the active side is ready, after the reply.
void establish(manager& on, id& of);
void reject(manager& on, id& of, std::uint8_t reason, std::span<const std::uint8_t> private_data);
void disconnect(manager& on, id& of);

/// Records that a message arrived on the queue pair before the RTU.
void communication_established(manager& on, id& of);

}  // namespace verbatim::emulator::cm
