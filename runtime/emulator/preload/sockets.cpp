// Interposed functions on sockets: those of RDMA netlink.
#include <errno.h>
#include <linux/netlink.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "abi/device_file.hpp"
#include "abi/watched.hpp"
#include "netlink/socket.hpp"
#include "preload/exported.hpp"
#include "preload/next.hpp"

namespace netlink = verbatim::emulator::netlink;
using verbatim::emulator::next_function;

namespace {

next_function<int(int, int, int)> next_socket("socket");
next_function<int(int, const sockaddr*, socklen_t)> next_bind("bind");
next_function<int(int, const sockaddr*, socklen_t)> next_connect("connect");
next_function<int(int, sockaddr*, socklen_t*)> next_getsockname("getsockname");
next_function<int(int, int, int, const void*, socklen_t)> next_setsockopt("setsockopt");
next_function<ssize_t(int, const void*, size_t, int)> next_send("send");
next_function<ssize_t(int, const void*, size_t, int, const sockaddr*, socklen_t)> next_sendto(
    "sendto");
next_function<ssize_t(int, const msghdr*, int)> next_sendmsg("sendmsg");
next_function<ssize_t(int, void*, size_t, int)> next_recv("recv");
next_function<ssize_t(int, void*, size_t, int, sockaddr*, socklen_t*)> next_recvfrom("recvfrom");
next_function<ssize_t(int, msghdr*, int)> next_recvmsg("recvmsg");

/// Returns the inode of a socket of RDMA netlink; nothing for any other descriptor, which costs one
/// bit test.
std::optional<std::uint64_t> inode_of_netlink(int descriptor) noexcept {
  if (!verbatim::emulator::watched_descriptors.contains(descriptor)) return std::nullopt;
  const int saved = errno;
  const std::uint64_t inode = verbatim::emulator::inode_of(descriptor);
  errno = saved;
  return netlink::is_socket(inode) ? std::optional(inode) : std::nullopt;
}

ssize_t send_message(std::uint64_t inode, const void* from, size_t bytes) noexcept {
  return netlink::send(inode, {static_cast<const std::byte*>(from), bytes});
}

/// Writes an address as the kernel does: as much of it as there is room for, and its whole length.
void give_address(const sockaddr_nl& from, void* to, socklen_t* length) noexcept {
  if (!to || !length) return;
  std::memcpy(to, &from, std::min<std::size_t>(*length, sizeof from));
  *length = sizeof from;
}

/// Returns the sender of every answer, which is the kernel.
sockaddr_nl kernel() noexcept {
  sockaddr_nl address{};
  address.nl_family = AF_NETLINK;
  return address;
}

}  // namespace

VERBATIM_EXPORTED int socket(int family, int type, int protocol) noexcept {
  if (family == AF_NETLINK && protocol == NETLINK_RDMA) return netlink::open_socket(type);
  return next_socket(family, type, protocol);
}

VERBATIM_EXPORTED int bind(int descriptor, const sockaddr* to, socklen_t length) noexcept {
  const auto inode = inode_of_netlink(descriptor);
  if (!inode) return next_bind(descriptor, to, length);
  sockaddr_nl address{};
  if (length < sizeof address) {
    errno = EINVAL;
    return -1;
  }
  std::memcpy(&address, to, sizeof address);
  return netlink::bind(*inode, address) ? 0 : -1;
}

VERBATIM_EXPORTED int connect(int descriptor, const sockaddr* to, socklen_t length) {
  // Connecting a netlink socket to the kernel chooses what is chosen already.
  return inode_of_netlink(descriptor) ? 0 : next_connect(descriptor, to, length);
}

VERBATIM_EXPORTED int getsockname(int descriptor, sockaddr* to, socklen_t* length) noexcept {
  const auto inode = inode_of_netlink(descriptor);
  if (!inode) return next_getsockname(descriptor, to, length);
  give_address(netlink::address_of(*inode), to, length);
  return 0;
}

VERBATIM_EXPORTED int setsockopt(int descriptor, int level, int option, const void* value,
                                 socklen_t length) noexcept {
  const auto inode = level == SOL_NETLINK ? inode_of_netlink(descriptor) : std::nullopt;
  if (!inode) return next_setsockopt(descriptor, level, option, value, length);
  int number = 0;
  std::memcpy(&number, value, std::min<std::size_t>(length, sizeof number));
  const int error = netlink::set_option(*inode, option, number);
  if (error == 0) return 0;
  errno = error;
  return -1;
}

VERBATIM_EXPORTED ssize_t send(int descriptor, const void* from, size_t bytes, int flags) {
  const auto inode = inode_of_netlink(descriptor);
  return inode ? send_message(*inode, from, bytes) : next_send(descriptor, from, bytes, flags);
}

VERBATIM_EXPORTED ssize_t sendto(int descriptor, const void* from, size_t bytes, int flags,
                                 const sockaddr* to, socklen_t length) {
  const auto inode = inode_of_netlink(descriptor);
  return inode ? send_message(*inode, from, bytes)
               : next_sendto(descriptor, from, bytes, flags, to, length);
}

VERBATIM_EXPORTED ssize_t sendmsg(int descriptor, const msghdr* from, int flags) {
  const auto inode = inode_of_netlink(descriptor);
  if (!inode) return next_sendmsg(descriptor, from, flags);
  std::vector<std::byte> whole;
  for (const iovec& piece : std::span(from->msg_iov, from->msg_iovlen)) {
    const auto* const begin = static_cast<const std::byte*>(piece.iov_base);
    whole.insert(whole.end(), begin, begin + piece.iov_len);
  }
  return send_message(*inode, whole.data(), whole.size());
}

VERBATIM_EXPORTED ssize_t recvmsg(int descriptor, msghdr* to, int flags) {
  const socklen_t room = to ? to->msg_namelen : 0;
  const ssize_t result = next_recvmsg(descriptor, to, flags);
  const auto inode = result >= 0 ? inode_of_netlink(descriptor) : std::nullopt;
  if (!inode) return result;
  to->msg_namelen = room;
  give_address(kernel(), to->msg_name, &to->msg_namelen);
  netlink::received(*inode);
  return result;
}

VERBATIM_EXPORTED ssize_t recvfrom(int descriptor, void* to, size_t bytes, int flags,
                                   sockaddr* from, socklen_t* length) {
  const socklen_t room = length ? *length : 0;
  const ssize_t result = next_recvfrom(descriptor, to, bytes, flags, from, length);
  const auto inode = result >= 0 ? inode_of_netlink(descriptor) : std::nullopt;
  if (!inode) return result;
  if (length) *length = room;
  give_address(kernel(), from, length);
  netlink::received(*inode);
  return result;
}

VERBATIM_EXPORTED ssize_t recv(int descriptor, void* to, size_t bytes, int flags) {
  const ssize_t result = next_recv(descriptor, to, bytes, flags);
  const auto inode = result >= 0 ? inode_of_netlink(descriptor) : std::nullopt;
  if (inode) netlink::received(*inode);
  return result;
}

// With _FORTIFY_SOURCE, programs call these functions.

VERBATIM_EXPORTED ssize_t __recv_chk(int descriptor, void* to, size_t bytes, size_t, int flags) {
  return recv(descriptor, to, bytes, flags);
}

VERBATIM_EXPORTED ssize_t __recvfrom_chk(int descriptor, void* to, size_t bytes, size_t, int flags,
                                         sockaddr* from, socklen_t* length) {
  return recvfrom(descriptor, to, bytes, flags, from, length);
}
