// The sockets of RDMA netlink that the program has open.
#pragma once

#include <linux/netlink.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace verbatim::emulator::netlink {

/// Opens a socket and returns its descriptor, or -1 with errno. `type` is that of socket(2). It is
/// one end of a pair of Unix sockets, so poll, epoll and recvmsg need no emulation.
int open_socket(int type) noexcept;

/// Returns true if this process, or its parent, has sockets open.
bool has_sockets() noexcept;

/// Returns true for a file of `open_socket`.
bool is_socket(std::uint64_t inode) noexcept;

/// Executes the requests in one message of the program, and queues the answers. Returns its length,
/// or -1 with errno.
ssize_t send(std::uint64_t inode, std::span<const std::byte> message) noexcept;

/// Makes more answers readable, after the program has read one.
void received(std::uint64_t inode) noexcept;

/// Gives the socket an address. Returns false, with errno, if another socket of the process has it.
bool bind(std::uint64_t inode, const sockaddr_nl& to) noexcept;

/// Returns the address; a socket without one gets one.
sockaddr_nl address_of(std::uint64_t inode) noexcept;

/// Sets an option of SOL_NETLINK. Returns 0 or an errno.
int set_option(std::uint64_t inode, int option, int value) noexcept;

/// Forgets a socket after the program has closed its last descriptor.
void socket_closed(std::uint64_t inode) noexcept;

}  // namespace verbatim::emulator::netlink
