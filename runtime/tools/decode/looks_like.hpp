// Guesses whether bytes are a WQE or a CQE.
#pragma once

#include <cstddef>
#include <span>

namespace verbatim::tools::decode {

bool all_zero(std::span<const std::byte> bytes);

/// True if the opcode of a CQE of 64 bytes says error.
bool is_error(std::span<const std::byte> cqe);

/// True if 64 bytes can be a CQE with error.
bool looks_failed(std::span<const std::byte> cqe);

/// True if 64 bytes may be meant as a CQE with error, though no spec describes its syndrome.
bool resembles_failed(std::span<const std::byte> cqe);

/// True if 64 bytes can be a CQE of any kind: its end is never all zero.
bool looks_like_cqe(std::span<const std::byte> cqe);

/// True if the bytes may be meant as a WQE, though it is malformed.
bool resembles_wqe(std::span<const std::byte> bytes);

/// True if the bytes can begin with a WQE.
bool looks_like_wqe(std::span<const std::byte> bytes);

/// Returns the length in bytes that a WQE gives itself, at most that of the span.
std::size_t wqe_length(std::span<const std::byte> wqe);

}  // namespace verbatim::tools::decode
