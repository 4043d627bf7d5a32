// The page of the device file with which programs convert CQE timestamps to wall-clock time.
#pragma once

namespace verbatim::emulator {

/// Writes the page, a struct mlx5_ib_clock_info, into a device file. Returns false with errno.
bool write_clock_page(int device_file) noexcept;

}  // namespace verbatim::emulator
