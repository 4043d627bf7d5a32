// The form of compressed completions: those that fit together, and the part that remains of each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/complete/completion.hpp"
#include "objects/queues/completion_queue.hpp"

namespace verbatim::emulator {

/// The most completions that one title represents, itself included; as in
/// abi/commands/capabilities.hpp.
inline constexpr std::size_t longest_session = 64;

/// The number of minis in a slot: the basic layout uses the whole slot, the enhanced layout all
/// except its last word.
inline constexpr std::size_t minis_per_array = 8;
inline constexpr std::size_t minis_per_block = 7;

/// Returns true if `next` can follow `last` under one title: all bytes that the minis do not carry
/// are the same.
bool joins(const completion& last, const completion& next, mini_format format) noexcept;

/// Returns an array of the basic layout with `some`, at most eight. The remaining bytes are `rest`.
cqe_bytes mini_array(std::span<const completion> some, mini_format format, std::byte rest);

/// Returns a block of the enhanced layout with `some`, at most seven.
cqe_bytes mini_block(std::span<const completion> some, mini_format format);

/// Returns the title of the basic layout: the first completion of the session, with their count.
cqe_bytes basic_title(std::span<const completion> session) noexcept;

}  // namespace verbatim::emulator
