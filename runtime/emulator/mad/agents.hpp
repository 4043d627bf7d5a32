// The agents of programs, which get management datagrams.
#pragma once

#include <array>
#include <cstdint>

#include "subnet/image.hpp"

namespace verbatim::emulator::mad {

/// The wish of a program that registers an agent; the fields of ib_user_mad_reg_req2.
struct registration {
  std::uint32_t qpn = 0;
  std::uint8_t mgmt_class = 0;
  std::uint8_t class_version = 0;
  std::array<std::uint64_t, 2> methods{};
  std::uint32_t oui = 0;
  std::uint8_t rmpp_version = 0;
  bool does_rmpp = false;
};

/// Returns 0, or the errno with which the kernel refuses a registration.
int refusal_of(const registration& wanted, bool ethernet) noexcept;

/// Adds an agent's interest to the fabric's table. Returns 0 or an errno: a method of a class has one
/// agent at each port.
int enlist(subnet::image& in, std::uint32_t slot, std::uint32_t agent, unsigned end_port,
           const registration& wanted);

void strike(subnet::image& in, std::uint32_t slot, std::uint32_t agent);

/// Returns the agent that gets a request at a port; null if there is none.
const subnet::agent_record* find_agent(const subnet::image& in, unsigned end_port, unsigned qpn,
                                       subnet::const_octets datagram);

/// Returns true for answers, which go to the agent that asked.
bool is_answer(subnet::const_octets datagram) noexcept;

}  // namespace verbatim::emulator::mad
