// Guesses whether bytes are a WQE or a CQE.
#pragma once

#include <cstddef>
#include <span>

namespace verbatim::tools::decode {

bool all_zero(std::span<const std::byte> bytes);

/// Returns true if the opcode of a CQE of 64 bytes means an error.
bool is_error(std::span<const std::byte> cqe);

/// Returns true if 64 bytes can be a CQE with error.
bool looks_failed(std::span<const std::byte> cqe);

/// Returns true if 64 bytes may be a CQE with error whose syndrome no spec describes.
bool resembles_failed(std::span<const std::byte> cqe);

/// Returns true if 64 bytes can be a CQE of any kind: its end is never all zero.
bool looks_like_cqe(std::span<const std::byte> cqe);

/// Returns true if the bytes may be a malformed WQE.
bool resembles_wqe(std::span<const std::byte> bytes);

/// Returns true if the bytes can begin with a WQE.
bool looks_like_wqe(std::span<const std::byte> bytes);

/// Returns the length in bytes according to the WQE's ctrl_seg, at most the length of the span.
std::size_t wqe_length(std::span<const std::byte> wqe);

}  // namespace verbatim::tools::decode
