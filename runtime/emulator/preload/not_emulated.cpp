// Reports each missing feature once per process; if the program only probes for it, only with
// --verbose.
#include "preload/not_emulated.hpp"

#include <link.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "report/report.hpp"

namespace verbatim::emulator {
namespace {

bool is_loaded(std::string_view library) noexcept {
  for (const link_map* one = _r_debug.r_map; one; one = one->l_next) {
    const std::string_view path = one->l_name;
    if (path.substr(path.rfind('/') + 1).starts_with(library)) return true;
  }
  return false;
}

bool is_first(std::atomic<bool>& said) noexcept { return !said.exchange(true); }

void say(bool asked_for, std::string_view text) noexcept {
  if (asked_for || reports_everything()) report_line(text);
}

}  // namespace

void mention_missing_file(const char* path) noexcept {
  static constinit std::atomic<bool> said_management = false;
  const std::string_view name = path;
  if (name.starts_with("/dev/infiniband/umad") || name.starts_with("/dev/infiniband/issm") ||
      name.starts_with("/sys/class/infiniband_mad/")) {
    if (!is_first(said_management)) return;
    say(true,
        "management datagrams are not emulated, so there is no /dev/infiniband/umad0 nor a subnet "
        "manager: ibv_devinfo "
        "shows devices and ports");
  }
}

void mention_missing_netlink() noexcept {
  static constinit std::atomic<bool> said = false;
  if (!is_first(said)) return;
  // libibverbs tries netlink first and then reads sysfs.
  say(!is_loaded("libibverbs.so"),
      "RDMA netlink is not emulated: ibv_devices lists the devices, ibv_devinfo shows their ports");
}

}  // namespace verbatim::emulator
