// The ABI of umad, like Linux (drivers/infiniband/core/user_mad.c).
#include "mad/device_file.hpp"

#include <endian.h>
#include <fcntl.h>
#include <rdma/ib_user_mad.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <exception>
#include <system_error>

#include "abi/watched.hpp"
#include "mad/manager.hpp"
#include "report/report.hpp"
#include "system/user_memory.hpp"
#include "verbatim/generated/management/rmpp_hdr.hpp"

namespace verbatim::emulator::mad {
namespace {

static_assert(abi_version == IB_USER_MAD_ABI_VERSION);

/// The shortest datagram: the header, and that of RMPP.
constexpr std::size_t least_bytes = hdr::size + management::rmpp_hdr::size;

int fail(int error) noexcept {
  errno = error;
  return -1;
}

std::size_t header_bytes(const port_file& file) noexcept {
  return file.has_pkey_index ? sizeof(ib_user_mad_hdr) : sizeof(ib_user_mad_hdr_old);
}

/// Returns the number behind a prefix; nothing if there is no number.
std::optional<unsigned> number_behind(std::string_view path, std::string_view prefix) noexcept {
  if (!path.starts_with(prefix)) return std::nullopt;
  path.remove_prefix(prefix.size());
  unsigned number = 0;
  const auto [end, error] = std::from_chars(path.data(), path.data() + path.size(), number);
  if (error != std::errc() || end != path.data() + path.size()) return std::nullopt;
  return number;
}

/// Returns the port of a file, among those of all devices.
unsigned end_port_of(unsigned number) noexcept {
  const unsigned ports = current_options().ports;
  return subnet::end_port_of(number / ports, number % ports + 1);
}

int open_file(file_name which, int flags) {
  manager& on = this_manager();
  for (;;) {
    {
      const std::lock_guard guard(on.lock());
      if (const auto made = on.open(end_port_of(which.number), which.is_issm, flags)) {
        const int descriptor = made->program_fd();
        if (!watched_descriptors.fits(descriptor)) {
          on.close(made->inode());
          syscall(SYS_close, descriptor);
          return fail(EMFILE);
        }
        watched_descriptors.add(descriptor);
        return descriptor;
      }
    }
    // Another program has marked the port. The kernel waits until it closes the file.
    if (flags & O_NONBLOCK) return fail(EAGAIN);
    constexpr useconds_t a_while = 50'000;
    if (usleep(a_while) != 0) return -1;
  }
}

/// Registers an agent, and writes its number to the request, which begins with it.
template <class Request>
int enlist(manager& on, port_file& file, void* argument, registration (*read)(const Request&)) {
  Request request{};
  if (!copy_from_program(&request, reinterpret_cast<std::uint64_t>(argument), sizeof request)) {
    return EFAULT;
  }
  const registration wanted = read(request);
  const bool ethernet = current_options().link == link_layer::ethernet;
  if (const int error = refusal_of(wanted, ethernet)) return error;
  std::uint32_t number = 0;
  if (const int error = on.enlist(file, wanted, number)) return error;
  file.is_used = true;
  request.id = number;
  const bool written =
      copy_to_program(reinterpret_cast<std::uint64_t>(argument), &request, sizeof request);
  return written ? 0 : EFAULT;
}

registration read_old(const ib_user_mad_reg_req& from) {
  registration made;
  made.qpn = from.qpn;
  made.mgmt_class = from.mgmt_class;
  made.class_version = from.mgmt_class_version;
  std::memcpy(made.methods.data(), from.method_mask, sizeof made.methods);
  // Without a class the program wants answers only.
  if (made.mgmt_class == 0) made.methods = {};
  made.oui = std::uint32_t{from.oui[0]} << 16 | std::uint32_t{from.oui[1]} << 8 | from.oui[2];
  made.rmpp_version = from.rmpp_version;
  return made;
}

registration read_new(const ib_user_mad_reg_req2& from) {
  registration made;
  made.qpn = from.qpn;
  made.mgmt_class = from.mgmt_class;
  made.class_version = from.mgmt_class_version;
  made.methods = {from.method_mask[0], from.method_mask[1]};
  if (made.mgmt_class == 0) made.methods = {};
  made.oui = from.oui;
  made.rmpp_version = from.rmpp_version;
  made.does_rmpp = (from.flags & IB_USER_MAD_USER_RMPP) != 0;
  return made;
}

int enlist_new(manager& on, port_file& file, void* argument) {
  ib_user_mad_reg_req2 request{};
  if (!copy_from_program(&request, reinterpret_cast<std::uint64_t>(argument), sizeof request)) {
    return EFAULT;
  }
  if ((request.flags & ~std::uint32_t{IB_USER_MAD_REG_FLAGS_CAP}) != 0) {
    // The kernel reports the flags that it knows.
    const std::uint32_t known = IB_USER_MAD_REG_FLAGS_CAP;
    const auto at =
        reinterpret_cast<std::uint64_t>(argument) + offsetof(ib_user_mad_reg_req2, flags);
    return copy_to_program(at, &known, sizeof known) ? EINVAL : EFAULT;
  }
  return enlist<ib_user_mad_reg_req2>(on, file, argument, read_new);
}

int dismiss(manager& on, port_file& file, void* argument, int descriptor) {
  std::uint32_t number = 0;
  if (!copy_from_program(&number, reinterpret_cast<std::uint64_t>(argument), sizeof number)) {
    return EFAULT;
  }
  return on.dismiss(file, number, descriptor);
}

/// Returns 0 or an errno.
int control(manager& on, port_file& file, int descriptor, unsigned long request, void* argument) {
  if (file.is_issm) return ENOTTY;
  switch (request) {
    case IB_USER_MAD_REGISTER_AGENT:
      return enlist<ib_user_mad_reg_req>(on, file, argument, read_old);
    case IB_USER_MAD_REGISTER_AGENT2:
      return enlist_new(on, file, argument);
    case IB_USER_MAD_UNREGISTER_AGENT:
      return dismiss(on, file, argument, descriptor);
    case IB_USER_MAD_ENABLE_PKEY:
      if (file.is_used) return EINVAL;
      file.has_pkey_index = true;
      return 0;
    default:
      return ENOTTY;
  }
}

/// Returns the header for a program. The old form is the beginning of the new one.
ib_user_mad_hdr header_for_program(const port_file& file, const received& from) {
  ib_user_mad_hdr header{};
  header.id = from.agent;
  header.status = from.status;
  header.length = static_cast<std::uint32_t>(header_bytes(file) + from.what.bytes.size());
  header.qpn = htobe32(from.what.from.source_qpn);
  header.lid = htobe16(from.what.from.source_lid);
  header.sl = from.what.from.sl;
  header.path_bits = from.what.from.path_bits;
  header.pkey_index = from.what.from.pkey_index;
  return header;
}

/// Gives a datagram to the program. Returns its length, or -1 with errno; the datagram stays if there
/// is no room for it.
ssize_t give(port_file& file, int descriptor, void* to, std::size_t room) {
  const received& next = *file.front();
  const std::size_t header_size = header_bytes(file);
  const std::vector<std::uint8_t>& bytes = next.what.bytes;
  const std::size_t first = std::min(bytes.size(), management::mad::size);
  if (room < header_size + first) return fail(EINVAL);
  const ib_user_mad_hdr header = header_for_program(file, next);
  const auto at = reinterpret_cast<std::uint64_t>(to);
  const bool is_whole = room >= header_size + bytes.size();
  const std::size_t given = is_whole ? bytes.size() : first;
  if (!copy_to_program(at, &header, header_size) ||
      !copy_to_program(at + header_size, bytes.data(), given)) {
    return fail(EFAULT);
  }
  // The program has learned the length and asks again with more room.
  if (!is_whole) return fail(ENOSPC);
  const auto length = static_cast<ssize_t>(header_size + bytes.size());
  file.pop(descriptor);
  return length;
}

}  // namespace

std::optional<file_name> file_at(std::string_view path) noexcept {
  std::optional<file_name> found;
  if (const auto number = number_behind(path, "/dev/infiniband/umad")) {
    found = file_name{*number, false};
  } else if (const auto issm = number_behind(path, "/dev/infiniband/issm")) {
    found = file_name{*issm, true};
  } else if (const auto minor = number_behind(path, "/dev/char/231:")) {
    const bool is_issm = *minor >= first_issm_minor;
    found = file_name{*minor - (is_issm ? first_issm_minor : first_minor), is_issm};
  }
  const bool has_issm = current_options().link == link_layer::infiniband;
  if (!found || found->number >= file_count() || (found->is_issm && !has_issm)) {
    return std::nullopt;
  }
  return found;
}

bool is_command(unsigned long request) noexcept {
  return request == IB_USER_MAD_REGISTER_AGENT || request == IB_USER_MAD_REGISTER_AGENT2 ||
         request == IB_USER_MAD_UNREGISTER_AGENT || request == IB_USER_MAD_ENABLE_PKEY;
}

unsigned file_count() noexcept {
  // The hosts of a topology have no subnet to manage.
  if (current_options().hosts) return 0;
  return current_options().devices * current_options().ports;
}

int open_device_file(file_name which, int flags) noexcept {
  try {
    return open_file(which, flags);
  } catch (const std::system_error& error) {
    report("umad cannot be opened: {}", error.what());
    return fail(error.code().value());
  } catch (const std::exception& error) {
    report("umad cannot be opened: {}", error.what());
    return fail(ENOMEM);
  }
}

std::optional<file_name> file_of(std::uint64_t inode) noexcept {
  manager* const on = started_manager();
  const auto file = on ? on->find_file(inode) : nullptr;
  if (!file) return std::nullopt;
  return file_name{subnet::card_of(file->end_port) * current_options().ports +
                       subnet::port_of(file->end_port) - 1,
                   file->is_issm};
}

int control_device_file(int descriptor, std::uint64_t inode, unsigned long request,
                        void* argument) noexcept {
  manager* const on = started_manager();
  const auto file = on ? on->find_file(inode) : nullptr;
  if (!file) return fail(EBADF);
  try {
    const std::lock_guard guard(on->lock());
    const int error = control(*on, *file, descriptor, request, argument);
    return error == 0 ? 0 : fail(error);
  } catch (const std::exception&) {
    return fail(ENOMEM);
  }
}

ssize_t write_device_file(std::uint64_t inode, const void* from, std::size_t bytes) noexcept {
  manager* const on = started_manager();
  const auto file = on ? on->find_file(inode) : nullptr;
  if (on && !file) return fail(EBADF);  // another thread has closed it since
  if (!file || file->is_issm) return fail(EINVAL);
  try {
    const std::size_t header_size = header_bytes(*file);
    if (bytes < header_size + least_bytes) return fail(EINVAL);
    ib_user_mad_hdr header{};
    outgoing what;
    what.bytes.resize(bytes - header_size);
    const auto at = reinterpret_cast<std::uint64_t>(from);
    if (!copy_from_program(&header, at, header_size) ||
        !copy_from_program(what.bytes.data(), at + header_size, what.bytes.size())) {
      return fail(EFAULT);
    }
    what.destination_lid = be16toh(header.lid);
    what.sl = header.sl;
    what.pkey_index = header.pkey_index;
    const std::lock_guard guard(on->lock());
    file->is_used = true;
    const int error = on->send(*file, header.id, std::move(what),
                               std::chrono::milliseconds(header.timeout_ms), header.retries);
    return error == 0 ? static_cast<ssize_t>(bytes) : fail(error);
  } catch (const std::exception&) {
    return fail(ENOMEM);
  }
}

ssize_t read_device_file(int descriptor, std::uint64_t inode, void* to, std::size_t bytes) {
  manager* const on = started_manager();
  const auto file = on ? on->find_file(inode) : nullptr;
  if (on && !file) return fail(EBADF);  // another thread has closed it since
  if (!file || file->is_issm) return fail(EINVAL);
  for (;;) {
    {
      const std::lock_guard guard(on->lock());
      file->is_used = true;
      if (bytes < header_bytes(*file)) return fail(EINVAL);
      if (file->front()) return give(*file, descriptor, to, bytes);
    }
    const int flags = fcntl(descriptor, F_GETFL);
    if (flags >= 0 && flags & O_NONBLOCK) return fail(EAGAIN);
    char byte = 0;
    // It sleeps until a datagram is announced.
    if (recv(descriptor, &byte, 1, MSG_PEEK) < 0) return -1;
  }
}

void device_file_closed(std::uint64_t inode) noexcept {
  manager* const on = started_manager();
  if (!on) return;
  const std::lock_guard guard(on->lock());
  on->close(inode);
}

}  // namespace verbatim::emulator::mad
