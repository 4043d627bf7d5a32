// The capabilities that the firmware reports in the answer to QUERY_HCA_CAP.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "abi/firmware_mailbox.hpp"
#include "objects/port.hpp"

namespace verbatim::emulator {

/// Fills the answer for that op_mod. Returns false if the device has no such group of capabilities.
bool answer_hca_capabilities(std::uint32_t op_mod, const std::vector<port_identity>& ports,
                             const mailbox_output& answer);

/// Returns true if keys for encryption have to be wrapped by the key of --import-kek.
bool takes_wrapped_keys() noexcept;

/// Returns true if the capability is in --without.
bool is_withheld(std::string_view name) noexcept;

/// The largest copy of the memory-to-memory engine, as a power of two.
inline constexpr std::uint32_t log_longest_copy = 31;

}  // namespace verbatim::emulator
