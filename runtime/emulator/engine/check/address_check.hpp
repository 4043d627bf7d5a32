// Strict reading of the address vector of a datagram or of a DC WQE.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/vendor_syndromes.hpp"
#include "report/finding.hpp"
#include "verbatim/generated/segments/av_ud_seg.hpp"

namespace verbatim::emulator {

/// Reads the address vector at octoword 1 of a WQE with `ds` octowords, for an Ethernet or
/// InfiniBand port. With DC, it has an access key in place of UD's Q_Key.
struct address_reading {
  address_reading(std::span<const std::byte> wqe, std::size_t ds, bool ethernet, bool dynamic);

  /// The address. Fields that are not in a compact address vector are zero.
  av_ud_seg address;
  std::uint64_t dc_key = 0;
  std::size_t octowords = 0;

  /// The error; empty if there is none.
  finding problem;
  vendor_syndrome vendor = vendor_syndrome::segment;

 private:
  finding unexpected(const std::byte* at) const;
  void take(const std::byte* at);
  void check_infiniband();
  void check_ethernet();

  bool dynamic_;
  bool full_ = false;
  std::string_view segment_;
};

}  // namespace verbatim::emulator
