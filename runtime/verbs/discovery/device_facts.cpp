// The facts that the kernel reports about a device that is not open.
#include "verbatim/verbs/discovery/device_facts.hpp"

#include <ifaddrs.h>
#include <netinet/in.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>

#include "verbatim/verbs/values/gid_forms.hpp"

namespace verbatim::verbs {
namespace {

constexpr long rnic = 4;         // node_type of iWARP
constexpr long port_active = 4;  // state

/// The sysfs files of one device.
class device_files {
 public:
  device_files(const sysfs& files, const std::string& name)
      : files_(files), at_("class/infiniband/" + name + "/") {}

  std::string text(const std::string& name) const { return files_.text(at_ + name).value_or(""); }
  long number(const std::string& name, long otherwise) const {
    return files_.number(at_ + name).value_or(otherwise);
  }
  std::vector<std::string> names(const std::string& directory) const {
    return files_.names(at_ + directory);
  }
  std::string link_target(const std::string& name) const { return files_.link_target(at_ + name); }
  std::string real_path(const std::string& name) const { return files_.real_path(at_ + name); }
  std::optional<long> number_at(const std::string& path) const { return files_.number(path); }

 private:
  const sysfs& files_;
  std::string at_;
};

/// Returns the names in the directory that are numbers, in their order.
std::vector<unsigned> numbers(const device_files& files, const std::string& directory) {
  std::vector<unsigned> numbers;
  for (const auto& name : files.names(directory)) {
    if (name.find_first_not_of("0123456789") == name.npos && name.size() < 6) {
      numbers.push_back(static_cast<unsigned>(std::stoul(name)));
    }
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

gid_type type_of(const device_files& files, const device_port& port, const std::string& text) {
  const bool is_roce =
      port.link_layer == link_layer::ethernet && files.number("node_type", 0) != rnic;
  if (!is_roce) return gid_type::infiniband;
  return text == "RoCE v2" ? gid_type::roce_v2 : gid_type::roce_v1;
}

void add_gids(device_port& port, const device_files& files, const std::string& at) {
  for (const auto index : numbers(files, at + "gids")) {
    const auto number = std::to_string(index);
    const auto gid = parse_gid(files.text(at + "gids/" + number));
    if (!gid || gid->is_zero()) continue;
    port.gids.push_back({*gid, static_cast<std::uint16_t>(index),
                         type_of(files, port, files.text(at + "gid_attrs/types/" + number)),
                         files.text(at + "gid_attrs/ndevs/" + number)});
  }
}

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (!name.empty() && std::count(names.begin(), names.end(), name) == 0) names.push_back(name);
}

/// Returns true if the first GID of the port begins with `mac`. On iWARP, that GID begins with the
/// MAC address of the port's interface.
bool has_mac_of(const device_port& port, const std::string& mac) {
  std::string text;
  for (std::size_t i = 0; i < 6 && !port.gids.empty(); ++i) {
    char byte[4];
    std::snprintf(byte, sizeof byte, ":%02x", unsigned{port.gids.front().gid.bytes[i]});
    text += byte;
  }
  return !text.empty() && mac == text.substr(1);
}

/// Adds the network interfaces of the GIDs. If GIDs have no interfaces, as on InfiniBand, adds the
/// interfaces of the device that report this port.
void add_netdevs(device_port& port, const device_files& files, const sysfs& all) {
  for (const auto& entry : port.gids) add_once(port.netdevs, entry.netdev);
  if (!port.netdevs.empty()) return;
  if (files.number("node_type", 0) == rnic) {
    for (const auto& name : all.names("class/net")) {
      if (has_mac_of(port, all.text("class/net/" + name + "/address").value_or(""))) {
        add_once(port.netdevs, name);
      }
    }
  }
  for (const auto& name : files.names("device/net")) {
    if (files.number("device/net/" + name + "/dev_port", 0) + 1 == port.number) {
      add_once(port.netdevs, name);
    }
  }
  add_once(port.netdevs, files.text("parent"));  // the interface of an rxe device
}

device_port describe_port(const device_files& files, std::uint8_t number,
                          const device_sources& from) {
  const auto at = "ports/" + std::to_string(number) + "/";
  device_port port{.number = number};
  if (files.text(at + "link_layer") == "Ethernet") port.link_layer = link_layer::ethernet;
  port.active = files.number(at + "state", 0) == port_active;
  port.lid = static_cast<std::uint16_t>(files.number(at + "lid", 0));
  port.lmc = static_cast<std::uint8_t>(files.number(at + "lid_mask_count", 0) & 7);
  add_gids(port, files, at);
  add_netdevs(port, files, from.files);
  for (const auto& [netdev, address] : from.addresses) {
    const bool is_its = std::count(port.netdevs.begin(), port.netdevs.end(), netdev) != 0;
    if (is_its) port.addresses.push_back(address);
  }
  return port;
}

/// Sets the driver, the PCI address and the NUMA node. The PCI address is the last part of the path
/// that has its form: a subfunction is below its card.
void add_bus(device& of, const device_files& files) {
  of.driver = files.link_target("device/driver");
  std::string path = files.real_path("device");
  while (!path.empty()) {
    const auto slash = path.rfind('/');
    of.pci = parse_pci_address(std::string_view(path).substr(slash + 1));  // npos + 1 is 0
    if (of.pci) break;
    path.resize(slash == path.npos ? 0 : slash);
  }
  const auto node = of.pci ? files.number_at(path + "/numa_node") : std::nullopt;
  if (node && *node >= 0) of.numa_node = static_cast<int>(*node);
}

}  // namespace

device_sources this_machine() {
  device_sources sources;
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) return sources;
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> freed(list, freeifaddrs);
  for (const auto* one = list; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr) continue;
    gid address;
    if (one->ifa_addr->sa_family == AF_INET) {
      sockaddr_in ipv4;
      std::memcpy(&ipv4, one->ifa_addr, sizeof ipv4);
      address.bytes = detail::mapped_gid(ntohl(ipv4.sin_addr.s_addr));
    } else if (one->ifa_addr->sa_family == AF_INET6) {
      sockaddr_in6 ipv6;
      std::memcpy(&ipv6, one->ifa_addr, sizeof ipv6);
      std::memcpy(address.bytes.data(), &ipv6.sin6_addr, sizeof address.bytes);
    } else {
      continue;
    }
    sources.addresses.push_back({one->ifa_name, address});
  }
  return sources;
}

device describe_device(const device_sources& from, const std::string& name) {
  const device_files files(from.files, name);
  device described{.name = name, .guid = parse_guid(files.text("node_guid")).value_or(guid())};
  described.firmware = files.text("fw_ver");
  add_bus(described, files);
  for (const auto number : numbers(files, "ports")) {
    if (number == 0 || number > 255) continue;
    described.ports.push_back(describe_port(files, static_cast<std::uint8_t>(number), from));
  }
  if (described.ports.empty()) described.ports.push_back({.number = 1});
  return described;
}

}  // namespace verbatim::verbs
