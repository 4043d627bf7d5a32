// WQEs and CQEs as text: their bytes in hex, with the fields of the specs.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "verbatim/wire/layout.hpp"

namespace verbatim::tools {

/// Returns a send WQE as text: first its name, then 8 bytes per line. The first line of a segment
/// has the segment's name. `wqe` begins with ctrl_seg and is contiguous; bytes after its
/// ctrl_seg.ds octowords are ignored. `transport` is the name of a transport
/// (`Queue::transport::name`). If several WQEs share an opcode, the text has the name of the one
/// that fits best. Contradictions to the specs (an opcode that the transport does not support,
/// reserved bits that are set, a length that ends inside a segment) are marked with "!".
std::string describe_wqe(std::span<const std::byte> wqe, std::string_view transport = "rc");

/// Returns a CQE of 64 bytes as text. Its opcode, format and app determine the layout: a cqe64, an
/// err_cqe or another. Lines before byte `from`, a multiple of 8, are left out.
std::string describe_cqe(std::span<const std::byte> cqe, std::size_t from = 0);

/// Returns a CQE as text, with the given layout.
std::string describe_cqe(std::span<const std::byte> cqe, const wire::layout& layout,
                         std::size_t from = 0);

}  // namespace verbatim::tools
