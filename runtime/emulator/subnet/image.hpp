// The subnet as all processes of a fabric know it: the ports, a switch that joins them, and the
// values that a subnet manager has set.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>

#include "settings/options.hpp"
#include "subnet/fields.hpp"
#include "verbatim/generated/management/sl_to_vl_table.hpp"
#include "verbatim/generated/records/mcmember_record.hpp"
#include "verbatim/generated/records/service_record.hpp"

namespace verbatim::emulator::subnet {

inline constexpr unsigned most_end_ports = options::most_devices * options::most_ports;

/// The ports of the switch: 0 is its own, and the others follow in the order of the devices.
inline constexpr unsigned switch_ports = most_end_ports + 1;

/// The LID of the switch before a subnet manager chooses another. The ports have smaller ones.
inline constexpr std::uint16_t first_switch_lid = most_end_ports + 1;
inline constexpr unsigned linear_entries = 1024;

/// The most that the blocks of the table can hold.
inline constexpr unsigned multicast_entries = 16384;
inline constexpr unsigned multicast_positions = 2;

/// The ports of which one entry of that table has a bit each.
inline constexpr unsigned ports_in_mask = 16;
inline constexpr unsigned pkey_entries = 32;
inline constexpr unsigned guid_entries = 8;
inline constexpr unsigned arbitration_blocks = 4;

/// One port of a device or of the switch.
struct port_record {
  /// PortInfo, as programs read it.
  std::array<std::uint8_t, management::port_info::size> info;
  std::array<std::array<std::uint8_t, smp_data_size>, arbitration_blocks> arbitration;
  std::array<std::uint16_t, pkey_entries> pkeys;
  std::array<std::uint64_t, guid_entries> guids;

  /// The service levels' lanes, by the port where a packet enters. A port of a device has one entry.
  std::array<std::array<std::uint8_t, management::sl_to_vl_table::size>, switch_ports> lanes;
};

/// The packets of a port of a device since the fabric began. Any process adds to them without the
/// lock.
struct traffic_record {
  std::atomic<std::uint64_t> sent_bytes;
  std::atomic<std::uint64_t> sent_packets;
  std::atomic<std::uint64_t> received_bytes;
  std::atomic<std::uint64_t> received_packets;
};

/// The values of a port's traffic when its counters were set the last time.
struct traffic_base {
  std::array<std::uint64_t, 4> values;
};

/// A program's interest in management datagrams that are no answers.
struct agent_record {
  /// The place of its process among those with management files, or 0 if the record is free.
  std::uint32_t slot;
  std::uint32_t agent;
  std::uint8_t end_port;
  std::uint8_t qpn;
  std::uint8_t mgmt_class;
  std::uint8_t class_version;
  std::array<std::uint64_t, 2> methods;
  std::uint32_t oui;
};

/// A multicast group of the emulator's own subnet administrator.
struct group_record {
  bool exists;

  /// MCMemberRecord without the member.
  std::array<std::uint8_t, records::mcmember_record::size> record;

  /// The join state of each port.
  std::array<std::uint8_t, most_end_ports> members;
};

/// A service that a port has registered.
struct service_record {
  bool exists;
  std::array<std::uint8_t, records::service_record::size> record;

  /// The second of CLOCK_MONOTONIC at which it ends.
  std::uint64_t ends;
};

/// The contents of the file that the processes share. Everything but `generation` is read and
/// written under the lock of subnet_state.
struct image {
  std::uint32_t magic;

  /// It grows with each change of what verbs show of a port.
  std::atomic<std::uint32_t> generation;

  /// The largest numbers of devices, and of ports of each, of any process.
  std::uint32_t devices;
  std::uint32_t ports;

  std::array<port_record, most_end_ports> end_ports;

  /// The number of ClientReregister requests of each port.
  std::array<std::uint32_t, most_end_ports> reregistrations;

  /// The number of times that each port has left the state ACTIVE. It may be active again before a
  /// process looks.
  std::array<std::uint32_t, most_end_ports> losses;
  std::array<port_record, switch_ports> of_switch;
  std::array<std::uint8_t, smp_data_size> switch_info;
  std::array<std::array<std::uint8_t, smp_data_size>, most_end_ports + 1> descriptions;
  std::array<std::uint8_t, linear_entries> linear;
  std::array<std::array<std::uint16_t, multicast_entries>, multicast_positions> multicast;

  std::array<traffic_record, most_end_ports> traffic;

  /// For the counters of the devices' ports, and those of the switch's.
  std::array<std::array<traffic_base, most_end_ports>, 2> traffic_since;

  /// The processes that have the file issmN of a port open, and so manage the subnet from there.
  std::array<std::uint32_t, most_end_ports> managers;
  std::array<agent_record, 512> agents;
  std::array<group_record, 128> groups;
  std::array<service_record, 64> services;

  /// The number of answers of the emulator's own subnet manager.
  std::uint32_t activity;
};

/// Returns the number of a port among those of all devices. `port` is counted from 1.
constexpr unsigned end_port_of(unsigned card, unsigned port) noexcept {
  return card * options::most_ports + port - 1;
}
constexpr unsigned card_of(unsigned end_port) noexcept { return end_port / options::most_ports; }
constexpr unsigned port_of(unsigned end_port) noexcept {
  return end_port % options::most_ports + 1;
}

/// Returns the port of the switch at the other end of a port's cable.
constexpr unsigned switch_port_of(unsigned end_port) noexcept { return end_port + 1; }

}  // namespace verbatim::emulator::subnet
