// A clock that needs no correction: one nanosecond per tick.
#include "abi/clock_page.hpp"

#include <rdma/mlx5-abi.h>
#include <unistd.h>

#include <cstdint>
#include <ctime>

#include "objects/uar_page.hpp"

namespace verbatim::emulator {
namespace {

// libmlx5 maps the page at command << 8 | version.
constexpr off_t clock_page_index = MLX5_IB_MMAP_CLOCK_INFO << 8 | MLX5_IB_CLOCK_INFO_V1;
constexpr std::uint64_t timestamp_mask = INT64_MAX;

std::uint64_t nanoseconds(clockid_t clock) noexcept {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec);
}

}  // namespace

bool write_clock_page(int device_file) noexcept {
  mlx5_ib_clock_info info{};
  info.cycles = nanoseconds(CLOCK_MONOTONIC);
  info.nsec = nanoseconds(CLOCK_REALTIME);
  info.mult = 1;
  info.mask = timestamp_mask;
  return pwrite(device_file, &info, sizeof info, clock_page_index * off_t{uar_page::size}) ==
         sizeof info;
}

}  // namespace verbatim::emulator
