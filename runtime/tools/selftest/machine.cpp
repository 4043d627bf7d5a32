// The device, its port and the software of a run of the selftest.
#include "tools/selftest/machine.hpp"

#include <dlfcn.h>
#include <link.h>
#include <sys/utsname.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tools/info/obstacles.hpp"
#include "tools/info/products.hpp"
#include "verbatim/verbs/discovery/device.hpp"

namespace verbatim::tools::selftest {
namespace {

std::string line_of(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// Returns the file of a loaded library, with symbolic links resolved: libibverbs.so.1.14.44.0.
std::string file_of(const char* library) {
  void* const handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return {};
  link_map* map = nullptr;
  std::string file;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0) {
    std::error_code ignored;
    const auto path = std::filesystem::canonical(map->l_name, ignored);
    file = ignored ? map->l_name : path.filename().string();
  }
  dlclose(handle);
  return file;
}

}  // namespace

machine describe_machine(const verbatim::context& context, std::uint8_t port,
                         std::uint16_t gid_index) {
  const auto capabilities = context.capabilities();
  const auto sysfs = "/sys/class/infiniband/" + context.name();
  machine facts{.device = context.name(),
                .board = line_of(sysfs + "/board_id"),
                .firmware = capabilities.firmware,
                .vendor_id = capabilities.vendor_id,
                .vendor_part_id = capabilities.vendor_part_id,
                .is_mlx5 = context.is_mlx5(),
                .port = context.port(port),
                .gid_index = gid_index,
                .libibverbs = file_of("libibverbs.so.1"),
                .libmlx5 = file_of("libmlx5.so.1"),
                .on_emulator = info::is_emulated()};
  if (facts.is_mlx5) facts.product = info::product_of(facts.vendor_part_id);
  for (const auto& one : devices()) {
    if (one.name != facts.device) continue;
    facts.guid = to_string(one.guid);
    if (one.pci) facts.pci = to_string(*one.pci);
  }
  for (const auto& entry : context.gid_table(port)) {
    if (entry.index != gid_index) continue;
    facts.gid = to_string(entry.gid);
    facts.gid_type = name(entry.type);
  }
  utsname kernel{};
  if (uname(&kernel) == 0) {
    facts.kernel = std::string(kernel.release) + " " + kernel.version;
  }
  facts.driver = line_of(sysfs + "/device/uevent");
  facts.driver = facts.driver.starts_with("DRIVER=") ? facts.driver.substr(7) : "";
  if (!facts.driver.empty()) {
    facts.driver_version = line_of("/sys/module/" + facts.driver + "/version");
  }
  return facts;
}

}  // namespace verbatim::tools::selftest
