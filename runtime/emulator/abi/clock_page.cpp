// Converts ticks of the device's clock to wall-clock time.
#include "abi/clock_page.hpp"

#include <rdma/mlx5-abi.h>
#include <unistd.h>

#include <cstdint>
#include <ctime>

#include "objects/device_clock.hpp"
#include "objects/uar_page.hpp"

namespace verbatim::emulator {
namespace {

// libmlx5 maps the page at command << 8 | version.
constexpr off_t clock_page_index = MLX5_IB_MMAP_CLOCK_INFO << 8 | MLX5_IB_CLOCK_INFO_V1;
constexpr std::uint64_t timestamp_mask = INT64_MAX;

/// Nanoseconds are (ticks * mult) >> shift: exact at 1 GHz, otherwise with a relative error of
/// 2^-20.
constexpr std::uint32_t shift_of(std::uint64_t khz) noexcept { return khz == 1'000'000 ? 0 : 20; }

}  // namespace

bool write_clock_page(int device_file) noexcept {
  mlx5_ib_clock_info info{};
  const std::uint64_t khz = current_options().core_clock_khz;
  const clock_comparison now = compare_clocks();
  info.cycles = now.ticks;
  info.nsec = now.nanoseconds;
  info.shift = shift_of(khz);
  info.mult = static_cast<std::uint32_t>(((1'000'000ull << info.shift) + khz / 2) / khz);
  info.mask = timestamp_mask;
  return pwrite(device_file, &info, sizeof info, clock_page_index * off_t{uar_page::size}) ==
         sizeof info;
}

}  // namespace verbatim::emulator
