// A port of a device: its addresses and the properties of its link.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

#include "verbatim/verbs/values/gid.hpp"
#include "verbatim/verbs/values/link_values.hpp"

namespace verbatim {

/// The link layer of a port.
enum class link_layer : std::uint8_t {
  infiniband,  ///< addressed by LID, and across subnets by GID
  ethernet,    ///< RoCE: addressed by GID
};
/// Returns `InfiniBand` or `Ethernet`.
std::string_view name(link_layer layer) noexcept;
inline std::ostream& operator<<(std::ostream& out, link_layer value) { return out << name(value); }

/// The logical state of a port. The values are those of ibv_port_state.
enum class port_state : std::uint8_t {
  unknown,       ///< the driver does not say
  down,          ///< no link, or the link is switched off
  init,          ///< the link is up, but the subnet manager has not configured the port
  armed,         ///< the subnet manager is configuring the port
  active,        ///< it carries traffic
  active_defer,  ///< the link has just failed, and traffic goes on if it comes back in time
};
/// Returns the state in words, such as `active` or `active, deferred`.
std::string_view name(port_state state) noexcept;
inline std::ostream& operator<<(std::ostream& out, port_state value) { return out << name(value); }

/// The physical state of a link. The values are those of PortPhysicalState in the InfiniBand
/// specification, and 0 for ports that have none.
enum class link_state : std::uint8_t {
  unknown,         ///< the driver does not say
  sleep,           ///< saves power, and looks for nothing
  polling,         ///< looks for the other end of the cable
  disabled,        ///< switched off
  training,        ///< both ends agree on width and rate
  link_up,         ///< the link works
  error_recovery,  ///< the link has lost the other end, and trains again
  phy_test,        ///< a test of the hardware
};
/// Returns the state in words, such as `link up` or `polling`.
std::string_view name(link_state state) noexcept;
inline std::ostream& operator<<(std::ostream& out, link_state value) { return out << name(value); }

/// The attributes of a port at the time when it was queried.
struct port {
  std::uint8_t number = 0;                                   ///< from 1
  verbatim::link_layer link_layer = link_layer::infiniband;  ///< InfiniBand or Ethernet
  bool active = false;                                       ///< the link is up
  std::uint16_t lid = 0;                                     ///< 0 on Ethernet
  std::uint8_t lmc = 0;             ///< the number of low LID bits that packets may vary
  std::uint16_t sm_lid = 0;         ///< the LID of the subnet manager; 0 on Ethernet
  std::uint16_t active_mtu = 0;     ///< in bytes
  rate active_rate = rate();        ///< rate of the link
  std::uint8_t subnet_timeout = 0;  ///< the longest time of packets on the way, as packet_life_time
  std::uint16_t gid_tbl_len = 0;    ///< GID indexes are below this
  std::uint16_t pkey_tbl_len = 0;   ///< P_Key indexes are below this
  bool grh_required = false;        ///< packets need a GRH even within the subnet
  /// The logical state: down, init, armed, active.
  port_state state = port_state::unknown;
  link_state link = link_state::unknown;  ///< the physical state
  std::uint16_t max_mtu = 0;              ///< in bytes: the largest that the port supports
  std::uint32_t max_msg_sz = 0;           ///< in bytes: the longest message
};

/// Returns text such as `port 1, InfiniBand, active, LID 1, 200 Gb/s, MTU 4096 bytes`.
std::string to_string(const port& port);
inline std::ostream& operator<<(std::ostream& out, const port& value) {
  return out << to_string(value);
}

}  // namespace verbatim
