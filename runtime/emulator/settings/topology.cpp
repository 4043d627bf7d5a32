// Reads a topology line by line, and refuses one that contradicts itself.
#include "settings/topology.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>

#include "settings/file_lines.hpp"
#include "settings/gid_forms.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::uint16_t last_unicast_lid = 0xbfff;

std::optional<unsigned> small_number_in(std::string_view text) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = !text.empty() && error == std::errc{} && end == text.data() + text.size();
  return whole ? std::optional(value) : std::nullopt;
}

std::string list_of(const std::vector<unsigned>& numbers) {
  std::string result;
  for (const unsigned one : numbers) {
    result.append(result.empty() ? "" : ", ").append(std::to_string(one));
  }
  return result;
}

std::optional<gid> address_in(const std::string& text) {
  in_addr ipv4{};
  if (inet_pton(AF_INET, text.c_str(), &ipv4) == 1) return mapped_gid(ntohl(ipv4.s_addr));
  gid result{};
  if (inet_pton(AF_INET6, text.c_str(), result.data()) == 1) return result;
  return std::nullopt;
}

class reader {
 public:
  explicit reader(const std::string& path) : path_(path) {
    const read_file_lines file = lines_of_file(path);
    for (const file_line& line : file.lines) read(line);
    end_host();
    if (!file.error.empty()) result_.errors.push_back(file.error);
    if (result_.hosts.empty() && result_.errors.empty()) {
      result_.errors.push_back(path + ": there is no host");
    }
    give_lids();
  }

  host_topology result() && { return std::move(result_); }

 private:
  /// A port's place, for errors.
  struct place {
    std::string words;
    unsigned line = 0;
  };

  void fail(unsigned line, const std::string& why) {
    result_.errors.push_back(path_ + ":" + std::to_string(line) + ": " + why);
  }

  /// Notes that something is taken; reports if it was before.
  template <class Key>
  void take(std::map<Key, place>& taken, const Key& key, const std::string& what,
            const std::string& words) {
    const auto [at, is_new] = taken.try_emplace(key, place{words, line_});
    if (is_new) return;
    fail(line_, what + " is that of " + at->second.words + " too, in line " +
                    std::to_string(at->second.line));
  }

  void read(const file_line& line) {
    line_ = line.number;
    std::istringstream words(line.text);
    std::string kind;
    std::string name;
    words >> kind >> name;
    std::vector<std::string> rest;
    for (std::string word; words >> word;) rest.push_back(word);
    if (kind == "host") {
      read_host(name, rest);
    } else if (kind == "device") {
      read_device(name, rest);
    } else if (kind == "port") {
      read_port(name, rest);
    } else {
      fail(line_, "a line begins with host, device or port, and not with " + kind);
    }
  }

  void read_host(const std::string& name, const std::vector<std::string>& rest) {
    end_host();
    if (name.empty() || !rest.empty()) fail(line_, "write host NAME, and nothing behind it");
    const auto [at, is_new] = host_lines_.try_emplace(name, line_);
    if (!is_new) {
      fail(line_, "host " + name + " is given twice, first in line " + std::to_string(at->second));
    }
    if (result_.hosts.size() == host_topology::most_hosts) {
      fail(line_, "there are more than " + std::to_string(host_topology::most_hosts) + " hosts");
    }
    unsigned first = 0;
    if (!result_.hosts.empty()) {
      const topology_host& last = result_.hosts.back();
      first = last.first_card + static_cast<unsigned>(last.devices.size());
    }
    result_.hosts.push_back({name, {}, first});
    opened_ = line_;
  }

  void read_device(const std::string& name, const std::vector<std::string>& rest) {
    end_device();
    if (result_.hosts.empty()) return fail(line_, "there is no host before this device");
    topology_host& host = result_.hosts.back();
    const std::size_t next = host.devices.size();
    const auto number = name.starts_with("mlx5_")
                            ? small_number_in(std::string_view(name).substr(5))
                            : std::nullopt;
    if (!number || !rest.empty()) {
      fail(line_, "write device mlx5_N, and nothing behind it");
    } else if (*number < next) {
      fail(line_, "device " + name + " of host " + host.name + " is given twice");
    } else if (*number >= most_devices_of_a_host) {
      fail(line_, "a host has at most " + std::to_string(most_devices_of_a_host) +
                      " devices, mlx5_0 to mlx5_" + std::to_string(most_devices_of_a_host - 1));
    } else if (*number > next) {
      fail(line_, "the next device of host " + host.name + " is mlx5_" + std::to_string(next));
    }
    host.devices.emplace_back();
    device_line_ = line_;
  }

  void read_port(const std::string& name, const std::vector<std::string>& rest) {
    if (result_.hosts.empty() || result_.hosts.back().devices.empty()) {
      return fail(line_, "there is no device before this port");
    }
    auto& ports = result_.hosts.back().devices.back().ports;
    const auto number = small_number_in(name);
    if (!number || *number < 1 || *number > most_ports_of_a_device) {
      fail(line_, "a port's number is 1 or 2");
    } else if (*number <= ports.size()) {
      fail(line_, "port " + name + " of this device is given twice");
    } else if (*number > ports.size() + 1) {
      fail(line_, "port 1 comes before port 2");
    }
    topology_port& port = ports.emplace_back();
    port.link = link_layer::infiniband;
    std::map<std::string, std::string> values;
    for (std::size_t i = 0; i < rest.size(); i += 2) {
      if (i + 1 == rest.size()) {
        fail(line_, rest[i] + " needs a value");
      } else if (!values.try_emplace(rest[i], rest[i + 1]).second) {
        fail(line_, rest[i] + " is given twice");
      }
    }
    // The link layer decides about the other values.
    if (const auto link = values.extract("link-layer")) read_link_layer(port, link.mapped());
    for (const auto& [key, value] : values) read_value(port, key, value);
    port_lines_.push_back(line_);
  }

  void read_link_layer(topology_port& port, const std::string& value) {
    port.link = value == "ethernet" ? link_layer::ethernet : link_layer::infiniband;
    if (value != "ethernet" && value != "infiniband") {
      fail(line_, "a link-layer is ethernet or infiniband, and not " + value);
    }
  }

  void read_value(topology_port& port, const std::string& key, const std::string& value) {
    if (key == "address") {
      read_addresses(port, value);
    } else if (key == "lid") {
      const auto lid = small_number_in(value);
      if (port.link == link_layer::ethernet) {
        fail(line_, "a port with the link-layer ethernet has no lid");
      } else if (!lid || *lid == 0 || *lid > last_unicast_lid) {
        fail(line_, "a lid is a number from 1 to " + std::to_string(last_unicast_lid));
      } else {
        port.lid = static_cast<std::uint16_t>(*lid);
      }
    } else if (key == "speed") {
      const auto& known = speeds_of(port.link);
      const auto speed = small_number_in(value);
      if (!speed || std::find(known.begin(), known.end(), *speed) == known.end()) {
        fail(line_, "a speed of this link-layer is one of " + list_of(known) + " Gb/s");
      } else {
        port.gigabits = *speed;
      }
    } else if (key == "state") {
      constexpr std::array<std::string_view, 4> names = {"down", "init", "armed", "active"};
      const auto* const found = std::find(names.begin(), names.end(), value);
      if (found == names.end()) fail(line_, "a state is down, init, armed or active");
      port.state = static_cast<port_state>(1 + (found - names.begin()) % 4);
    } else {
      fail(line_, "a port has link-layer, address, lid, speed and state, and no " + key);
    }
  }

  void read_addresses(topology_port& port, const std::string& value) {
    std::istringstream all(value + "+");
    for (std::string one; std::getline(all, one, '+');) {
      if (const auto bytes = address_in(one)) {
        take(addresses_, *bytes, "address " + one, words_of_port());
      } else {
        fail(line_, "'" + one + "' is no IP address; a plus is between the addresses of a port");
      }
    }
    port.addresses = value;
  }

  std::string words_of_port() const {
    const topology_host& host = result_.hosts.back();
    return "port " + std::to_string(host.devices.back().ports.size()) + " of mlx5_" +
           std::to_string(host.devices.size() - 1) + " of host " + host.name;
  }

  void end_device() {
    if (device_line_ != 0 && result_.hosts.back().devices.back().ports.empty()) {
      fail(device_line_, "this device has no port: write `port 1` in the next line");
    }
    device_line_ = 0;
  }

  void end_host() {
    end_device();
    if (opened_ != 0 && result_.hosts.back().devices.empty()) {
      fail(opened_, "host " + result_.hosts.back().name + " has no device");
    }
    opened_ = 0;
  }

  /// Gives the free LIDs to the InfiniBand ports that have none, in order.
  void give_lids() {
    std::map<unsigned, place> taken;
    std::vector<topology_port*> ports;
    for (topology_host& host : result_.hosts) {
      for (std::size_t card = 0; card < host.devices.size(); ++card) {
        for (topology_port& port : host.devices[card].ports) {
          line_ = port_lines_[ports.size()];
          ports.push_back(&port);
          if (port.lid == 0) continue;
          take(taken, unsigned{port.lid}, "lid " + std::to_string(port.lid),
               "a port of mlx5_" + std::to_string(card) + " of host " + host.name);
        }
      }
    }
    unsigned next = 1;
    for (topology_port* const port : ports) {
      if (port->link == link_layer::ethernet || port->lid != 0) continue;
      while (taken.contains(next)) ++next;
      port->lid = static_cast<std::uint16_t>(next++);
    }
  }

  std::string path_;
  host_topology result_;
  unsigned line_ = 0;

  /// The lines of the present host and device; 0: there is none.
  unsigned opened_ = 0;
  unsigned device_line_ = 0;
  std::vector<unsigned> port_lines_;
  std::map<std::string, unsigned> host_lines_;
  std::map<gid, place> addresses_;
};

}  // namespace

host_topology read_topology(const std::string& path) { return reader(path).result(); }

const std::vector<unsigned>& speeds_of(link_layer link) {
  static const std::vector<unsigned> infiniband = {10, 20, 40, 56, 100, 200};
  static const std::vector<unsigned> ethernet = {10, 25, 40, 50, 100, 200};
  return link == link_layer::ethernet ? ethernet : infiniband;
}

}  // namespace verbatim::emulator
