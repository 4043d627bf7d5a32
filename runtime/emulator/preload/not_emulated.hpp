// Reports what the program asks for and the emulator does not have.
#pragma once

namespace verbatim::emulator {

/// Reports that the program opens `path`, which is one of the device's.
void mention_missing_file(const char* path) noexcept;

/// Reports that the program asks for a socket to RDMA netlink.
void mention_missing_netlink() noexcept;

}  // namespace verbatim::emulator
