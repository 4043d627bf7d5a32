// What compressed completions look like: which fit together, and what is left of each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/completion.hpp"
#include "objects/completion_queue.hpp"

namespace verbatim::emulator {

/// Completions that one title may stand for, itself included; as in abi/capabilities.hpp.
inline constexpr std::size_t longest_session = 64;

/// Minis in a slot: of the basic layout all of it, of the enhanced one what its last word leaves.
inline constexpr std::size_t minis_per_array = 8;
inline constexpr std::size_t minis_per_block = 7;

/// True if `next` can follow `last` under one title: all that the minis do not carry is the same.
bool joins(const completion& last, const completion& next, mini_format format) noexcept;

/// The array of the basic layout that begins with `some`, at most eight. What they leave is filled
/// with `rest`.
cqe_bytes mini_array(std::span<const completion> some, mini_format format, std::byte rest);

/// A block of the enhanced layout with `some`, at most seven.
cqe_bytes mini_block(std::span<const completion> some, mini_format format);

/// The title of the basic layout: the first completion of the session, with their count.
cqe_bytes basic_title(std::span<const completion> session) noexcept;

}  // namespace verbatim::emulator
