// Answers what programs ask of a network interface. Only their own process sees the changes that they make.
#include "netdev/interfaces.hpp"

#include <linux/ethtool.h>
#include <linux/if.h>
#include <linux/if_arp.h>
#include <linux/sockios.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <vector>

#include "settings/options.hpp"

namespace verbatim::emulator::netdev {
namespace {

/// An interface and what the program has set of it.
struct interface {
  port_identity port;
  int mtu = usual_mtu;
  short flags = IFF_UP | IFF_BROADCAST | IFF_RUNNING | IFF_MULTICAST;

  static constexpr int usual_mtu = 1500;
  static constexpr int least_mtu = 68;
  static constexpr int most_mtu = 9000;
};

/// Returns the interfaces of this process; none without --netdev own.
std::vector<interface>& interfaces() {
  static auto& all = *[] {
    auto* const made = new std::vector<interface>;
    const options& with = current_options();
    if (!with.has_own_netdevs()) return made;
    for (unsigned card = 0; card < with.devices; ++card) {
      for (port_identity& port : make_ports(with, card)) {
        if (!port.ethernet()) continue;
        made->emplace_back();
        made->back().port = std::move(port);
      }
    }
    return made;
  }();
  return all;
}

/// Returns the interface with that name; null if there is none. Other names cost one comparison, and
/// do not make the ports, which ask for the addresses of an interface of the machine.
interface* find_interface(std::string_view name) {
  if (!name.starts_with(own_netdev_prefix)) return nullptr;
  auto& all = interfaces();
  const auto at = std::find_if(all.begin(), all.end(),
                               [=](const interface& one) { return one.port.netdev == name; });
  return at == all.end() ? nullptr : &*at;
}

// The mutex for the changes that the program makes.
constinit std::mutex mutex;

int fill(ethtool_drvinfo& to) {
  std::strcpy(to.driver, "mlx5_core");
  return 0;
}

int fill_speed(const interface& of, ethtool_cmd& to) {
  ethtool_cmd_speed_set(&to, of.port.gigabits * 1000);
  to.duplex = DUPLEX_FULL;
  to.port = PORT_FIBRE;
  to.autoneg = AUTONEG_DISABLE;
  return 0;
}

/// The program asks twice: first for the length of the three masks that follow, which is answered as
/// a negative number, then with that length.
int fill_speed(const interface& of, ethtool_link_settings& to) {
  constexpr std::int8_t mask_words = 3;
  const bool knows_length = to.link_mode_masks_nwords == mask_words;
  std::memset(&to, 0, sizeof to);
  to.cmd = ETHTOOL_GLINKSETTINGS;
  if (!knows_length) {
    to.link_mode_masks_nwords = -mask_words;
    return 0;
  }
  to.link_mode_masks_nwords = mask_words;
  to.speed = of.port.gigabits * 1000;
  to.duplex = DUPLEX_FULL;
  to.port = PORT_FIBRE;
  to.autoneg = AUTONEG_DISABLE;
  constexpr std::size_t masks = 3;  // supported, advertised, of the peer
  std::memset(reinterpret_cast<char*>(&to) + sizeof to, 0,
              masks * mask_words * sizeof(std::uint32_t));
  return 0;
}

int ask_ethtool(const interface& of, void* data) {
  if (!data) return EFAULT;
  std::uint32_t command = 0;
  std::memcpy(&command, data, sizeof command);
  switch (command) {
    case ETHTOOL_GDRVINFO:
      return fill(*static_cast<ethtool_drvinfo*>(data));
    case ETHTOOL_GLINK:
      static_cast<ethtool_value*>(data)->data = (of.flags & IFF_UP) && of.port.active ? 1 : 0;
      return 0;
    case ETHTOOL_GSET:
      return fill_speed(of, *static_cast<ethtool_cmd*>(data));
    case ETHTOOL_GLINKSETTINGS:
      return fill_speed(of, *static_cast<ethtool_link_settings*>(data));
    default:
      return EOPNOTSUPP;
  }
}

int set_mtu(interface& of, int mtu) {
  if (mtu < interface::least_mtu || mtu > interface::most_mtu) return EINVAL;
  of.mtu = mtu;
  return 0;
}

int execute_on(interface& of, unsigned long request, ifreq& with) {
  const std::lock_guard guard(mutex);
  switch (request) {
    case SIOCGIFINDEX:
      with.ifr_ifindex = static_cast<int>(of.port.netdev_index);
      return 0;
    case SIOCGIFHWADDR:
      with.ifr_hwaddr = {};
      with.ifr_hwaddr.sa_family = ARPHRD_ETHER;
      std::copy(of.port.mac.begin(), of.port.mac.end(), with.ifr_hwaddr.sa_data);
      return 0;
    case SIOCGIFMTU:
      with.ifr_mtu = of.mtu;
      return 0;
    case SIOCSIFMTU:
      return set_mtu(of, with.ifr_mtu);
    case SIOCGIFFLAGS: {
      const bool runs = (of.flags & IFF_UP) != 0 && of.port.active;
      with.ifr_flags = static_cast<short>(runs ? of.flags : of.flags & ~IFF_RUNNING);
      return 0;
    }
    case SIOCSIFFLAGS:
      of.flags = static_cast<short>(with.ifr_flags | IFF_BROADCAST | IFF_RUNNING | IFF_MULTICAST);
      return 0;
    case SIOCETHTOOL:
      return ask_ethtool(of, with.ifr_data);
    case SIOCGIFADDR:
      return EADDRNOTAVAIL;
    default:
      return EOPNOTSUPP;
  }
}

}  // namespace

const port_identity* find(std::string_view name) noexcept {
  const auto* const found = find_interface(name);
  return found ? &found->port : nullptr;
}

const port_identity* find(unsigned index) noexcept {
  if (index < first_own_netdev_index) return nullptr;
  for (const interface& one : interfaces()) {
    if (one.port.netdev_index == index) return &one.port;
  }
  return nullptr;
}

std::optional<int> execute(unsigned long request, void* argument) noexcept {
  if (!argument) return std::nullopt;
  auto& with = *static_cast<ifreq*>(argument);
  if (request == SIOCGIFNAME) {
    const port_identity* const named = find(static_cast<unsigned>(with.ifr_ifindex));
    if (!named) return std::nullopt;
    std::strncpy(with.ifr_name, named->netdev.c_str(), sizeof with.ifr_name);
    return 0;
  }
  const std::string_view name(with.ifr_name, strnlen(with.ifr_name, sizeof with.ifr_name));
  interface* const of = find_interface(name);
  if (!of) return std::nullopt;
  return execute_on(*of, request, with);
}

}  // namespace verbatim::emulator::netdev
