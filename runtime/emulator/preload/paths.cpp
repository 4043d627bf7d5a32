// Interposed functions of libc that take a path: paths of the device are redirected to its
// directory.

// Both functions of pairs such as open and open64 are defined here, so neither may be renamed.
#undef _FILE_OFFSET_BITS

#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "abi/device_file.hpp"
#include "cm/device_file.hpp"
#include "mad/device_file.hpp"
#include "preload/device_tree.hpp"
#include "preload/exported.hpp"
#include "preload/next.hpp"

using verbatim::emulator::next_function;
using verbatim::emulator::real_path;

namespace {

next_function<int(const char*, int, mode_t)> next_open("open");
next_function<int(const char*, int, mode_t)> next_open64("open64");
next_function<int(int, const char*, int, mode_t)> next_openat("openat");
next_function<int(int, const char*, int, mode_t)> next_openat64("openat64");
next_function<FILE*(const char*, const char*)> next_fopen("fopen");
next_function<FILE*(const char*, const char*)> next_fopen64("fopen64");
next_function<DIR*(const char*)> next_opendir("opendir");
using directory_filter = int(const dirent*);
using directory_filter64 = int(const dirent64*);
using directory_order = int(const dirent**, const dirent**);
using directory_order64 = int(const dirent64**, const dirent64**);
next_function<int(const char*, dirent***, directory_filter*, directory_order*)> next_scandir(
    "scandir");
next_function<int(const char*, dirent64***, directory_filter64*, directory_order64*)>
    next_scandir64("scandir64");
next_function<int(const char*)> next_chdir("chdir");
next_function<int(const char*, int)> next_access("access");
next_function<int(const char*, int)> next_eaccess("eaccess");
next_function<int(int, const char*, int, int)> next_faccessat("faccessat");
next_function<ssize_t(const char*, const char*, void*, size_t)> next_getxattr("getxattr");
next_function<ssize_t(const char*, const char*, void*, size_t)> next_lgetxattr("lgetxattr");
next_function<ssize_t(const char*, char*, size_t)> next_readlink("readlink");
next_function<ssize_t(int, const char*, char*, size_t)> next_readlinkat("readlinkat");
// The default version of this symbol is an old one that cannot allocate the result.
next_function<char*(const char*, char*)> next_realpath("realpath", "GLIBC_2.3");

/// Returns the mode argument of open, which is there only if a file may be created.
mode_t mode_of(int flags, va_list arguments) noexcept {
  const bool creates = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE;
  return creates ? va_arg(arguments, mode_t) : 0;
}

/// Calls `open_it` with the real path, or opens the device.
template <class Open>
int open_path(const char* path, int flags, Open&& open_it) {
  const real_path real(path);
  if (real.connection_manager()) return verbatim::emulator::cm::open_device_file(flags);
  if (real.management())
    return verbatim::emulator::mad::open_device_file(*real.management(), flags);
  return real.card() >= 0
             ? verbatim::emulator::open_device_file(static_cast<unsigned>(real.card()), flags)
             : open_it(real.c_str());
}

}  // namespace

VERBATIM_EXPORTED int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_path(path, flags, [&](const char* real) { return next_open(real, flags, mode); });
}

VERBATIM_EXPORTED int open64(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_path(path, flags, [&](const char* real) { return next_open64(real, flags, mode); });
}

VERBATIM_EXPORTED int openat(int directory, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_path(path, flags,
                   [&](const char* real) { return next_openat(directory, real, flags, mode); });
}

VERBATIM_EXPORTED int openat64(int directory, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_path(path, flags,
                   [&](const char* real) { return next_openat64(directory, real, flags, mode); });
}

// With _FORTIFY_SOURCE, programs call these functions if there is no mode.

VERBATIM_EXPORTED int __open_2(const char* path, int flags) {
  return open_path(path, flags, [&](const char* real) { return next_open(real, flags, 0); });
}

VERBATIM_EXPORTED int __open64_2(const char* path, int flags) {
  return open_path(path, flags, [&](const char* real) { return next_open64(real, flags, 0); });
}

VERBATIM_EXPORTED int __openat_2(int directory, const char* path, int flags) {
  return open_path(path, flags,
                   [&](const char* real) { return next_openat(directory, real, flags, 0); });
}

VERBATIM_EXPORTED int __openat64_2(int directory, const char* path, int flags) {
  return open_path(path, flags,
                   [&](const char* real) { return next_openat64(directory, real, flags, 0); });
}

VERBATIM_EXPORTED FILE* fopen(const char* path, const char* mode) {
  return next_fopen(real_path(path).c_str(), mode);
}

VERBATIM_EXPORTED FILE* fopen64(const char* path, const char* mode) {
  return next_fopen64(real_path(path).c_str(), mode);
}

VERBATIM_EXPORTED DIR* opendir(const char* path) { return next_opendir(real_path(path).c_str()); }

VERBATIM_EXPORTED int scandir(const char* path, dirent*** to, directory_filter* filter,
                              directory_order* order) {
  return next_scandir(real_path(path).c_str(), to, filter, order);
}

VERBATIM_EXPORTED int scandir64(const char* path, dirent64*** to, directory_filter64* filter,
                                directory_order64* order) {
  return next_scandir64(real_path(path).c_str(), to, filter, order);
}

VERBATIM_EXPORTED int chdir(const char* path) noexcept {
  return next_chdir(real_path(path).c_str());
}

VERBATIM_EXPORTED int access(const char* path, int mode) {
  return next_access(real_path(path).c_str(), mode);
}

VERBATIM_EXPORTED int eaccess(const char* path, int mode) {
  return next_eaccess(real_path(path).c_str(), mode);
}

VERBATIM_EXPORTED int faccessat(int directory, const char* path, int mode, int flags) {
  return next_faccessat(directory, real_path(path).c_str(), mode, flags);
}

VERBATIM_EXPORTED ssize_t getxattr(const char* path, const char* name, void* to, size_t size) {
  return next_getxattr(real_path(path).c_str(), name, to, size);
}

VERBATIM_EXPORTED ssize_t lgetxattr(const char* path, const char* name, void* to, size_t size) {
  return next_lgetxattr(real_path(path).c_str(), name, to, size);
}

VERBATIM_EXPORTED ssize_t readlink(const char* path, char* to, size_t size) {
  return next_readlink(real_path(path).c_str(), to, size);
}

VERBATIM_EXPORTED ssize_t __readlink_chk(const char* path, char* to, size_t size, size_t) {
  return readlink(path, to, size);
}

VERBATIM_EXPORTED ssize_t readlinkat(int directory, const char* path, char* to, size_t size) {
  return next_readlinkat(directory, real_path(path).c_str(), to, size);
}

VERBATIM_EXPORTED char* realpath(const char* path, char* to) {
  const real_path real(path);
  char* const result = next_realpath(real.c_str(), to);
  if (result && real.replaced()) verbatim::emulator::restore_path(result);
  return result;
}

VERBATIM_EXPORTED char* __realpath_chk(const char* path, char* to, size_t) {
  return realpath(path, to);
}

VERBATIM_EXPORTED char* canonicalize_file_name(const char* path) { return realpath(path, nullptr); }
