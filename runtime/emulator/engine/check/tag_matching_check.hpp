// Strict reading of the WQEs of command queue pairs of tag-matching SRQs.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <variant>

#include "report/finding.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/tm_seg.hpp"

namespace verbatim::emulator {

/// The request of a TAG_MATCHING WQE.
struct tag_request {
  tm_seg operation;

  /// To append: the buffer; it has no bytes if there is none.
  data_seg buffer;
};

/// Reads the WQE whose octowords are `wqe`, ctrl_seg included. Returns the request, or the error.
std::variant<tag_request, finding> read_tag_request(std::span<const std::byte> wqe);

}  // namespace verbatim::emulator
