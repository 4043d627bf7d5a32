// The library that is loaded beside a real device: it sees the commands of the program.
#include <errno.h>
#include <rdma/rdma_user_ioctl_cmds.h>
#include <stdarg.h>
#include <sys/ioctl.h>

#include "preload/exported.hpp"
#include "preload/next.hpp"
#include "watch/watch_file.hpp"
#include "watch/watched_call.hpp"

namespace {

using verbatim::emulator::watch::watch_file;

verbatim::emulator::next_function<int(int, unsigned long, void*)> next_ioctl("ioctl");

[[gnu::destructor]] void at_exit() {
  if (!watch_file::begun()) return;
  watch_file* const to = watch_file::here();
  verbatim::emulator::watch::watched_queues::here().look();
  to->add(verbatim::recording::process_end_body{});
  to->flush();
}

}  // namespace

VERBATIM_EXPORTED int ioctl(int descriptor, unsigned long request, ...) noexcept {
  va_list arguments;
  va_start(arguments, request);
  void* const argument = va_arg(arguments, void*);
  va_end(arguments);
  if (request != RDMA_VERBS_IOCTL || !argument || !watch_file::here()) {
    return next_ioctl(descriptor, request, argument);
  }
  verbatim::emulator::watch::watched_call call(descriptor,
                                               *static_cast<ib_uverbs_ioctl_hdr*>(argument));
  const int result = next_ioctl(descriptor, request, argument);
  const int error = result == 0 ? 0 : errno;
  call.ended(error);
  errno = error;
  return result;
}
