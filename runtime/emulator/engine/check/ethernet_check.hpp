// Strict reading of the Ethernet segment of a raw packet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/vendor_syndromes.hpp"
#include "report/finding.hpp"
#include "verbatim/generated/enums.hpp"

namespace verbatim::emulator {

/// The offloads that a WQE requests for a frame.
struct frame_request {
  bool l3_csum = false;
  bool l4_csum = false;

  /// Bytes of TCP payload per packet; 0 without segmentation.
  std::uint16_t mss = 0;

  /// The VLAN tag to insert; `svlan`: it is an S-VLAN's.
  std::optional<std::uint16_t> vlan_tci;
  bool svlan = false;

  /// The start of the frame, before the data.
  std::vector<std::byte> header;
};

/// Reads the Ethernet segment at octoword 1 of a WQE with `ds` octowords.
struct ethernet_reading {
  ethernet_reading(std::span<const std::byte> wqe, std::size_t ds, opcode what);

  frame_request request;
  std::size_t octowords = 0;

  /// The error; empty if there is none.
  finding problem;
  vendor_syndrome vendor = vendor_syndrome::segment;

 private:
  void read_plain(std::span<const std::byte> wqe, std::size_t ds);
  void read_vlan(const std::byte* at);
  void check_segmentation(opcode what);
};

}  // namespace verbatim::emulator
