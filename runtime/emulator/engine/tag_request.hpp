// What command queue pairs of tag-matching SRQs are told, strictly read.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <variant>

#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/tm_seg.hpp"

namespace verbatim::emulator {

/// What a TAG_MATCHING WQE asks for.
struct tag_request {
  tm_seg operation;

  /// To append: the buffer; no bytes for none.
  data_seg buffer;
};

/// Reads the WQE whose octowords are `wqe`, ctrl_seg included: the request, or what is wrong.
std::variant<tag_request, std::string> read_tag_request(std::span<const std::byte> wqe);

}  // namespace verbatim::emulator
