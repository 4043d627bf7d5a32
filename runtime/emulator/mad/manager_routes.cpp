// The ways of datagrams: to the agents of nodes, which are here, and to programs.
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "mad/administrator/administrator.hpp"
#include "mad/manager.hpp"
#include "mad/performance_agent.hpp"
#include "mad/subnet_agent.hpp"
#include "report/report.hpp"
#include "verbatim/generated/headers/bth.hpp"
#include "verbatim/generated/headers/deth.hpp"
#include "verbatim/generated/headers/lrh.hpp"

namespace verbatim::emulator::mad {
namespace {

namespace field = subnet::mad;
using info = management::port_info;

static_assert(std::is_trivially_copyable_v<envelope>);

/// The bytes of a datagram on a wire: LRH, BTH, DETH, the datagram and the ICRC.
constexpr std::uint64_t packet_bytes = headers::lrh::size + headers::bth::size +
                                       headers::deth::size + management::mad::size +
                                       sizeof(std::uint32_t);

unsigned class_of(subnet::const_octets datagram) noexcept {
  return static_cast<unsigned>(get(datagram, hdr::mgmt_class));
}

std::uint16_t lid_of(const subnet::image& in, unsigned end_port) noexcept {
  return static_cast<std::uint16_t>(get(in.end_ports[end_port].info, info::lid));
}

void count_sent(subnet::image& in, unsigned end_port) noexcept {
  in.traffic[end_port].sent_bytes += packet_bytes;
  ++in.traffic[end_port].sent_packets;
}

void count_received(subnet::image& in, unsigned end_port) noexcept {
  in.traffic[end_port].received_bytes += packet_bytes;
  ++in.traffic[end_port].received_packets;
}

/// Returns the LID of the node at a place.
std::uint32_t lid_at(const subnet::image& in, const place& at) noexcept {
  return at.at_switch ? static_cast<std::uint32_t>(get(in.of_switch[0].info, info::lid))
                      : lid_of(in, at.end_port);
}

/// Turns a request for which no program is registered into the answer of the kernel. Returns false
/// if it is no request that is answered.
bool refuse_as_kernel(subnet::octets datagram) noexcept {
  const auto method = get(datagram, hdr::method);
  if (method != field::get_request && method != field::set_request) return false;
  set(datagram, hdr::method, field::get_response);
  set(datagram, hdr::status, field::bad_attribute);
  return true;
}

}  // namespace

void manager::forget_the_dead(subnet::image& in) {
  const std::vector<std::uint32_t>& others = transport_.others();
  const auto is_dead = [&](std::uint32_t slot) {
    return slot != 0 && slot != transport_.slot() &&
           std::ranges::find(others, slot) == others.end();
  };
  for (auto& one : in.agents) {
    if (is_dead(one.slot)) one = {};
  }
  std::ranges::replace_if(in.managers, is_dead, 0u);
}

void manager::transmit(const outgoing& what) {
  if (is_answer(what.bytes)) {
    // The number of the transaction identifies the program that asked.
    datagram answer;
    answer.from.agent = agent_of(what.bytes);
    answer.from.is_answer = true;
    answer.from.source_qpn = what.own_qpn;
    answer.from.sl = what.sl;
    answer.from.pkey_index = what.pkey_index;
    answer.bytes = what.bytes;
    {
      const subnet::subnet_state::locked now(subnet_);
      const bool is_directed = class_of(what.bytes) == field::subnet_directed;
      answer.from.source_lid = is_directed ? field::permissive_lid : lid_of(*now, what.end_port);
      count_sent(*now, what.end_port);
    }
    return carry(answer.from.agent >> agent_slot_shift, answer);
  }
  const subnet::subnet_state::locked now(subnet_);
  forget_the_dead(*now);
  count_sent(*now, what.end_port);
  transmit_request(*now, what);
}

void manager::transmit_request(subnet::image& in, const outgoing& what) {
  std::vector<std::uint8_t> bytes = what.bytes;
  bytes.resize(std::max(bytes.size(), management::mad::size));
  const unsigned mgmt_class = class_of(bytes);
  const bool is_directed = mgmt_class == field::subnet_directed;
  const std::optional<place> at = is_directed
                                      ? follow_path(in, what.end_port, what.destination_lid, bytes)
                                      : follow_lid(in, what.end_port, what.destination_lid);
  if (!at) return;
  const std::uint32_t lid = is_directed ? field::permissive_lid : lid_at(in, *at);
  outcome result = outcome::for_program;
  if (is_directed || mgmt_class == field::subnet_lid_routed) {
    result = answer_smp(in, *at, bytes);
  } else if (mgmt_class == field::performance) {
    result = answer_performance(in, *at, bytes);
  } else if (mgmt_class == field::subnet_administration && !at->at_switch && manages_itself(in) &&
             what.destination_lid == get(in.end_ports[what.end_port].info, info::sm_lid)) {
    result = sa::answer_administration(in, what.end_port, bytes);
  }
  if (!at->at_switch) count_received(in, at->end_port);
  if (result == outcome::answered) {
    if (!at->at_switch) count_sent(in, at->end_port);
    count_received(in, what.end_port);
    answered(what, lid, std::move(bytes));
  } else if (result == outcome::for_program) {
    outgoing on_its_way = what;
    on_its_way.bytes = std::move(bytes);
    hand_to_program(in, on_its_way, *at);
  }
}

void manager::hand_to_program(subnet::image& in, const outgoing& what, const place& at) {
  const unsigned mgmt_class = class_of(what.bytes);
  const bool is_directed = mgmt_class == field::subnet_directed;
  const bool is_management = is_directed || mgmt_class == field::subnet_lid_routed;
  const subnet::agent_record* const to =
      at.at_switch ? nullptr : find_agent(in, at.end_port, is_management ? 0 : 1, what.bytes);
  if (!to) {
    std::vector<std::uint8_t> bytes = what.bytes;
    if (refuse_as_kernel(bytes)) {
      answered(what, is_directed ? field::permissive_lid : lid_at(in, at), std::move(bytes));
    }
    return;
  }
  datagram carried;
  carried.from.agent = to->agent;
  carried.from.sl = what.sl;
  carried.from.source_qpn = what.own_qpn;
  carried.from.pkey_index = what.pkey_index;
  carried.from.source_lid = is_directed ? field::permissive_lid : lid_of(in, what.end_port);
  carried.bytes = what.bytes;
  carry(to->slot, carried);
}

void manager::answered(const outgoing& request, std::uint32_t lid,
                       std::vector<std::uint8_t> bytes) {
  datagram answer;
  if (class_of(bytes) == field::subnet_directed) {
    set(bytes, management::smp_dr::d, 1);
    set(bytes, management::smp_dr::hop_ptr, 0);
  }
  // An agent without RMPP gets the first segment only.
  if (!request.takes_tables) bytes.resize(management::mad::size);
  answer.from.agent = request.agent;
  answer.from.is_answer = true;
  answer.from.source_qpn = request.own_qpn;
  answer.from.source_lid = static_cast<std::uint16_t>(lid);
  answer.bytes = std::move(bytes);
  deliver(std::move(answer));
}

void manager::carry(std::uint32_t slot, const datagram& what) {
  if (slot == transport_.slot()) return deliver(what);
  std::vector<std::byte> payload(sizeof what.from + what.bytes.size());
  std::memcpy(payload.data(), &what.from, sizeof what.from);
  std::memcpy(payload.data() + sizeof what.from, what.bytes.data(), what.bytes.size());
  message carried;
  carried.kind = message_kind::management_datagram;
  carried.source_qpn = transport_.slot() << qpn_slot_shift;
  carried.message_bytes = static_cast<std::uint32_t>(payload.size());
  carried.payload = payload;
  // A process that has ended does not answer, like a node that does not exist.
  if (transport_.send_to(slot, carried)) transport_.flush();
}

void manager::message_arrived(const message& arrived) {
  if (arrived.kind != message_kind::management_datagram ||
      arrived.payload.size() < sizeof(envelope) + hdr::size) {
    return;
  }
  datagram what;
  std::memcpy(&what.from, arrived.payload.data(), sizeof what.from);
  what.bytes.resize(arrived.payload.size() - sizeof what.from);
  std::memcpy(what.bytes.data(), arrived.payload.data() + sizeof what.from, what.bytes.size());
  deliver(std::move(what));
}

void manager::deliver(datagram what) {
  const auto to = agents_.find(what.from.agent);
  if (to == agents_.end()) return;
  if (what.from.is_answer) {
    const auto asked = std::ranges::find_if(pending_, [&](const pending& sent) {
      return sent.transaction == get(what.bytes, hdr::tid) &&
             sent.mgmt_class == class_of(what.bytes);
    });
    // An answer that comes too late is dropped, as the kernel does.
    if (asked == pending_.end()) return;
    pending_.erase(asked);
  }
  received made;
  made.agent = to->second.second;
  made.what = std::move(what);
  to->second.first->put(std::move(made));
}

void manager::peer_lost(std::uint32_t) {
  const subnet::subnet_state::locked now(subnet_);
  forget_the_dead(*now);
}

}  // namespace verbatim::emulator::mad
