// WQEs and CQEs as text: their bytes as hex, beside the fields that the specs name.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "verbatim/wire/layout.hpp"

namespace verbatim::tools {

/// Returns a send WQE as text: its name first, then 8 bytes a line. A line that begins a segment
/// names it. `wqe` begins with ctrl_seg and is in one piece; the bytes behind its ctrl_seg.ds
/// octowords are ignored. `transport` is the name of a transport (`Queue::transport::name`). If
/// several WQEs share an opcode, the text names the one that fits best. Contradictions to the specs
/// (an opcode that the transport does not carry, reserved bits that are set, a length that ends
/// inside a segment) are marked with "!".
std::string describe_wqe(std::span<const std::byte> wqe, std::string_view transport = "rc");

/// Returns a CQE of 64 bytes as text. Its opcode, format and app tell the layout: a cqe64, an
/// err_cqe or another. Lines before byte `from`, a multiple of 8, are left out.
std::string describe_cqe(std::span<const std::byte> cqe, std::size_t from = 0);

/// Returns a CQE as text, with a layout that the caller knows.
std::string describe_cqe(std::span<const std::byte> cqe, const wire::layout& layout,
                         std::size_t from = 0);

}  // namespace verbatim::tools
