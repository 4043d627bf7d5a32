// Interposed functions that start programs: a program with a cleared environment gets the device
// too.
#include <errno.h>
#include <spawn.h>
#include <stdarg.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>

#include "preload/exported.hpp"
#include "preload/inherited_environment.hpp"
#include "preload/next.hpp"

using verbatim::emulator::inherited_environment;
using verbatim::emulator::mention_missing_library;
using verbatim::emulator::next_function;

namespace {

next_function<int(const char*, char* const*, char* const*)> next_execve("execve");
next_function<int(const char*, char* const*, char* const*)> next_execvpe("execvpe");
next_function<int(int, char* const*, char* const*)> next_fexecve("fexecve");
next_function<int(int, const char*, char* const*, char* const*, int)> next_execveat("execveat");
using spawn_function = int(pid_t*, const char*, const posix_spawn_file_actions_t*,
                           const posix_spawnattr_t*, char* const*, char* const*);
next_function<spawn_function> next_posix_spawn("posix_spawn");
next_function<spawn_function> next_posix_spawnp("posix_spawnp");

/// Calls `start` with `environment` plus the missing variables. The result is built on the stack,
/// because a child of vfork never returns to free memory.
template <class Start>
int with_device(char* const* environment, Start&& start) {
  const inherited_environment more(environment);
  if (more.count() == 0) return start(environment);
  auto** const whole = static_cast<char**>(__builtin_alloca(more.whole_count() * sizeof(char*)));
  more.fill(whole);
  return start(whole);
}

/// Copies the arguments of execl and similar functions, up to the terminating null, into an array
/// on the caller's stack.
#define VERBATIM_LIST_ARGUMENTS(first, arguments)                                              \
  va_list counting;                                                                            \
  va_start(counting, first);                                                                   \
  std::size_t count = 1;                                                                       \
  while (va_arg(counting, char*)) ++count;                                                     \
  va_end(counting);                                                                            \
  auto** const arguments = static_cast<char**>(__builtin_alloca((count + 1) * sizeof(char*))); \
  va_list listing;                                                                             \
  va_start(listing, first);                                                                    \
  arguments[0] = const_cast<char*>(first);                                                     \
  for (std::size_t i = 1; i <= count; ++i) arguments[i] = va_arg(listing, char*)

}  // namespace

VERBATIM_EXPORTED int execve(const char* path, char* const* arguments,
                             char* const* environment) noexcept {
  mention_missing_library(path);
  return with_device(environment,
                     [&](char* const* whole) { return next_execve(path, arguments, whole); });
}

VERBATIM_EXPORTED int execv(const char* path, char* const* arguments) noexcept {
  return execve(path, arguments, environ);
}

VERBATIM_EXPORTED int execvpe(const char* file, char* const* arguments,
                              char* const* environment) noexcept {
  mention_missing_library(file);
  return with_device(environment,
                     [&](char* const* whole) { return next_execvpe(file, arguments, whole); });
}

VERBATIM_EXPORTED int execvp(const char* file, char* const* arguments) noexcept {
  return execvpe(file, arguments, environ);
}

VERBATIM_EXPORTED int execl(const char* path, const char* first, ...) noexcept {
  VERBATIM_LIST_ARGUMENTS(first, arguments);
  va_end(listing);
  return execve(path, arguments, environ);
}

VERBATIM_EXPORTED int execlp(const char* file, const char* first, ...) noexcept {
  VERBATIM_LIST_ARGUMENTS(first, arguments);
  va_end(listing);
  return execvpe(file, arguments, environ);
}

VERBATIM_EXPORTED int execle(const char* path, const char* first, ...) noexcept {
  VERBATIM_LIST_ARGUMENTS(first, arguments);
  char* const* const environment = va_arg(listing, char* const*);
  va_end(listing);
  return execve(path, arguments, environment);
}

VERBATIM_EXPORTED int fexecve(int program, char* const* arguments,
                              char* const* environment) noexcept {
  return with_device(environment,
                     [&](char* const* whole) { return next_fexecve(program, arguments, whole); });
}

VERBATIM_EXPORTED int execveat(int directory, const char* path, char* const* arguments,
                               char* const* environment, int flags) noexcept {
  return with_device(environment, [&](char* const* whole) {
    return next_execveat(directory, path, arguments, whole, flags);
  });
}

VERBATIM_EXPORTED int posix_spawn(pid_t* child, const char* path,
                                  const posix_spawn_file_actions_t* actions,
                                  const posix_spawnattr_t* attributes, char* const* arguments,
                                  char* const* environment) {
  mention_missing_library(path);
  return with_device(environment, [&](char* const* whole) {
    return next_posix_spawn(child, path, actions, attributes, arguments, whole);
  });
}

VERBATIM_EXPORTED int posix_spawnp(pid_t* child, const char* file,
                                   const posix_spawn_file_actions_t* actions,
                                   const posix_spawnattr_t* attributes, char* const* arguments,
                                   char* const* environment) {
  mention_missing_library(file);
  return with_device(environment, [&](char* const* whole) {
    return next_posix_spawnp(child, file, actions, attributes, arguments, whole);
  });
}
