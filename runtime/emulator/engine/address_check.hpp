// Strict reading of the address vector of a datagram, or of a WQE of DC.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "engine/vendor_syndromes.hpp"
#include "verbatim/generated/segments/av_ud_seg.hpp"

namespace verbatim::emulator {

/// Reads the address vector at octoword 1 of a WQE with `ds` octowords, for a port that is Ethernet
/// or InfiniBand. Of DC it has an access key where that of UD has a Q_Key.
struct address_reading {
  address_reading(std::span<const std::byte> wqe, std::size_t ds, bool ethernet, bool dynamic);

  /// Of a compact one, what it does not have is zero.
  av_ud_seg address;
  std::uint64_t dc_key = 0;
  std::size_t octowords = 0;

  /// What is wrong; empty if nothing.
  std::string problem;
  vendor_syndrome vendor = vendor_syndrome::segment;

 private:
  std::string unexpected(const std::byte* at) const;
  void take(const std::byte* at);
  void check_infiniband();
  void check_ethernet();

  bool dynamic_;
  bool full_ = false;
  std::string_view segment_;
};

}  // namespace verbatim::emulator
