// The completion statuses of libibverbs, which programs and drivers print instead of a CQE's
// syndrome.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "verbatim/generated/enums.hpp"

namespace verbatim::tools::decode {

/// Returns the syndrome for which libibverbs reports this number of enum ibv_wc_status; nothing if
/// there is none.
std::optional<cqe_syndrome> syndrome_of_status(std::uint8_t status);

/// Returns the same for a text that begins with the words of ibv_wc_status_str().
std::optional<cqe_syndrome> syndrome_of_words(std::string_view text);

}  // namespace verbatim::tools::decode
