// Interposed stat functions: the device's files, with the device shown as a character device.

// Both functions of pairs such as open and open64 are defined here, so neither may be renamed.
#undef _FILE_OFFSET_BITS

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <optional>

#include "abi/watched.hpp"
#include "cm/device_file.hpp"
#include "preload/device_tree.hpp"
#include "preload/exported.hpp"
#include "preload/next.hpp"
#include "preload/status.hpp"

using verbatim::emulator::become_character_device;
using verbatim::emulator::become_connection_manager;
using verbatim::emulator::become_management;
using verbatim::emulator::card_of_file;
using verbatim::emulator::next_function;
using verbatim::emulator::real_path;
using verbatim::emulator::watched_descriptors;

namespace {

next_function<int(const char*, struct stat*)> next_stat("stat");
next_function<int(const char*, struct stat*)> next_lstat("lstat");
next_function<int(int, struct stat*)> next_fstat("fstat");
next_function<int(int, const char*, struct stat*, int)> next_fstatat("fstatat");
next_function<int(int, const char*, int, unsigned, struct statx*)> next_statx("statx");

/// Turns `status` into that of a device file, if `real` is one.
void become_device(struct stat& status, const real_path& real) noexcept {
  if (real.card() >= 0) become_character_device(status, real.card());
  if (real.connection_manager()) become_connection_manager(status);
  if (real.management()) become_management(status, *real.management());
}

/// Returns true if the descriptor is an event channel of rdma_cm.
bool is_event_channel(int descriptor, const struct stat& status) noexcept {
  return S_ISFIFO(status.st_mode) && watched_descriptors.contains(descriptor) &&
         verbatim::emulator::cm::is_device_file(status.st_ino);
}

/// Returns the file of management datagrams of a descriptor; nothing if it is another file.
std::optional<verbatim::emulator::mad::file_name> management_file(
    int descriptor, const struct stat& status) noexcept {
  if (!S_ISSOCK(status.st_mode) || !watched_descriptors.contains(descriptor)) return std::nullopt;
  return verbatim::emulator::mad::file_of(status.st_ino);
}

// On 64-bit systems the two structures are the same.
static_assert(sizeof(struct stat) == sizeof(struct stat64));
struct stat* same(struct stat64* status) noexcept {
  return reinterpret_cast<struct stat*>(status);
}

}  // namespace

std::uint64_t verbatim::emulator::device_file_inode(int descriptor) noexcept {
  struct stat status {};
  return next_fstat(descriptor, &status) == 0 && card_of_file(descriptor, status) >= 0
             ? status.st_ino
             : 0;
}

VERBATIM_EXPORTED int stat(const char* path, struct stat* status) {
  const real_path real(path);
  const int result = next_stat(real.c_str(), status);
  if (result == 0) become_device(*status, real);
  return result;
}

VERBATIM_EXPORTED int lstat(const char* path, struct stat* status) {
  const real_path real(path);
  const int result = next_lstat(real.c_str(), status);
  if (result == 0) become_device(*status, real);
  return result;
}

VERBATIM_EXPORTED int fstat(int descriptor, struct stat* status) {
  const int result = next_fstat(descriptor, status);
  if (result != 0) return result;
  if (const int card = card_of_file(descriptor, *status); card >= 0) {
    become_character_device(*status, card);
  } else if (is_event_channel(descriptor, *status)) {
    become_connection_manager(*status);
  } else if (const auto which = management_file(descriptor, *status)) {
    become_management(*status, *which);
  }
  return result;
}

VERBATIM_EXPORTED int fstatat(int directory, const char* path, struct stat* status, int flags) {
  if (flags & AT_EMPTY_PATH && *path == '\0') return fstat(directory, status);
  const real_path real(path);
  const int result = next_fstatat(directory, real.c_str(), status, flags);
  if (result == 0) become_device(*status, real);
  return result;
}

VERBATIM_EXPORTED int stat64(const char* path, struct stat64* status) {
  return stat(path, same(status));
}

VERBATIM_EXPORTED int lstat64(const char* path, struct stat64* status) {
  return lstat(path, same(status));
}

VERBATIM_EXPORTED int fstat64(int descriptor, struct stat64* status) {
  return fstat(descriptor, same(status));
}

VERBATIM_EXPORTED int fstatat64(int directory, const char* path, struct stat64* status, int flags) {
  return fstatat(directory, path, same(status), flags);
}

VERBATIM_EXPORTED int statx(int directory, const char* path, int flags, unsigned mask,
                            struct statx* status) {
  const real_path real(path);
  const int result = next_statx(directory, real.c_str(), flags, mask, status);
  int card = real.card();
  if (struct stat own{}; result == 0 && flags & AT_EMPTY_PATH && *path == '\0') {
    card = next_fstat(directory, &own) == 0 ? card_of_file(directory, own) : -1;
  }
  if (result == 0 && card >= 0) {
    status->stx_mode = S_IFCHR | 0666;
    status->stx_rdev_major = verbatim::emulator::device_major;
    status->stx_rdev_minor = verbatim::emulator::first_device_minor + static_cast<unsigned>(card);
    status->stx_size = 0;
  } else if (result == 0 && real.connection_manager()) {
    status->stx_mode = S_IFCHR | 0666;
    status->stx_rdev_major = verbatim::emulator::cm::device_major;
    status->stx_rdev_minor = verbatim::emulator::cm::device_minor;
    status->stx_size = 0;
  } else if (result == 0 && real.management()) {
    status->stx_mode = S_IFCHR | 0600;
    status->stx_rdev_major = verbatim::emulator::mad::device_major;
    status->stx_rdev_minor = real.management()->device_minor();
    status->stx_size = 0;
  }
  return result;
}
