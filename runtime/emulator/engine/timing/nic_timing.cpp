// Finds the port of each message, and the bytes that it moves.
#include "engine/timing/nic_timing.hpp"

#include <algorithm>
#include <utility>

#include "objects/context.hpp"
#include "report/report.hpp"
#include "settings/topology.hpp"

namespace verbatim::emulator {
namespace {

/// The most bytes that a queue pair has in front of the port, as a time at the port's rate. It is
/// enough for an engine that looks every few microseconds.
constexpr std::uint32_t most_waiting_bytes = 4 * message::max_payload;

unsigned devices_of(const options& settings) {
  if (!settings.hosts) return options::most_devices;
  const topology_host& last = settings.hosts->hosts.back();
  return last.first_card + static_cast<unsigned>(last.devices.size());
}

bool is_atomic_request(message_kind kind) noexcept {
  return kind == message_kind::atomic_cs || kind == message_kind::atomic_fa ||
         kind == message_kind::atomic_masked_cs || kind == message_kind::atomic_masked_fa;
}

bool is_datagram(message_kind kind) noexcept {
  return kind == message_kind::datagram || kind == message_kind::datagram_imm;
}

/// Returns the payload of a message without what only the emulator sends with it.
std::uint32_t bytes_in(const message& one) noexcept {
  if (one.kind == message_kind::atomic_response) return one.message_bytes;
  if (is_atomic_request(one.kind)) return 0;
  const std::size_t added = is_datagram(one.kind) ? datagram_addresses::size : 0;
  return static_cast<std::uint32_t>(one.payload.size() - std::min(added, one.payload.size()));
}

/// Returns true if a CQE follows the message, if its program asked for one.
bool may_complete(const message& one) noexcept {
  if (one.kind == message_kind::rdma_read || one.kind == message_kind::rdma_write ||
      is_atomic_request(one.kind)) {
    return false;
  }
  return one.last() || one.kind == message_kind::atomic_response;
}

std::uint32_t packet_of(const queue_pair& qp) noexcept {
  constexpr std::uint32_t usual = 4096;
  const std::uint32_t mtu = mtu_of(qp);
  return mtu == 0 ? usual : mtu;
}

}  // namespace

nic_timing::nic_timing(device& of, const nic_profile& nic)
    : objects_(of), links_(of.settings().directory, devices_of(of.settings())) {
  const options& settings = of.settings();
  first_device_ = settings.hosts ? settings.hosts->hosts[settings.host].first_card : 0;
  for (unsigned card = 0; card < settings.devices; ++card) {
    const auto& ports = of.ports(card);
    for (unsigned port = 0; port < device_links::most_ports; ++port) {
      const port_identity& like = ports[std::min<std::size_t>(port, ports.size() - 1)];
      models_.emplace_back(
          nic, usual_host(),
          nic_model::environment{.gigabits = settings.hosts ? like.gigabits : nic.gigabits,
                                 .ethernet = like.ethernet(),
                                 .hops = settings.hosts ? 1u : 0u,
                                 .scale = settings.timing_scale});
    }
  }
  if (!links_.problem().empty()) {
    note("--timing: this process shares its ports with no other: {}", links_.problem());
  }
}

void nic_timing::begin_turn(clock::time_point now) noexcept {
  now_ = now;
  look_at_ = model_time::max();
}

nic_timing::clock::time_point nic_timing::deadline() const noexcept {
  const model_time next = std::min(look_at_, held_.deadline().value_or(look_at_));
  if (next == model_time::max()) return clock::time_point::max();
  return std::chrono::ceil<clock::duration>(next);
}

bool nic_timing::has_come(model_time at) noexcept {
  if (at <= now_) return true;
  look_at_ = std::min(look_at_, at);
  return false;
}

nic_timing::place nic_timing::place_of(const queue_pair& qp) const noexcept {
  const unsigned card = qp.owner->card;
  const unsigned port = std::clamp<unsigned>(qp.attributes.port_num, 1, device_links::most_ports);
  return {&links_.of(first_device_ + card), port,
          &models_[card * device_links::most_ports + port - 1]};
}

bool nic_timing::may_leave(const queue_pair& qp, model_time left) noexcept {
  if (left <= now_) return true;
  const place at = place_of(qp);
  return has_come(left - at.model->on_wire(most_waiting_bytes, packet_of(qp)));
}

departure_times nic_timing::request(const queue_pair& qp, const message& next,
                                    std::size_t payload_bytes, bool fetched,
                                    model_time rung) noexcept {
  const place at = place_of(qp);
  return at.model->request(*at.links, at.port, rung,
                           {.bytes = static_cast<std::uint32_t>(payload_bytes),
                            .mtu = packet_of(qp),
                            .fetched = fetched,
                            .begins = next.offset == 0});
}

departure_times nic_timing::answer(const queue_pair& qp, const message& next) noexcept {
  const place at = place_of(qp);
  const bool has_data =
      next.kind == message_kind::read_response || next.kind == message_kind::atomic_response;
  return at.model->answer(
      *at.links, at.port, model_time(model_span(next.arrives)),
      {.bytes = bytes_in(next), .mtu = packet_of(qp), .fetched = has_data, .begins = false});
}

model_time nic_timing::completed_after(const queue_pair& qp, model_time left) const noexcept {
  return place_of(qp).model->completed_after(left);
}

model_time nic_timing::completed_alone(const queue_pair& qp, model_time rung) const noexcept {
  return place_of(qp).model->completed_alone(rung);
}

model_time nic_timing::answered_after(const queue_pair& qp, const message& request,
                                      model_time left) const noexcept {
  const bool has_data = request.kind == message_kind::rdma_read || is_atomic_request(request.kind);
  return place_of(qp).model->answered_after(left, {.bytes = has_data ? request.message_bytes : 0,
                                                   .mtu = packet_of(qp),
                                                   .fetched = has_data,
                                                   .begins = false});
}

bool nic_timing::keep(const message& arrived) {
  if (delivers_) return false;
  model_time comes(model_span(arrived.arrives));
  if (arrived.arrives == 0) {
    // It has no time, but must not overtake what has.
    const auto before = held_.latest(arrived.source_qpn, arrived.destination_qpn);
    if (!before) return false;
    comes = *before;
  }
  held_.keep(arrived, comes);
  return true;
}

/// Returns the time at which the program sees the message, and sets that at which the NIC had it.
model_time nic_timing::take(held_message& one) noexcept {
  message& header = one.header;
  header.payload = one.payload;
  // A frame and a datagram of a group have no queue pair here.
  const bool has_queue_pair =
      header.kind != message_kind::packet && header.destination_qpn != multicast_qpn;
  const queue_pair* const qp =
      has_queue_pair ? objects_.find_queue_pair(header.destination_qpn) : nullptr;
  const bool known = qp && qp->engine;
  const place at =
      known ? place_of(*qp) : place{nullptr, 1, models_.empty() ? nullptr : models_.data()};
  if (!at.model) return now_;
  const std::uint32_t bytes = bytes_in(header);
  const leaving what{.bytes = bytes,
                     .mtu = known ? packet_of(*qp) : leaving{}.mtu,
                     .begins = is_request(header.kind) && header.offset == 0};
  const arrival_times times = at.model->arrive(
      at.links, at.port, model_time(model_span(header.arrives)), what, bytes, may_complete(header));
  header.arrives = times.taken.time_since_epoch().count();
  return times.seen;
}

void nic_timing::hand_over(held_message& one, message_receiver& to) {
  one.header.payload = one.payload;
  delivers_ = true;
  to.message_arrived(one.header);
  delivers_ = false;
}

bool nic_timing::deliver(message_receiver& to) {
  held_.land(now_, [this](held_message& one) { return take(one); });
  bool some = false;
  while (auto one = held_.next_due(now_)) {
    hand_over(*one, to);
    some = true;
  }
  return some;
}

void nic_timing::deliver_from(std::uint32_t slot, message_receiver& to) {
  for (held_message& one : held_.take_from(slot)) hand_over(one, to);
}

}  // namespace verbatim::emulator
