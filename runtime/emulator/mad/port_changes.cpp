// The fields of PortInfo that a subnet manager writes, and the states of links.
#include "mad/port_changes.hpp"

#include <array>

namespace verbatim::emulator::mad {
namespace {

using info = management::port_info;
using place_in_info = wire::mailbox_number<info>;

/// Fields that take the value of the request, whatever it is.
constexpr std::array<place_in_info, 20> written = {{
    info::mkey,
    info::gid_prefix,
    info::lid,
    info::sm_lid,
    info::mkey_lease_period,
    info::mkey_prot_bits,
    info::lmc,
    info::master_sm_sl,
    info::vl_high_limit,
    info::vl_stall_count,
    info::hoq_life,
    info::partition_enforcement_inbound,
    info::partition_enforcement_outbound,
    info::filter_raw_inbound,
    info::filter_raw_outbound,
    info::mkey_violations,
    info::pkey_violations,
    info::qkey_violations,
    info::local_phy_errors,
    info::overrun_errors,
}};

/// Fields in which 0 means no change.
constexpr std::array<place_in_info, 4> written_unless_zero = {{
    info::link_down_default_state,
    info::neighbor_mtu,
    info::operational_vls,
    info::subnet_timeout,
}};

/// Fields in which 0 means no change, and all ones mean everything that is supported.
struct enabling {
  place_in_info enabled;
  place_in_info supported;
};
constexpr std::array<enabling, 3> enabled = {{
    {info::link_width_enabled, info::link_width_supported},
    {info::link_speed_enabled, info::link_speed_supported},
    {info::link_speed_ext_enabled, info::link_speed_ext_supported},
}};

// Values of the states.
constexpr unsigned no_change = 0;
constexpr unsigned down = 1;
constexpr unsigned init = 2;
constexpr unsigned armed = 3;
constexpr unsigned active = 4;
constexpr unsigned polling = 2;
constexpr unsigned disabled = 3;
constexpr unsigned link_up = 5;

bool may_become(std::uint64_t is, std::uint64_t wanted) noexcept {
  switch (wanted) {
    case no_change:
    case down:
      return true;
    case armed:
      return is == init || is == armed;
    case active:
      return is == armed || is == active;
    default:
      return false;
  }
}

void put_states(subnet::port_record& of, unsigned state, unsigned physical) {
  set(of.info, info::port_state, state);
  set(of.info, info::port_phys_state, physical);
}

/// Brings a cable up again after one of its ports has gone down.
void train(subnet::port_record& here, subnet::port_record& there) {
  const bool is_disabled = get(there.info, info::port_phys_state) == disabled;
  put_states(here, is_disabled ? down : init, is_disabled ? polling : link_up);
  if (!is_disabled) put_states(there, init, link_up);
}

unsigned link_of(const place& at, unsigned number) noexcept {
  return at.at_switch ? number - 1 : subnet::end_port_of(subnet::card_of(at.end_port), number);
}

}  // namespace

unsigned change_port(subnet::image& in, const place& at, unsigned number,
                     subnet::const_octets wanted) {
  const bool is_own_port_of_switch = at.at_switch && number == 0;
  const unsigned link = is_own_port_of_switch ? 0 : link_of(at, number);
  subnet::port_record& switch_end =
      in.of_switch[is_own_port_of_switch ? 0 : subnet::switch_port_of(link)];
  subnet::port_record& here = at.at_switch ? switch_end : in.end_ports[link];
  subnet::port_record& there = at.at_switch ? in.end_ports[link] : switch_end;
  const auto state = static_cast<unsigned>(get(wanted, info::port_state));
  const auto physical = static_cast<unsigned>(get(wanted, info::port_phys_state));
  if (!is_own_port_of_switch && !may_become(get(here.info, info::port_state), state)) {
    return subnet::mad::bad_field;
  }
  for (const place_in_info& one : written) set(here.info, one, get(wanted, one));
  for (const place_in_info& one : written_unless_zero) {
    if (const auto value = get(wanted, one); value != 0) set(here.info, one, value);
  }
  for (const enabling& one : enabled) {
    const auto value = get(wanted, one.enabled);
    const bool everything = value == (1u << one.enabled.width) - 1;
    if (value != 0) {
      set(here.info, one.enabled, everything ? get(here.info, one.supported) : value);
    }
  }
  const auto is_active = [&] { return get(in.end_ports[link].info, info::port_state) == active; };
  const bool was_active = is_active();
  if (!is_own_port_of_switch) {
    // Subnet managers look at this bit every few seconds.
    if (physical == disabled || physical == polling || state == down) {
      set(in.switch_info, management::switch_info::port_state_change, 1);
    }
    if (physical == disabled) {
      put_states(here, down, disabled);
      if (get(there.info, info::port_phys_state) != disabled) put_states(there, down, polling);
    } else if (physical == polling || state == down) {
      train(here, there);
    } else if (state != no_change) {
      set(here.info, info::port_state, state);
    }
  }
  if (was_active && !is_active()) ++in.losses[link];
  if (!at.at_switch && get(wanted, info::client_reregister) != 0) ++in.reregistrations[link];
  in.generation.fetch_add(1, std::memory_order_release);
  return 0;
}

}  // namespace verbatim::emulator::mad
