// Raises the asynchronous events that --raise-at requests.
#include "engine/send/requested_events.hpp"

#include "engine/base/queue_pair_part.hpp"
#include "engine/complete/completion_writer.hpp"
#include "objects/device_removal.hpp"
#include "record/recorder.hpp"
#include "report/finding.hpp"
#include "settings/event_names.hpp"

namespace verbatim::emulator {
namespace {

/// The events, in the order of `event_names`.
constexpr std::array<async_event, event_names.size()> events = {
    async_event::qp_fatal,     async_event::device_fatal, async_event::port_active,
    async_event::port_err,     async_event::lid_change,   async_event::pkey_change,
    async_event::sm_change,    async_event::gid_change,   async_event::client_reregister,
    async_event::device_fatal, async_event::cq_err,
};
constexpr std::size_t device_removed = 9;

/// Posts an event to all contexts that have opened that device, as the kernel does.
void announce(const device& all, unsigned card, async_event event, unsigned port) {
  record(recording::async_event_body{
      name(event), static_cast<std::uint32_t>(event),
      port == 0 ? recording::async_event_body::device : recording::async_event_body::port, port,
      card});
  for (const auto& one : all.contexts) {
    if (one.second->card != card) continue;
    for (const auto& file : one.second->async_events) file->post(event, port);
  }
}

/// Fails the device for all contexts that have it open now: nothing completes any more. If it is
/// removed, the driver is gone too; a program that opens it again gets another device.
void fail(const device& all, unsigned card, bool removed) {
  announce(all, card, async_event::device_fatal, 0);
  for (const auto& one : all.contexts) {
    context& of = *one.second;
    if (of.card != card) continue;
    of.failed = true;
    for (const auto& entry : of.objects) {
      if (auto* const cq = dynamic_cast<completion_queue*>(entry.second.get())) cq->engine.reset();
    }
    if (!removed) continue;
    of.removed = true;
    for (const auto& file : of.async_events) file->end();
    for (const auto& channel : of.channels) channel->end();
  }
  if (removed) announce_device_removal(card);
}

/// Changes the port as if the interface had one more address.
void add_gid(port_identity& port) {
  auto added = port.gids.back();
  ++added.bytes.back();
  port.gids.push_back(added);
}

}  // namespace

void raise_requested(engine_room& room, queue_pair& qp) {
  static const auto requested = parse_events(room.objects.settings().raise_at);
  const auto [begin, end] = requested.equal_range(room.read_wqes);
  for (auto one = begin; one != end; ++one) {
    const auto event = events[one->second];
    const auto card = qp.owner->card;
    auto& port = room.objects.port(card, 1);
    tell<check::requested>("QP {:#x}: raises {} as --raise-at says", qp.qpn,
                           event_names[one->second]);
    switch (event) {
      case async_event::qp_fatal:
        qp.raise(event);
        stop(qp);
        break;
      case async_event::cq_err:
        if (qp.send_cq->engine) overrun(*qp.send_cq);
        break;
      case async_event::device_fatal:
        fail(room.objects, card, one->second == device_removed);
        break;
      default:
        if (event == async_event::port_err) port.active = false;
        if (event == async_event::port_active) port.active = true;
        if (event == async_event::gid_change) add_gid(port);
        announce(room.objects, card, event, 1);
    }
  }
}

}  // namespace verbatim::emulator
