// Opens and closes the device, and passes a write to the handler of its command.
#include "cm/device_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <exception>
#include <mutex>
#include <system_error>

#include "abi/watched.hpp"
#include "cm/commands/call.hpp"
#include "cm/manager.hpp"

namespace verbatim::emulator::cm {
namespace {

/// GET_EVENT sleeps, so it has no row.
void sleeps(const call&) {}

constexpr std::array<command_row, RDMA_USER_CM_CMD_JOIN_MCAST + 1> commands = {{
    {"CREATE_ID", create_id},
    {"DESTROY_ID", destroy_id},
    {"BIND_IP", bind_ip},
    {"RESOLVE_IP", resolve_ip},
    {"RESOLVE_ROUTE", resolve_the_route},
    {"QUERY_ROUTE", query_route},
    {"CONNECT", connect_id},
    {"LISTEN", listen},
    {"ACCEPT", accept_id},
    {"REJECT", reject_id},
    {"DISCONNECT", disconnect_id},
    {"INIT_QP_ATTR", init_qp_attr},
    {"GET_EVENT", sleeps},
    {"GET_OPTION", nullptr},
    {"SET_OPTION", set_option},
    {"NOTIFY", notify},
    {"JOIN_IP_MCAST", join_ip_multicast},
    {"LEAVE_MCAST", leave_multicast},
    {"MIGRATE_ID", migrate_id},
    {"QUERY", query},
    {"BIND", bind_address},
    {"RESOLVE_ADDR", resolve_any_address},
    {"JOIN_MCAST", join_multicast},
}};

/// The first command that older kernels do not have; librdmacm uses it to check for AF_IB.
constexpr std::uint32_t first_with_af_ib = RDMA_USER_CM_CMD_QUERY;

/// The event without the fields that were added later, which a program need not have room for.
constexpr std::size_t least_event_bytes = sizeof(rdma_ucm_event_resp) - 4 - sizeof(rdma_ucm_ece);

bool is_non_blocking(int descriptor) noexcept {
  const int flags = fcntl(descriptor, F_GETFL);
  return flags >= 0 && flags & O_NONBLOCK;
}

/// Passes the oldest event to the program. Returns false if there is none.
bool give_event(const call& to, std::uint64_t response) {
  event* const oldest = to.file->front();
  if (!oldest) return false;
  to.write(response, oldest->for_program, to.out_bytes);
  ++oldest->about->events_reported;
  if (oldest->of_group) ++oldest->of_group->events_reported;
  if (oldest->made) {
    oldest->made->listener = nullptr;
    ++oldest->about->backlog;
  }
  to.file->pop(to.descriptor);
  return true;
}

/// Returns 0, or the errno of a call that found no event. Programs with an event loop find the last
/// event in this way, so it is neither reported nor an exception.
int get_event(const call& from) {
  from.require_room(least_event_bytes);
  const auto in = from.read<rdma_ucm_get_event>();
  for (;;) {
    {
      const std::lock_guard guard(from.on.lock());
      from.file->publish(manager::clock::now());
      if (give_event(from, in.response)) return 0;
    }
    if (is_non_blocking(from.descriptor)) return EAGAIN;
    if (from.file->wait() == EINTR) return EINTR;
  }
}

rdma_ucm_cmd_hdr header_of(const void* from, std::size_t bytes) {
  rdma_ucm_cmd_hdr header{};
  if (bytes < sizeof header) {
    refuse<check::cm_command>(EINVAL, "rdma_cm: a command of {} bytes has no header", bytes);
  }
  if (!copy_from_program(&header, reinterpret_cast<std::uint64_t>(from), sizeof header)) {
    call::refuse_address();
  }
  if (header.cmd >= commands.size() ||
      (header.cmd >= first_with_af_ib && current_options().without_af_ib)) {
    refuse<check::cm_command>(EINVAL, "rdma_cm: command {} is not known", header.cmd);
  }
  if (header.in + sizeof header > bytes) {
    refuse<check::cm_command>(EINVAL, "rdma_cm: {} says that it has {} bytes, and {} were written",
                              commands[header.cmd].name, header.in, bytes - sizeof header);
  }
  if (!commands[header.cmd].run) {
    refuse<check::cm_command>(ENOSYS, "rdma_cm: {} does nothing in any kernel",
                              commands[header.cmd].name);
  }
  return header;
}

/// Returns 0 or an errno.
int execute(manager& on, const std::shared_ptr<event_file>& file, int descriptor, const void* from,
            std::size_t bytes) {
  const rdma_ucm_cmd_hdr header = header_of(from, bytes);
  const call made{on,         file,
                  descriptor, reinterpret_cast<std::uint64_t>(from) + sizeof header,
                  header.in,  header.out};
  if (header.cmd == RDMA_USER_CM_CMD_GET_EVENT) return get_event(made);
  const std::lock_guard guard(on.lock());
  on.follow_subnet();
  // Destroying fails in no kernel.
  if (header.cmd != RDMA_USER_CM_CMD_DESTROY_ID) {
    if (const int error = on.faults().refuses(commands[header.cmd].name); error != 0) return error;
  }
  commands[header.cmd].run(made);
  return 0;
}

int open_file(int flags) {
  manager& on = this_manager();
  const std::lock_guard guard(on.lock());
  const auto made = on.open((flags & O_CLOEXEC) != 0);
  const int descriptor = made->program_fd();
  if (flags & O_NONBLOCK) fcntl(descriptor, F_SETFL, O_NONBLOCK);
  if (!watched_descriptors.fits(descriptor)) {
    on.close(made->inode());
    syscall(SYS_close, descriptor);
    throw std::system_error(EMFILE, std::generic_category());
  }
  watched_descriptors.add(descriptor);
  return descriptor;
}

}  // namespace

void call::refuse_address() {
  refuse<check::cm_command>(EFAULT, "rdma_cm: memory that a command names is not mapped");
}

void call::require_room(std::size_t bytes) const {
  if (out_bytes < bytes) {
    refuse<check::cm_command>(ENOSPC, "rdma_cm: the answer has {} bytes, and there is room for {}",
                              bytes, out_bytes);
  }
}

id& call::of(std::uint32_t handle) const {
  id* const found = on.find(handle);
  if (!found) refuse<check::cm_id>(ENOENT, "rdma_cm: there is no id {}", handle);
  if (found->file != file) {
    refuse<check::cm_id>(EINVAL, "rdma_cm: id {} is of another event channel", handle);
  }
  if (found->state == id_state::device_removed) {
    refuse<check::cm_id>(ENXIO, "rdma_cm: the device of id {} was removed: destroy the id", handle);
  }
  return *found;
}

id& call::bound(std::uint32_t handle) const {
  id& found = of(handle);
  if (!found.at) {
    refuse<check::cm_device>(EINVAL,
                             "rdma_cm: id {} has no device yet: bind it to an address of a port, "
                             "or resolve an address",
                             handle);
  }
  return found;
}

int open_device_file(int flags) noexcept {
  try {
    return open_file(flags);
  } catch (const std::system_error& error) {
    report("rdma_cm cannot be opened: {}", error.what());
    errno = error.code().value();
  } catch (const std::exception& error) {
    report("rdma_cm cannot be opened: {}", error.what());
    errno = ENOMEM;
  }
  return -1;
}

bool is_device_file(std::uint64_t inode) noexcept {
  manager* const on = any_manager();
  return on && on->find_file(inode);
}

ssize_t write_device_file(int descriptor, std::uint64_t inode, const void* from,
                          std::size_t bytes) {
  int error = 0;
  try {
    manager* const on = started_manager();
    const auto file = on ? on->find_file(inode) : nullptr;
    if (on && !file) throw refusal{EBADF};  // another thread has closed it since
    if (!file) {
      refuse<check::cm_forked>(EINVAL,
                               "rdma_cm: the event channel was opened before fork: open another "
                               "one in the child");
    }
    error = execute(*on, file, descriptor, from, bytes);
    if (error == 0) return static_cast<ssize_t>(bytes);
  } catch (const refusal& refused) {
    error = refused.error;
  } catch (const std::system_error& failed) {
    report("rdma_cm: a command failed: {}", failed.what());
    error = failed.code().value();
  } catch (const std::bad_alloc&) {
    error = ENOMEM;
  }
  errno = error;
  return -1;
}

void device_file_closed(std::uint64_t inode) noexcept {
  manager* const on = started_manager();
  if (!on) return;
  const std::lock_guard guard(on->lock());
  on->close(inode);
}

std::shared_ptr<event_file> file_of_descriptor(manager& on, int descriptor) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0) {
    refuse<check::cm_id>(ENOENT, "rdma_cm: descriptor {} of the old event channel is closed",
                         descriptor);
  }
  auto found = on.find_file(status.st_ino);
  if (!found) {
    refuse<check::cm_id>(EINVAL, "rdma_cm: descriptor {} is no event channel", descriptor);
  }
  return found;
}

}  // namespace verbatim::emulator::cm
