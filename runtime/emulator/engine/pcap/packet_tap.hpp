// Writes what a process sends as packets to the file of --pcap.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "engine/pcap/packet_file.hpp"
#include "objects/device.hpp"
#include "objects/queues/queue_pair.hpp"
#include "transport/message.hpp"

namespace verbatim::emulator {

/// The messages of this process, cut into packets of the path's MTU. DC and masked atomics have no
/// packets whose form is public, and are left out.
class packet_tap {
 public:
  packet_tap(const device& of, const std::string& path);

  bool is_open() const noexcept { return file_.is_open(); }

  /// Writes a request of a connected queue pair, or a piece of one.
  void request(const queue_pair& from, const message& sent);

  /// Writes an answer, or a piece of one.
  void answer(const queue_pair& from, const message& sent);

  void datagram(const message& sent);
  void frame(std::span<const std::byte> bytes) { file_.add(bytes); }

  /// Writes to the file. Call it at the end of a turn.
  void flush() { file_.flush(); }

 private:
  datagram_addresses way_of(const queue_pair& from, std::uint32_t to) const;

  const device& device_;
  packet_file file_;
};

}  // namespace verbatim::emulator
