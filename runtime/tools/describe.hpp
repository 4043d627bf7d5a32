// WQEs and CQEs as text: their bytes as hex, beside the fields that the specs name.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "verbatim/wire/layout.hpp"

namespace verbatim::tools {

/// A send WQE: its name first, then 8 bytes a line; a line that begins a segment says which. `wqe`
/// begins with ctrl_seg and is in one piece; what lies behind its ctrl_seg.ds octowords is ignored.
/// `transport` is the name of a transport (`Queue::transport::name`). Of several WQEs that share an
/// opcode, the one is named that fits best. What does not agree with the specs (an opcode that the
/// transport does not carry, reserved bits that are set, a length that ends inside a segment) is
/// marked with "!".
std::string describe_wqe(std::span<const std::byte> wqe, std::string_view transport = "rc");

/// A CQE of 64 bytes, as what its opcode, format and app say that it is: a cqe64, an err_cqe or
/// another. Lines before byte `from`, a multiple of 8, are left out.
std::string describe_cqe(std::span<const std::byte> cqe, std::size_t from = 0);

/// The same as a layout that the caller knows.
std::string describe_cqe(std::span<const std::byte> cqe, const wire::layout& layout,
                         std::size_t from = 0);

}  // namespace verbatim::tools
