// Records of the subnet administrator, and the questions for them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mad/subnet_agent.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::emulator::mad::sa {

using record = std::vector<std::uint8_t>;

// Values of the status of an answer (IBTA vol. 1, 15.2.2).
namespace sa_status {
inline constexpr unsigned no_resources = 0x0100;
inline constexpr unsigned invalid_request = 0x0200;
inline constexpr unsigned no_records = 0x0300;
inline constexpr unsigned too_many_records = 0x0400;
inline constexpr unsigned invalid_gid = 0x0500;
inline constexpr unsigned too_little_said = 0x0600;
inline constexpr unsigned denied = 0x0700;
}  // namespace sa_status

/// One request, and its sender.
struct question {
  subnet::image& in;

  /// The port from which it came.
  unsigned from = 0;

  /// True if it changes or removes.
  bool sets = false;
  bool deletes = false;

  /// True if the program has the key of opensm's trusted programs, 1. Only these get the members of groups
  /// and the keys of services.
  bool is_trusted = false;

  /// The components that the record has, one bit each.
  std::uint64_t mask = 0;
  subnet::const_octets wanted;
};

/// The records that answer a question, or the status of a refusal.
struct findings {
  unsigned status = 0;
  std::vector<record> records;
};

/// One component of a record: its bit in the mask of a request, and its place, whose width may be
/// that of bytes.
struct component {
  unsigned number;
  wire::mailbox_number<component> place;
};

/// Returns a field of a record for comparing.
template <class Field>
constexpr component compared(const wire::component<Field>& field) noexcept {
  if constexpr (requires { field.width; }) {
    return {field.number, {field.bit, field.width, {}}};
  } else {
    return {field.number, {field.bit, 8 * static_cast<std::uint32_t>(Field::size), {}}};
  }
}

/// Returns true if a record has the components that the question names.
bool matches(subnet::const_octets candidate, const question& asked,
             std::span<const component> components) noexcept;

/// Returns true if a value fits what a question says of it: 0 larger, 1 smaller, 2 the same, 3 the
/// largest. The selector and the value are components of their own.
bool fits(const question& asked, const component& selector, const component& field,
          unsigned value) noexcept;

/// Returns the port with that GID.
std::optional<unsigned> end_port_with_gid(const subnet::image& in, subnet::const_octets address);

/// Writes the GID of a port.
void put_gid(const subnet::port_record& port, subnet::octets to);

// Handlers of attributes.
findings class_information(const question& asked);
findings nodes(const question& asked);
findings ports(const question& asked);
findings switches(const question& asked);
findings managers(const question& asked);
findings links(const question& asked);
findings paths(const question& asked);
findings groups(const question& asked);
findings services(const question& asked);

}  // namespace verbatim::emulator::mad::sa
