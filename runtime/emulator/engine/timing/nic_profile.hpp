// The NICs of --timing: what has been published about each.
#pragma once

#include <chrono>
#include <span>
#include <string_view>

namespace verbatim::emulator {

/// One NIC. docs/emulator-timing.md names the source of each number.
struct nic_profile {
  std::string_view name;

  /// The line rate of a port in Gb/s, and the messages that the NIC sends in a microsecond.
  unsigned gigabits = 0;
  unsigned messages_per_microsecond = 0;

  unsigned pcie_generation = 0;
  unsigned pcie_lanes = 0;

  /// The time from posting a message of `published_bytes`, inline, to its receipt by the program on
  /// the host at the other end of a cable.
  std::chrono::nanoseconds half_round_trip{};
};

/// The size of the messages whose half round trip is published, in bytes.
inline constexpr unsigned published_bytes = 32;

/// The times of a host and of a network, which are taken to be the same with each NIC.
struct host_profile {
  /// From a write to a register of the NIC to its arrival there.
  std::chrono::nanoseconds doorbell{};

  /// From the NIC's request for bytes in memory to their arrival in the NIC.
  std::chrono::nanoseconds pcie_read{};

  /// From the NIC's write to the moment at which a processor reads the new bytes in memory.
  std::chrono::nanoseconds pcie_write{};

  /// Through one switch, from port to port.
  std::chrono::nanoseconds hop{};

  /// The rate of one lane of PCIe 3.0 behind the data link layer, in Gb/s.
  double lane_gigabits = 0;

  /// The largest payload of a PCIe packet, and the bytes around it when the NIC writes and reads.
  unsigned pcie_payload = 0;
  unsigned pcie_write_header = 0;
  unsigned pcie_read_header = 0;
};

/// Returns all NICs.
std::span<const nic_profile> nic_profiles() noexcept;

/// Returns the NIC of that name; null if there is none.
const nic_profile* find_nic_profile(std::string_view name) noexcept;

const host_profile& usual_host() noexcept;

}  // namespace verbatim::emulator
