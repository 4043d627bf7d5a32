// Reports features that the program requests but the emulator does not have.
#pragma once

namespace verbatim::emulator {

/// Reports that the program opens `path`, which a real device would have.
void mention_missing_file(const char* path) noexcept;

/// Reports that the program opens an RDMA netlink socket.
void mention_missing_netlink() noexcept;

}  // namespace verbatim::emulator
