// Sentences about obstacles between a program and a device.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim::tools::info {

/// Returns how many bytes this process may lock in memory; nothing if any number.
std::optional<std::uint64_t> memlock_limit();

/// Returns why registering memory or making queues fails on many machines: too little memory may be
/// locked. Empty if there is no such limit, or if it is enough for the tools.
std::string memlock_problem();

/// Returns true if verbatim-emulator has started this program.
bool is_emulated() noexcept;

/// Returns true if the call was refused because a needed object is in use.
bool is_in_use(const std::error_code& code) noexcept;

/// The advice where a call was refused for that reason.
std::string_view remedy_in_use() noexcept;

/// Returns the text of the error, and the remedy if something is in use.
std::string sentence_of(const error& e);

}  // namespace verbatim::tools::info
