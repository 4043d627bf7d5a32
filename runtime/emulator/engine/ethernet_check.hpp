// Strict reading of the Ethernet segment of a raw packet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/vendor_syndromes.hpp"
#include "verbatim/generated/enums.hpp"

namespace verbatim::emulator {

/// What a WQE asks the port to do to a frame.
struct frame_request {
  bool l3_csum = false;
  bool l4_csum = false;

  /// Bytes of TCP payload per packet; 0 without segmentation.
  std::uint16_t mss = 0;

  /// A tag to insert, and whether it is an S-VLAN's.
  std::optional<std::uint16_t> vlan_tci;
  bool svlan = false;

  /// What the frame begins with, before the data.
  std::vector<std::byte> header;
};

/// Reads the Ethernet segment at octoword 1 of a WQE with `ds` octowords.
struct ethernet_reading {
  ethernet_reading(std::span<const std::byte> wqe, std::size_t ds, opcode what);

  frame_request request;
  std::size_t octowords = 0;

  /// What is wrong; empty if nothing.
  std::string problem;
  vendor_syndrome vendor = vendor_syndrome::segment;

 private:
  void read_plain(std::span<const std::byte> wqe, std::size_t ds);
  void read_vlan(const std::byte* at);
  void check_segmentation(opcode what);
};

}  // namespace verbatim::emulator
