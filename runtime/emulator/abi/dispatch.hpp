// Passes an ioctl on the device file to the handler of its command.
#pragma once

#include <rdma/rdma_user_ioctl_cmds.h>

#include <cstdint>

namespace verbatim::emulator {

/// Executes one ioctl(RDMA_VERBS_IOCTL) on the device file with this inode; returns 0 or an errno
/// value.
int execute(std::uint64_t inode, ib_uverbs_ioctl_hdr& header) noexcept;

}  // namespace verbatim::emulator
