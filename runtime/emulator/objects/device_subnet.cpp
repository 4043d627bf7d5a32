// Changes of a device's ports by a subnet manager.
#include <array>

#include "objects/device.hpp"
#include "objects/subnet_ports.hpp"

namespace verbatim::emulator {
namespace {

/// A change, and the event by which programs learn of it.
struct port_change {
  bool happened;
  async_event event;
};

}  // namespace

void device::take_over_subnet() {
  const subnet::subnet_state::locked now(*subnet_);
  subnet_seen_ = subnet_->generation();
  for (unsigned card = 0; card < settings_.devices; ++card) {
    for (unsigned number = 1; number <= settings_.ports; ++number) {
      port_identity& one = port(card, number);
      const port_identity before = one;
      take_over(*now, card, number, one);
      const unsigned end_port = subnet::end_port_of(card, number);
      const std::uint32_t asked = now->reregistrations[end_port], lost = now->losses[end_port];
      const bool was_lost = std::exchange(losses_[end_port], lost) != lost;
      const std::array<port_change, 6> changes = {{
          {before.active && (was_lost || !one.active), async_event::port_err},
          {before.lid != one.lid, async_event::lid_change},
          {before.sm_lid != one.sm_lid, async_event::sm_change},
          {before.pkey != one.pkey, async_event::pkey_change},
          {std::exchange(reregistrations_[end_port], asked) != asked,
           async_event::client_reregister},
          {one.active && (was_lost || !before.active), async_event::port_active},
      }};
      for (const port_change& change : changes) {
        if (!change.happened) continue;
        for (const auto& opened : contexts) {
          if (opened.second->card != card) continue;
          for (const auto& file : opened.second->async_events) file->post(change.event, number);
        }
      }
    }
  }
}

}  // namespace verbatim::emulator
