// The model of a NIC's time, as functions of times and sizes.
#pragma once

#include <cstdint>

#include "engine/timing/link_queue.hpp"
#include "engine/timing/nic_profile.hpp"

namespace verbatim::emulator {

/// A message, or a piece of one, that leaves a port.
struct leaving {
  /// The bytes of payload, and those of a packet at most.
  std::uint32_t bytes = 0;
  std::uint32_t mtu = 4096;

  /// True if the NIC reads the payload from memory; false if it is in the WQE.
  bool fetched = false;

  /// True for the first piece of a message, which counts as one.
  bool begins = true;
};

struct departure_times {
  /// The last bit is out of the port, and in the port of the peer.
  model_time left;
  model_time arrives;
};

struct arrival_times {
  /// The NIC has the whole message: it may answer.
  model_time taken;

  /// The program sees the message, and its completion if there is one.
  model_time seen;
};

/// The times of one port. The queues are those of the port and its device, or null for traffic whose
/// port is not known, which then waits for nothing.
class nic_model {
 public:
  struct environment {
    unsigned gigabits = 0;  ///< of the link
    bool ethernet = false;
    unsigned hops = 0;   ///< the number of switches on the way to the peer
    unsigned scale = 1;  ///< all times are so many times as long
  };

  nic_model(const nic_profile& nic, const host_profile& host, const environment& around);

  /// Returns the times of a request whose doorbell the program rings at `rung`.
  departure_times request(device_links& links, unsigned port, model_time rung,
                          const leaving& what) const noexcept;

  /// Returns the times of an answer to a request that the NIC had at `taken`.
  departure_times answer(device_links& links, unsigned port, model_time taken,
                         const leaving& what) const noexcept;

  /// Returns the times of a message whose last bit comes at `arrives`. `stores` is the number of bytes
  /// that go to memory, `completes` is true if a CQE follows them.
  arrival_times arrive(device_links* links, unsigned port, model_time arrives, const leaving& what,
                       std::uint32_t stores, bool completes) const noexcept;

  /// Returns the time of the CQE of a message that is complete when it has left.
  model_time completed_after(model_time left) const noexcept { return left + pcie_write_; }

  /// Returns the time of the CQE of work in which no peer takes part.
  model_time completed_alone(model_time rung) const noexcept {
    return rung + doorbell_ + processing_ + pcie_write_;
  }

  /// Returns the earliest time of the CQE of a request that left then, whose answer has that many
  /// bytes, and whose peer is not modelled.
  model_time answered_after(model_time left, const leaving& response) const noexcept;

  /// Returns the time that a message takes on the port's link.
  model_span on_wire(std::uint32_t bytes, std::uint32_t mtu) const noexcept {
    return wire_load({.bytes = bytes, .mtu = mtu}).whole;
  }

 private:
  departure_times depart(device_links& links, unsigned port, passage at,
                         const leaving& what) const noexcept;
  /// Returns a time that is given in nanoseconds, as many times as long as all are.
  model_span scaled(double unscaled) const noexcept;
  link_load wire_load(const leaving& what) const noexcept;
  link_load pcie_load(const leaving& what, unsigned header) const noexcept;

  double scale_;
  double wire_bytes_per_nanosecond_;
  double pcie_bytes_per_nanosecond_;
  unsigned packet_header_;
  unsigned pcie_payload_;
  unsigned pcie_write_header_;
  unsigned pcie_read_header_;
  model_span doorbell_;
  model_span pcie_read_;
  model_span pcie_write_;
  model_span gap_;
  model_span way_;

  /// The time that a message takes through one NIC, apart from its links.
  model_span processing_{};
};

}  // namespace verbatim::emulator
