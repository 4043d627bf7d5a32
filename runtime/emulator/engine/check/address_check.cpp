// Checks address vectors, one check per rule.
#include "engine/check/address_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/check/reserved_bits.hpp"
#include "report/finding.hpp"
#include "verbatim/generated/segments/av_dc_compact_seg.hpp"
#include "verbatim/generated/segments/av_dc_seg.hpp"
#include "verbatim/generated/segments/av_ud_compact_seg.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::size_t av_place = 1;

bool is_extended(const std::byte* av) noexcept {
  constexpr std::size_t ext_word = 0x08;
  return wire::get<31, 31>(wire::load32(av + ext_word)) != 0;
}

bool all_zero(std::span<const std::byte> bytes) noexcept {
  return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; });
}

}  // namespace

address_reading::address_reading(std::span<const std::byte> wqe, std::size_t ds, bool ethernet,
                                 bool dynamic)
    : dynamic_(dynamic) {
  if (ds < av_place + 1) {
    vendor = vendor_syndrome::length;
    problem = found<check::wqe_ds>(
        "its ds is 1, but on {} an address vector comes after the ctrl_seg", dynamic ? "DC" : "UD");
    return;
  }
  const std::byte* const at = wqe.data() + av_place * octoword;
  full_ = is_extended(at);
  segment_ = full_ ? (dynamic ? "av_dc_seg" : "av_ud_seg")
                   : (dynamic ? "av_dc_compact_seg" : "av_ud_compact_seg");
  octowords = (full_ ? av_ud_seg::size : av_ud_compact_seg::size) / octoword;
  if (ds < av_place + octowords) {
    vendor = vendor_syndrome::length;
    problem = found<check::address_ext>(
        "its ds is {}, but ext of its address vector is 1, and with the full one it is {} at "
        "least: "
        "ext is 0 in the compact one, of 1 octoword",
        ds, av_place + octowords);
    return;
  }
  problem = unexpected(at);
  if (!problem.empty()) {
    vendor = vendor_syndrome::reserved_bits;
    return;
  }
  take(at);
  if (!ethernet) {
    check_infiniband();
  } else if (!full_) {
    problem = found<check::address_compact_on_ethernet>(
        "its address vector is the compact one (ext 0), which has neither MAC nor GID: on Ethernet "
        "it must be the full one, with ext 1");
  } else {
    check_ethernet();
  }
}

finding address_reading::unexpected(const std::byte* at) const {
  if (dynamic_) {
    return full_ ? unexpected_field(av_dc_seg::fields, segment_, at, av_place)
                 : unexpected_field(av_dc_compact_seg::fields, segment_, at, av_place);
  }
  return full_ ? unexpected_field(av_ud_seg::fields, segment_, at, av_place)
               : unexpected_field(av_ud_compact_seg::fields, segment_, at, av_place);
}

/// Reads the fields. From the second word on, all four segments agree, except for bits that DC uses
/// and UD reserves.
void address_reading::take(const std::byte* at) {
  if (full_) {
    address = av_ud_seg::read(at);
  } else {
    const auto compact = av_ud_compact_seg::read(at);
    address.qkey = compact.qkey;
    address.dqp_dct = compact.dqp_dct;
    address.stat_rate = compact.stat_rate;
    address.sl = compact.sl;
    address.fl = compact.fl;
    address.mlid = compact.mlid;
    address.rlid = compact.rlid;
  }
  if (dynamic_) {
    address.qkey = 0;
    dc_key = av_dc_compact_seg::read(at).dc_key;
  }
}

void address_reading::check_infiniband() {
  if (!all_zero(address.rmac)) tell_unread_bits(segment_, "rmac");
  if (address.grh == 0 && (address.sgid_index != 0 || address.flow_label != 0)) {
    problem = found<check::address_route_without_grh>(
        "grh of its {} is 0, but sgid_index is {} and flow_label {:#x}: without a GRH that "
        "word must be zero",
        segment_, address.sgid_index, address.flow_label);
  } else if (address.rlid == 0) {
    problem = found<check::address_lid>(
        "rlid of its address vector is 0: on InfiniBand every packet needs a LID");
  }
}

void address_reading::check_ethernet() {
  if (address.grh != 0) {
    mention_once<check::address_grh_on_ethernet>(
        "grh of an {} is 1, but its port is Ethernet, where packets always have a GRH or IP header",
        segment_);
  }
  if (address.mlid != 0) {
    mention_once<check::address_mlid_on_ethernet>(
        "mlid of an {} is {:#x}, but its port is Ethernet, which has none", segment_, address.mlid);
  }
  if ((address.sl & 1) != 0) {
    problem = found<check::address_sl_on_ethernet>(
        "sl of its {} is {}, but its port is Ethernet, where it is the priority shifted "
        "left "
        "by one",
        segment_, address.sl);
  } else if (all_zero(address.rmac)) {
    problem = found<check::address_rmac>(
        "rmac of its {} is zero, but its port is Ethernet: where would it go?", segment_);
  }
}

}  // namespace verbatim::emulator
