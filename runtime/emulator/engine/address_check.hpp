// Strict reading of the address vector of a datagram.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "engine/vendor_syndromes.hpp"
#include "verbatim/generated/segments/av_ud_seg.hpp"

namespace verbatim::emulator {

/// Reads the address vector at octoword 1 of a WQE with `ds` octowords, for a port that is Ethernet
/// or InfiniBand.
struct address_reading {
  address_reading(std::span<const std::byte> wqe, std::size_t ds, bool ethernet);

  /// Of a compact one, what it does not have is zero.
  av_ud_seg address;
  std::size_t octowords = 0;

  /// What is wrong; empty if nothing.
  std::string problem;
  vendor_syndrome vendor = vendor_syndrome::segment;

 private:
  void check_infiniband();
  void check_ethernet();
};

}  // namespace verbatim::emulator
