// Decodes logs, hex dumps and rings. This is all of verbatim-decode except its command line.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/decode/entry.hpp"
#include "tools/decode/options.hpp"

namespace verbatim::tools::decode {

/// Returns the entries of a log, or of hex in any layout.
std::vector<entry> decode_text(std::string_view text, const options& said);

/// Returns the entries of a ring, or a single CQE or WQE, depending on `said.kind`.
std::vector<entry> decode_bytes(std::span<const std::byte> bytes, const options& said);

/// Returns the text for people. If `color` is set, the lines that matter have colours.
std::string as_text(const std::vector<entry>& entries, bool color);

/// Returns the text for programs: a JSON array of objects.
std::string as_json(const std::vector<entry>& entries);

}  // namespace verbatim::tools::decode
