// The completion statuses of verbs, which programs and drivers print in place of a CQE's syndrome.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "verbatim/generated/enums.hpp"

namespace verbatim::tools::decode {

/// Returns the syndrome for which verbs give that number of enum ibv_wc_status; empty if none.
std::optional<cqe_syndrome> syndrome_of_status(std::uint8_t status);

/// Returns the same for the words of ibv_wc_status_str(), with which the text begins.
std::optional<cqe_syndrome> syndrome_of_words(std::string_view text);

}  // namespace verbatim::tools::decode
