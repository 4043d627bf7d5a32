// The capabilities and limits of the emulated device.
#pragma once

#include <rdma/ib_user_ioctl_verbs.h>
#include <rdma/ib_user_verbs.h>
#include <rdma/mlx5-abi.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "abi/commands/limits.hpp"
#include "objects/port.hpp"

namespace verbatim::emulator {

/// The codes of a link's width and speed, and its rate as sysfs has it.
struct link_rate {
  std::uint8_t width;
  std::uint8_t speed;
  std::string_view words;
};
link_rate rate_of(const port_identity& port) noexcept;

mlx5_ib_alloc_ucontext_resp context_answer(const std::vector<port_identity>& ports,
                                           bool has_ece) noexcept;
ib_uverbs_ex_query_device_resp device_answer(const std::vector<port_identity>& ports) noexcept;
mlx5_ib_query_device_resp mlx5_device_answer(const std::vector<port_identity>& ports) noexcept;
/// Returns the firmware version in sysfs's form.
std::string firmware_version_text();

ib_uverbs_query_port_resp_ex port_answer(const port_identity& port) noexcept;

/// Returns entry `index` of that port's table, which must have it.
ib_uverbs_gid_entry gid_answer(const port_identity& port, std::uint32_t port_num,
                               std::uint32_t index) noexcept;

}  // namespace verbatim::emulator
