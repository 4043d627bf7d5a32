// Pairs of Unix sockets: the program has one end, and the answers are written to the other.
#include "netlink/socket.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <rdma/rdma_netlink.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <deque>
#include <exception>
#include <map>
#include <mutex>

#include "abi/watched.hpp"
#include "netlink/request.hpp"
#include "report/report.hpp"
#include "system/descriptor.hpp"

namespace verbatim::emulator::netlink {
namespace {

struct open_file {
  descriptor answers;
  sockaddr_nl address{};
  bool capped = false;

  /// Datagrams for which the program's end has no room yet.
  std::deque<bytes> waiting;
};

// The table is held over fork, so that no child sees an incomplete one.
constinit std::mutex table_mutex;
std::map<std::uint64_t, open_file>& table() {
  // Programs close sockets while they exit.
  static auto& files = *new std::map<std::uint64_t, open_file>;
  return files;
}

/// The process that has sockets; 0 if none has. A child of vfork shares this memory, and must not
/// change the table.
constinit std::atomic<pid_t> owner = 0;

[[maybe_unused]] const int registered =
    pthread_atfork([] { table_mutex.lock(); }, [] { table_mutex.unlock(); },
                   [] {
                     if (owner != 0) owner = getpid();
                     table_mutex.unlock();
                   });

open_file* find(std::uint64_t inode) {
  const auto at = table().find(inode);
  return at == table().end() ? nullptr : &at->second;
}

/// Returns true if no socket of this process has that address.
bool is_free(std::uint32_t port) {
  return std::none_of(table().begin(), table().end(),
                      [port](const auto& entry) { return entry.second.address.nl_pid == port; });
}

/// Gives a socket without an address one: the number of the process, or another one.
void bind_somewhere(open_file& file) {
  if (file.address.nl_pid != 0) return;
  // Linux begins with the number of the process and goes on with negative numbers.
  auto port = static_cast<std::uint32_t>(getpid());
  for (std::uint32_t next = 0xffffeffe; !is_free(port); --next) port = next;
  file.address.nl_pid = port;
}

void push(open_file& file) {
  while (!file.waiting.empty()) {
    const bytes& next = file.waiting.front();
    // The interposed send(2) is for programs.
    if (syscall(SYS_sendto, file.answers.number(), next.data(), next.size(),
                MSG_DONTWAIT | MSG_NOSIGNAL, nullptr, 0) < 0) {
      return;
    }
    file.waiting.pop_front();
  }
}

}  // namespace

int open_socket(int type) noexcept {
  std::array<int, 2> ends{};
  // A raw netlink socket keeps the borders of messages.
  const int flags = type & (SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (socketpair(AF_UNIX, SOCK_DGRAM | flags, 0, ends.data()) != 0) return -1;
  descriptor answers = moved_high(descriptor(ends[1]));
  struct stat status {};
  if (!watched_descriptors.fits(ends[0]) || fstat(ends[0], &status) != 0 ||
      fcntl(answers.number(), F_SETFD, FD_CLOEXEC) != 0) {
    syscall(SYS_close, ends[0]);
    errno = EMFILE;
    return -1;
  }
  const std::lock_guard guard(table_mutex);
  open_file made;
  made.answers = std::move(answers);
  made.address.nl_family = AF_NETLINK;
  table().insert_or_assign(status.st_ino, std::move(made));
  owner = getpid();
  watched_descriptors.add(ends[0]);
  return ends[0];
}

bool has_sockets() noexcept {
  const pid_t of = owner;
  return of != 0 && of == getpid();
}

bool is_socket(std::uint64_t inode) noexcept {
  if (!has_sockets()) return false;
  const std::lock_guard guard(table_mutex);
  return find(inode) != nullptr;
}

ssize_t send(std::uint64_t inode, std::span<const std::byte> message) noexcept {
  std::uint32_t port = 0;
  bool capped = false;
  {
    const std::lock_guard guard(table_mutex);
    open_file* const file = find(inode);
    if (!file) return 0;
    bind_somewhere(*file);
    port = file->address.nl_pid;
    capped = file->capped;
  }
  try {
    // The answer may need other processes, so it is made without the lock.
    std::vector<bytes> answers = answer_message(message, port, capped);
    const std::lock_guard guard(table_mutex);
    if (open_file* const file = find(inode)) {
      std::move(answers.begin(), answers.end(), std::back_inserter(file->waiting));
      push(*file);
    }
    return static_cast<ssize_t>(message.size());
  } catch (const std::exception& error) {
    report("RDMA netlink: a request failed: {}", error.what());
    errno = ENOBUFS;
    return -1;
  }
}

void received(std::uint64_t inode) noexcept {
  const std::lock_guard guard(table_mutex);
  if (open_file* const file = find(inode)) push(*file);
}

bool bind(std::uint64_t inode, const sockaddr_nl& to) noexcept {
  const std::lock_guard guard(table_mutex);
  open_file* const file = find(inode);
  if (!file) return true;
  if (to.nl_pid == 0) {
    bind_somewhere(*file);
  } else if (file->address.nl_pid != 0 && file->address.nl_pid != to.nl_pid) {
    errno = EINVAL;
    return false;
  } else if (file->address.nl_pid != to.nl_pid && !is_free(to.nl_pid)) {
    errno = EADDRINUSE;
    return false;
  } else {
    file->address.nl_pid = to.nl_pid;
  }
  file->address.nl_groups = to.nl_groups;
  return true;
}

sockaddr_nl address_of(std::uint64_t inode) noexcept {
  const std::lock_guard guard(table_mutex);
  const open_file* const file = find(inode);
  if (file) return file->address;
  sockaddr_nl none{};
  none.nl_family = AF_NETLINK;
  return none;
}

int set_option(std::uint64_t inode, int option, int value) noexcept {
  const std::lock_guard guard(table_mutex);
  open_file* const file = find(inode);
  if (!file) return EBADF;
  switch (option) {
    case NETLINK_CAP_ACK:
      file->capped = value != 0;
      return 0;
    case NETLINK_ADD_MEMBERSHIP:
    case NETLINK_DROP_MEMBERSHIP:
      // Nothing is ever sent to the groups.
      return value > 0 && value < RDMA_NL_NUM_GROUPS ? 0 : EINVAL;
    case NETLINK_PKTINFO:
    case NETLINK_BROADCAST_ERROR:
    case NETLINK_NO_ENOBUFS:
    case NETLINK_EXT_ACK:
    case NETLINK_GET_STRICT_CHK:
      return 0;
    default:
      return ENOPROTOOPT;
  }
}

void socket_closed(std::uint64_t inode) noexcept {
  if (!has_sockets()) return;
  const std::lock_guard guard(table_mutex);
  table().erase(inode);
}

}  // namespace verbatim::emulator::netlink
