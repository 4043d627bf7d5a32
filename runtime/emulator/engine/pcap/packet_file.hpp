// The file of --pcap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "settings/options.hpp"
#include "system/descriptor.hpp"

namespace verbatim::emulator {

/// Appends packets to a file in the format of libpcap, with times in nanoseconds. Those of InfiniBand
/// have a header of ERF, as ibdump writes them, because Wireshark reads no others. Several processes
/// may append to one file. If a write fails, says so once, and writes nothing more; the file ends with
/// a whole packet.
class packet_file {
 public:
  /// Opens the file. If that is not possible, or if it holds something else, says so, and writes
  /// nothing.
  packet_file(std::string path, link_layer link);

  bool is_open() const noexcept { return static_cast<bool>(file_); }

  /// Keeps a packet of the present time until flush().
  void add(std::span<const std::byte> packet);
  void flush();

 private:
  bool begin(int file) const;

  std::string path_;
  link_layer link_;
  descriptor file_;
  std::string waiting_;
};

}  // namespace verbatim::emulator
