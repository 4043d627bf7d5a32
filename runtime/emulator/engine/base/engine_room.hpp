// The data that the parts of the engine share.
#pragma once

#include <chrono>
#include <memory>

#include "engine/base/asked_failures.hpp"
#include "engine/count/traffic_counts.hpp"
#include "engine/memory/memory_access.hpp"
#include "engine/pcap/packet_tap.hpp"
#include "engine/timing/nic_timing.hpp"
#include "objects/device.hpp"
#include "transport/transport.hpp"

namespace verbatim::emulator {

using engine_clock = std::chrono::steady_clock;

struct engine_room {
  explicit engine_room(device& of)
      : objects(of), memory(of), payload(new std::byte[message::max_payload]) {}

  /// The queue pairs and other objects of the process, on all its devices.
  device& objects;
  std::unique_ptr<transport> wire;

  /// `wire`, if it reaches the network, else null.
  class network* network = nullptr;
  memory_access memory;

  /// Null if the process does not count.
  std::unique_ptr<traffic_counts> counts;

  /// Null if no packets are written.
  std::unique_ptr<packet_tap> tap;

  /// Null if the device is as fast as it can.
  std::unique_ptr<nic_timing> timing;

  /// The number of send WQEs that the process's queues have read.
  std::uint64_t read_wqes = 0;

  asked_failures failures{objects.settings()};

  /// The start of the current turn.
  engine_clock::time_point now = engine_clock::now();

  /// A buffer for the payload of one message.
  std::unique_ptr<std::byte[]> payload;
};

}  // namespace verbatim::emulator
