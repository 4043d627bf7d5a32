// The end of a list of data segments that does not fill its WQE.
#pragma once

#include <cstdint>

namespace verbatim::emulator {

/// The lkey of a data_seg of zero bytes that ends the list before it. Source: mlx5dv.h,
/// MLX5_INVALID_LKEY.
inline constexpr std::uint32_t terminator_lkey = 0x100;

}  // namespace verbatim::emulator
