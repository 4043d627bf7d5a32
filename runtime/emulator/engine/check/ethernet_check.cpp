// Checks Ethernet segments, one check per rule.
#include "engine/check/ethernet_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/check/reserved_bits.hpp"
#include "engine/wire/segmentation.hpp"
#include "report/finding.hpp"
#include "verbatim/generated/segments/eth_seg.hpp"
#include "verbatim/generated/segments/eth_vlan_seg.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::size_t eth_place = 1;

/// The position of inlined headers: their first two bytes are the segment's last.
constexpr std::size_t header_at = 0x0e;
constexpr std::size_t header_bytes_inside = 2;

bool inserts_vlan(const std::byte* at) noexcept {
  return wire::get<31, 31>(wire::load32(at + 0x0c)) != 0;
}

}  // namespace

ethernet_reading::ethernet_reading(std::span<const std::byte> wqe, std::size_t ds, opcode what) {
  if (ds < eth_place + 1) {
    vendor = vendor_syndrome::length;
    problem =
        found<check::wqe_ds>("its ds is 1, but on raw packet an eth_seg comes after the ctrl_seg");
    return;
  }
  octowords = 1;
  const std::byte* const at = wqe.data() + eth_place * octoword;
  if (inserts_vlan(at)) {
    read_vlan(at);
  } else {
    read_plain(wqe, ds);
  }
  if (problem.empty()) check_segmentation(what);
  if (problem.empty() && what == opcode::enhanced_mpsw && !request.header.empty()) {
    problem = found<check::eth_header_of_mpsw>(
        "inline_hdr_sz of its eth_seg is {}, but an enhanced_mpsw inlines no headers in front: "
        "each "
        "of its packets is a data_seg or an inline_seg",
        request.header.size());
  }
}

void ethernet_reading::read_vlan(const std::byte* at) {
  problem = unexpected_field(eth_vlan_seg::fields, "eth_vlan_seg", at, eth_place);
  if (!problem.empty()) {
    vendor = vendor_syndrome::reserved_bits;
    return;
  }
  const auto segment = eth_vlan_seg::read(at);
  request.l3_csum = segment.l3_csum != 0;
  request.l4_csum = segment.l4_csum != 0;
  request.mss = segment.mss;
  request.vlan_tci = segment.vlan_tci;
  request.svlan = segment.svlan != 0;
}

void ethernet_reading::read_plain(std::span<const std::byte> wqe, std::size_t ds) {
  const std::byte* const at = wqe.data() + eth_place * octoword;
  problem = unexpected_field(eth_seg::fields, "eth_seg", at, eth_place);
  if (!problem.empty()) {
    vendor = vendor_syndrome::reserved_bits;
    return;
  }
  const auto segment = eth_seg::read(at);
  const bool parses_for_itself =
      segment.swp_outer_l3_offset != 0 || segment.swp_outer_l4_offset != 0 ||
      segment.swp_inner_l3_offset != 0 || segment.swp_inner_l4_offset != 0;
  if (parses_for_itself || segment.l3_inner_csum != 0 || segment.l4_inner_csum != 0) {
    problem = found<check::eth_parser>(
        "its eth_seg uses the software parser or asks for checksums of inner headers: this device "
        "has neither");
    return;
  }
  const std::size_t header_bytes = segment.inline_hdr_sz;
  octowords = (header_at + std::max(header_bytes, header_bytes_inside) + octoword - 1) / octoword;
  if (eth_place + octowords > ds) {
    vendor = vendor_syndrome::length;
    problem = found<check::eth_header_length>(
        "inline_hdr_sz of its eth_seg is {}, so that the headers end after octoword {} of {}: ds "
        "counts the padded headers too",
        header_bytes, eth_place + octowords, ds);
    return;
  }
  const auto header = wqe.subspan(eth_place * octoword + header_at, header_bytes);
  request.header.assign(header.begin(), header.end());
  request.l3_csum = segment.l3_csum != 0;
  request.l4_csum = segment.l4_csum != 0;
  request.mss = segment.mss;
}

void ethernet_reading::check_segmentation(opcode what) {
  const bool is_tso = what == opcode::tso;
  if (!is_tso && request.mss != 0) {
    problem =
        found<check::eth_mss>("mss of its eth_seg is {}, but its opcode is {}: only tso segments",
                              request.mss, name(what));
  } else if (is_tso && request.mss == 0) {
    problem = found<check::eth_mss>("mss of its eth_seg is 0, but its opcode is tso");
  } else if (is_tso) {
    problem = check_segmentation_header(request.header);
  }
}

}  // namespace verbatim::emulator
