// WQEs and CQEs as text: their bytes as hex, beside the fields that the specs name.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace verbatim::tools {

/// A send WQE, 8 bytes a line; a line that begins a segment says which. `wqe` holds at least the
/// octowords that ctrl_seg.ds counts, in one piece. What does not agree with the specs (an unknown
/// opcode, reserved bits that are set, a length that ends inside a segment) is marked with "!".
std::string describe_wqe(std::span<const std::byte> wqe);

/// A CQE of 64 bytes, as a cqe64 or, if its opcode says so, as an err_cqe.
std::string describe_cqe(std::span<const std::byte> cqe);

}  // namespace verbatim::tools
