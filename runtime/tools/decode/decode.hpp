// Decodes what users have in hand. The whole of verbatim-decode but its command line.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/decode/entry.hpp"
#include "tools/decode/options.hpp"

namespace verbatim::tools::decode {

/// What a log, or hex in any layout, holds.
std::vector<entry> decode_text(std::string_view text, const options& said);

/// What a ring holds, or a single CQE or WQE, by `said.kind`.
std::vector<entry> decode_bytes(std::span<const std::byte> bytes, const options& said);

/// For people. Lines that matter have colours, if `color`.
std::string as_text(const std::vector<entry>& entries, bool color);

/// For programs: an array of objects.
std::string as_json(const std::vector<entry>& entries);

}  // namespace verbatim::tools::decode
