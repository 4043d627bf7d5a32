#include "cm/wire/network_arrivals.hpp"

#include "cm/arrivals.hpp"
#include "cm/manager.hpp"
#include "cm/wire/general_services.hpp"

namespace verbatim::emulator::cm {

void network_packet_arrived(manager& on, std::uint32_t slot, packet& arrived) {
  if (arrived.kind == packet_kind::request || arrived.kind == packet_kind::sidr_request) {
    const auto listener =
        on.ports().find_listener(arrived.port_space, arrived.destination, on.settings().host);
    if (listener ? listener->slot != on.slot() : !on.answers_for_host()) return;
    arrived.to = listener ? listener->communication : 0;
    return packet_arrived(on, slot, arrived);
  }
  // Other processes of the host get the packet too.
  const bool ours = on.find_communication(arrived.to) || on.find_request(slot, arrived.from) ||
                    on.services()->remembers(slot, arrived.to);
  if (ours) packet_arrived(on, slot, arrived);
}

}  // namespace verbatim::emulator::cm
