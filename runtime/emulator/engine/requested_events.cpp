// Asynchronous events that --raise-at asks for.
#include "engine/requested_events.hpp"

#include "engine/queue_pair_part.hpp"
#include "event_names.hpp"
#include "report.hpp"

namespace verbatim::emulator {
namespace {

/// In the order of `event_names`.
constexpr std::array<async_event, event_names.size()> events = {
    async_event::qp_fatal,  async_event::device_fatal, async_event::port_active,
    async_event::port_err,  async_event::lid_change,   async_event::pkey_change,
    async_event::sm_change, async_event::gid_change,   async_event::client_reregister,
};

/// To all who have opened that device, as the kernel does.
void announce(const device& all, unsigned card, async_event event, unsigned port) {
  for (const auto& one : all.contexts) {
    if (one.second->card != card) continue;
    for (const auto& file : one.second->async_events) file->post(event, port);
  }
}

/// As if the interface had got one more address.
void add_gid(port_identity& port) {
  auto added = port.gids.back();
  ++added.bytes.back();
  port.gids.push_back(added);
}

}  // namespace

void raise_requested(engine_room& room, queue_pair& qp) {
  static const auto requested = parse_events(room.of.settings().raise_at);
  const auto [begin, end] = requested.equal_range(room.read_wqes);
  for (auto one = begin; one != end; ++one) {
    const auto event = events[one->second];
    const auto card = qp.owner->card;
    auto& port = room.of.port(card, 1);
    report("QP {:#x}: raises {} as --raise-at says", qp.qpn, event_names[one->second]);
    switch (event) {
      case async_event::qp_fatal:
        qp.raise(event);
        stop(qp);
        break;
      case async_event::device_fatal:
        announce(room.of, card, event, 0);
        break;
      default:
        if (event == async_event::port_err) port.active = false;
        if (event == async_event::port_active) port.active = true;
        if (event == async_event::gid_change) add_gid(port);
        announce(room.of, card, event, 1);
    }
  }
}

}  // namespace verbatim::emulator
