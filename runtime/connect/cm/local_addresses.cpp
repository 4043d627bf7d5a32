#include "verbatim/connect/cm/local_addresses.hpp"

#include <ifaddrs.h>
#include <sys/socket.h>

#include <cerrno>
#include <memory>

#include "verbatim/connect/cm/cm_error.hpp"
#include "verbatim/connect/cm/ids/channel.hpp"
#include "verbatim/connect/cm/ids/cm_id.hpp"

namespace verbatim::cm {
namespace {

struct free_interfaces {
  void operator()(ifaddrs* list) const noexcept { freeifaddrs(list); }
};
using interfaces = std::unique_ptr<ifaddrs, free_interfaces>;

interfaces list_interfaces() {
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) throw error(errno, "getifaddrs", "", "");
  return interfaces(list);
}

bool is_ip(const sockaddr* address) noexcept {
  return address != nullptr && (address->sa_family == AF_INET || address->sa_family == AF_INET6);
}

}  // namespace

std::vector<local_address> local_addresses() {
  auto channel = std::make_shared<detail::channel>();
  const auto all = list_interfaces();
  std::vector<local_address> found;
  for (const auto* one = all.get(); one != nullptr; one = one->ifa_next) {
    if (!is_ip(one->ifa_addr)) continue;
    const address bound(*one->ifa_addr);
    try {
      const auto id = detail::cm_id::create(channel, IBV_QPT_RC, {}, bound);
      if (auto device = id->device(); !device.empty()) {
        found.push_back({bound, one->ifa_name, std::move(device), id->port_number()});
      }
      (void)id->close();
    } catch (const error&) {
      // The kernel binds no address that leads to no RDMA port.
    }
  }
  return found;
}

}  // namespace verbatim::cm
