// Reports each thing once per process. A program that only probes for it gets the report with
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

/// True if the program itself is linked with `library`. Plugins of libraries do not count: they
/// only look whether a device is there.
bool program_needs(std::string_view library) noexcept {
  // The first object is the program.
  const link_map* const program = _r_debug.r_map;
  const char* strings = nullptr;
  for (const ElfW(Dyn)* at = program->l_ld; at && at->d_tag != DT_NULL; ++at) {
    // C libraries that relocate the table add the program's base to the address.
    const ElfW(Addr) address = at->d_un.d_ptr;
    const ElfW(Addr) base = program->l_addr;
    if (at->d_tag == DT_STRTAB) {
      strings = reinterpret_cast<const char*>(address < base ? base + address : address);
    }
  }
  if (!strings) return false;
  for (const ElfW(Dyn)* at = program->l_ld; at->d_tag != DT_NULL; ++at) {
    if (at->d_tag == DT_NEEDED && std::string_view(strings + at->d_un.d_val).starts_with(library)) {
      return true;
    }
  }
  return false;
}

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
  static constinit std::atomic<bool> said_rdma_cm = false;
  static constinit std::atomic<bool> said_management = false;
  const std::string_view name = path;
  if (name == "/dev/infiniband/rdma_cm") {
    if (!is_first(said_rdma_cm)) return;
    say(program_needs("librdmacm.so"),
        "rdma_cm is not emulated, so there is no /dev/infiniband/rdma_cm: connect queue pairs by "
        "addresses that the "
        "programs exchange themselves (perftest without -R)");
  } else if (name.starts_with("/dev/infiniband/umad") || name.starts_with("/dev/infiniband/issm") ||
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
