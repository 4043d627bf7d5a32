// Selectors: one text syntax that names a device or port, in configuration files and commands.
#include "verbatim/verbs/discovery/device_selector.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "verbatim/generated/management/gid.hpp"
#include "verbatim/queue/completion/completion.hpp"  // overloaded
#include "verbatim/verbs/values/gid_forms.hpp"

namespace verbatim {
namespace {

constexpr std::string_view syntax =
    "write mlx5_0, mlx5_0/2 (a port), #0 (by place), 0000:03:00.0 (PCI), 0002:c903:005e:1a00 "
    "(GUID), "
    "fe80::1 or 10.0.0.1 (GID or IP address), lid:7 or %eth0 (network interface)";

/// Returns the number, at most `most`, in `text`; nothing if `text` has other characters.
std::optional<std::uint32_t> number(std::string_view text, std::uint32_t most, int base = 10) {
  std::uint32_t value = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value, base);
  if (read.ec != std::errc() || read.ptr != end || value > most) return std::nullopt;
  return value;
}

bool is_name(std::string_view text) noexcept {
  return text.size() < 64 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_' || c == '.' || c == '-';
         });
}

/// Returns true if the kernel accepts the text as the name of a network interface.
bool is_netdev(std::string_view text) noexcept {
  return !text.empty() && text.size() < 16 && text != "." && text != ".." &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return c > ' ' && c < 0x7f && c != '/' && c != ':'; });
}

verbs::parsed_selector wrong(std::string why) {
  return {std::nullopt, why.append("; ").append(syntax)};
}

verbs::parsed_selector wrong(std::string_view part, std::string_view why) {
  std::string text = "'";
  return wrong(text.append(part).append("' ").append(why));
}

/// Parses the text before the port and the interface. Returns nothing if it is not a device.
std::optional<decltype(device_selector::device)> parse_device(std::string_view text) {
  if (text.empty()) return std::monostate();
  if (text.front() == '#') {
    const auto index = number(text.substr(1), UINT32_MAX);
    if (!index) return std::nullopt;
    return device_index{*index};
  }
  if (text.starts_with("lid:")) {
    text.remove_prefix(4);
    const bool is_hex = text.starts_with("0x");
    const auto value = number(text.substr(is_hex ? 2 : 0), UINT16_MAX, is_hex ? 16 : 10);
    if (!value || !lid(static_cast<std::uint16_t>(*value)).is_unicast()) return std::nullopt;
    return lid(static_cast<std::uint16_t>(*value));
  }
  if (const auto guid = parse_guid(text)) return *guid;
  if (const auto address = parse_pci_address(text)) return *address;
  if (const auto gid = parse_gid(text)) return *gid;
  if (!is_name(text)) return std::nullopt;
  return std::string(text);
}

std::string text_of(std::monostate) { return ""; }
std::string text_of(const std::string& name) { return name; }
std::string text_of(device_index index) {
  return std::string("#").append(std::to_string(index.value));
}
std::string text_of(lid lid) { return std::string("lid:").append(to_string(lid)); }
template <class Value>
std::string text_of(const Value& value) {
  return to_string(value);
}

/// A port of a list of devices.
struct candidate {
  const device* of;
  std::uint32_t index;
  const device_port* port;
};

/// Returns the GUID of an InfiniBand port, the second half of its first GID; 0 for other ports.
guid port_guid(const device_port& port) {
  if (port.link_layer != link_layer::infiniband || port.gids.empty()) return {};
  return detail::form_of<management::gid>(port.gids.front().gid.bytes)
      .get(management::gid::interface_id);
}

bool has_gid(const device_port& port, const gid& wanted) {
  return std::any_of(port.gids.begin(), port.gids.end(),
                     [&](const gid_entry& entry) { return entry.gid == wanted; }) ||
         std::count(port.addresses.begin(), port.addresses.end(), wanted) != 0;
}

bool has_lid(const device_port& port, lid wanted) {
  return port.lid.is_unicast() && port.lid.value() >> port.lmc == wanted.value() >> port.lmc;
}

/// Returns true if the port has this GUID. The GUID of the device is compared only if no port of
/// the device has the same, because it would match all its ports.
bool has_guid(const candidate& one, guid wanted) {
  const auto& ports = one.of->ports;
  const bool is_of_a_port = std::any_of(ports.begin(), ports.end(), [&](const device_port& port) {
    return port_guid(port) == wanted;
  });
  return is_of_a_port ? port_guid(*one.port) == wanted : one.of->guid == wanted;
}

bool fits(const candidate& one, const device_selector& selector) {
  const auto& netdevs = one.port->netdevs;
  if (selector.port != 0 && selector.port != one.port->number) return false;
  if (!selector.netdev.empty() &&
      std::count(netdevs.begin(), netdevs.end(), selector.netdev) == 0) {
    return false;
  }
  return std::visit(overloaded{
                        [](std::monostate) { return true; },
                        [&](const std::string& name) { return one.of->name == name; },
                        [&](device_index index) { return one.index == index.value; },
                        [&](const pci_address& pci) { return one.of->pci == pci; },
                        [&](guid guid) { return has_guid(one, guid); },
                        [&](const gid& gid) { return has_gid(*one.port, gid); },
                        [&](lid lid) { return has_lid(*one.port, lid); },
                    },
                    selector.device);
}

std::vector<candidate> every_port(std::span<const device> devices) {
  std::vector<candidate> all;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    for (const auto& port : devices[i].ports) {
      all.push_back({&devices[i], static_cast<std::uint32_t>(i), &port});
    }
  }
  return all;
}

void add(std::string& list, std::string_view item) {
  list.append(list.empty() ? "" : ", ").append(item);
}

/// Returns the port's values of the kind in the selector.
std::string value_of_that_kind(const candidate& one, const device_selector& selector) {
  std::string list;
  std::visit(overloaded{
                 [](std::monostate) {},
                 [](const std::string&) {},
                 [&](device_index) { add(list, text_of(device_index{one.index})); },
                 [&](const pci_address&) {
                   add(list, one.of->pci ? to_string(*one.of->pci) : "not on PCI");
                 },
                 [&](guid) { add(list, to_string(one.of->guid)); },
                 [&](const gid&) {
                   for (const auto& entry : one.port->gids) {
                     const auto text = to_string(entry.gid);
                     if (list.find(text) == list.npos) add(list, text);
                   }
                 },
                 [&](lid) { add(list, text_of(one.port->lid)); },
             },
             selector.device);
  if (!selector.netdev.empty()) {
    for (const auto& name : one.port->netdevs) add(list, std::string("%").append(name));
    if (one.port->netdevs.empty()) add(list, "no network interface");
  }
  return list;
}

/// Returns `mlx5_0/1 (lid:1), mlx5_1/1 (lid:2)`; only names if the selector is a name.
std::string list_of(std::span<const candidate> candidates, const device_selector& selector) {
  const bool by_name = selector.port == 0 && selector.netdev.empty() &&
                       (std::holds_alternative<std::string>(selector.device) ||
                        std::holds_alternative<std::monostate>(selector.device));
  std::string list;
  for (const auto& one : candidates) {
    if (by_name && one.port != &one.of->ports.front()) continue;
    std::string item = one.of->name;
    if (!by_name) item.append("/").append(std::to_string(one.port->number));
    const auto value = value_of_that_kind(one, selector);
    if (!value.empty()) item.append(" (").append(value).append(")");
    add(list, item);
  }
  return list;
}

/// Returns the first candidate whose link is up; if there is none, the first candidate.
const candidate& preferred(std::span<const candidate> of_one_device) {
  const auto up = std::find_if(of_one_device.begin(), of_one_device.end(),
                               [](const candidate& one) { return one.port->active; });
  return up != of_one_device.end() ? *up : of_one_device.front();
}

}  // namespace

verbs::parsed_selector parse_selector(std::string_view text) {
  device_selector selector;
  if (const auto percent = text.find('%'); percent != text.npos) {
    const auto netdev = text.substr(percent + 1);
    if (!is_netdev(netdev)) return wrong(netdev, "behind the % is no network interface");
    selector.netdev = netdev;
    text = text.substr(0, percent);
  }
  if (const auto slash = text.rfind('/'); slash != text.npos) {
    const auto port = number(text.substr(slash + 1), 255);
    if (!port || *port == 0) {
      return wrong(text.substr(slash + 1), "behind the / is no port, which are numbered from 1");
    }
    selector.port = static_cast<std::uint8_t>(*port);
    text = text.substr(0, slash);
  }
  const auto device = parse_device(text);
  if (!device) return wrong(text, "names no device");
  selector.device = *device;
  return {selector, ""};
}

std::string to_string(const device_selector& selector) {
  auto text = std::visit([](const auto& value) { return text_of(value); }, selector.device);
  if (selector.port != 0) text.append("/").append(std::to_string(selector.port));
  if (!selector.netdev.empty()) text.append("%").append(selector.netdev);
  return text;
}

verbs::port_choice choose_port(std::span<const device> devices, const device_selector& selector) {
  const auto all = every_port(devices);
  std::vector<candidate> fitting;
  for (const auto& one : all) {
    if (fits(one, selector)) fitting.push_back(one);
  }
  if (fitting.empty()) {
    return {std::nullopt,
            std::string("no such device or port; there are: ").append(list_of(all, selector))};
  }
  if (selector == device_selector()) {  // any device: preferably mlx5
    std::stable_partition(fitting.begin(), fitting.end(),
                          [](const candidate& one) { return one.of->is_mlx5; });
  } else if (fitting.front().of != fitting.back().of) {
    return {std::nullopt,
            std::string("it is several, say which: ").append(list_of(fitting, selector))};
  }
  const auto* const of = fitting.front().of;
  const auto end = std::find_if(fitting.begin(), fitting.end(),
                                [of](const candidate& one) { return one.of != of; });
  const auto& chosen = preferred({fitting.begin(), end});
  return {verbs::found_port{*of, chosen.port->number}, ""};
}

}  // namespace verbatim
