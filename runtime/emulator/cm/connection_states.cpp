// The tables of a connection's states, like in Linux (drivers/infiniband/core/cm.c and cma.c).
#include "cm/connection_states.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace verbatim::emulator::cm {
namespace {

using state = connection_state;
using namespace std::chrono_literals;

constexpr transition transitions[] = {
    {state::request_sent, packet_kind::request_seen, state::request_sent},
    {state::request_sent, packet_kind::reply, state::reply_received, event_kind::connect_response},
    {state::request_sent, packet_kind::reject, state::none, event_kind::rejected},
    {state::request_received, packet_kind::reject, state::none, event_kind::rejected},
    {state::reply_sent, packet_kind::ready_to_use, state::established, event_kind::established},
    {state::reply_sent, packet_kind::reject, state::none, event_kind::rejected},
    // The RTU may be lost; then DISCONNECTED is raised instead of ESTABLISHED.
    {state::reply_sent, packet_kind::disconnect_request, state::disconnect_received,
     event_kind::disconnected},
    {state::reply_received, packet_kind::reject, state::timewait, event_kind::rejected},
    {state::established, packet_kind::reject, state::timewait, event_kind::rejected},
    {state::established, packet_kind::disconnect_request, state::disconnect_received,
     event_kind::disconnected},
    {state::disconnect_sent, packet_kind::disconnect_request, state::disconnect_received,
     event_kind::disconnected},
    {state::disconnect_sent, packet_kind::disconnect_reply, state::timewait,
     event_kind::disconnected},
    {state::disconnect_sent, packet_kind::reject, state::timewait, event_kind::rejected},
    {state::disconnect_received, packet_kind::disconnect_reply, state::timewait,
     event_kind::disconnected},
    {state::timewait, packet_kind::disconnect_request, state::timewait, std::nullopt,
     packet_kind::disconnect_reply},
    // The status decides between ESTABLISHED and UNREACHABLE.
    {state::sidr_sent, packet_kind::sidr_reply, state::none, event_kind::established},
};

constexpr farewell farewells[] = {
    {state::request_sent, packet_kind::reject, reject_reason::timeout},
    {state::request_received, packet_kind::reject, reject_reason::by_consumer},
    {state::reply_sent, packet_kind::reject, reject_reason::by_consumer},
    {state::reply_received, packet_kind::reject, reject_reason::by_consumer},
    {state::established, packet_kind::disconnect_request},
    {state::disconnect_received, packet_kind::disconnect_reply},
    {state::sidr_received, packet_kind::sidr_reply, sidr_status::rejected},
};

// If a process dies, its kernel sends the farewells above.
constexpr last_words all_last_words[] = {
    {state::request_sent, packet_kind::reject, reject_reason::by_consumer},
    {state::request_received, packet_kind::reject, reject_reason::timeout},
    {state::reply_sent, packet_kind::reject, reject_reason::by_consumer},
    {state::reply_received, packet_kind::reject, reject_reason::by_consumer},
    {state::established, packet_kind::disconnect_request},
    {state::disconnect_sent, packet_kind::disconnect_reply},
    {state::sidr_sent, packet_kind::sidr_reply, sidr_status::rejected},
};

// A REQ is answered within twice the packet life time plus 4.096 s; all other messages within 4.096
// s.
constexpr expiry expiries[] = {
    {state::request_sent, 6144ms, 16, state::none, event_kind::unreachable},
    {state::reply_sent, 4096ms, 16, state::none, event_kind::unreachable},
    {state::disconnect_sent, 4096ms, 16, state::timewait, event_kind::disconnected},
    {state::timewait, 2048ms, 1, state::none, event_kind::timewait_exit},
    {state::sidr_sent, 4096ms, 16, state::none, event_kind::unreachable},
};

/// Returns the first entry for which `wanted` is true; null if there is none.
template <class Entry, std::size_t Count, class Wanted>
const Entry* first_of(const Entry (&table)[Count], Wanted&& wanted) noexcept {
  const auto* const at = std::find_if(std::begin(table), std::end(table), wanted);
  return at == std::end(table) ? nullptr : at;
}

template <std::size_t Count, class Kind>
std::string_view name_in(const std::array<std::string_view, Count>& names, Kind kind) noexcept {
  const auto index = static_cast<std::size_t>(kind);
  return index < Count ? names[index] : "unknown";
}

}  // namespace

const transition* find_transition(connection_state from, packet_kind on) noexcept {
  return first_of(transitions,
                  [&](const transition& one) { return one.from == from && one.on == on; });
}

const farewell* find_farewell(connection_state from) noexcept {
  return first_of(farewells, [&](const farewell& one) { return one.from == from; });
}

const last_words* find_last_words(connection_state from) noexcept {
  return first_of(all_last_words, [&](const last_words& one) { return one.from == from; });
}

const expiry* find_expiry(connection_state from) noexcept {
  return first_of(expiries, [&](const expiry& one) { return one.from == from; });
}

std::string_view name(event_kind kind) noexcept {
  constexpr std::array<std::string_view, 16> names = {
      "ADDR_RESOLVED",   "ADDR_ERROR",       "ROUTE_RESOLVED", "ROUTE_ERROR",
      "CONNECT_REQUEST", "CONNECT_RESPONSE", "CONNECT_ERROR",  "UNREACHABLE",
      "REJECTED",        "ESTABLISHED",      "DISCONNECTED",   "DEVICE_REMOVAL",
      "MULTICAST_JOIN",  "MULTICAST_ERROR",  "ADDR_CHANGE",    "TIMEWAIT_EXIT"};
  return name_in(names, kind);
}

std::string_view name(connection_state state) noexcept {
  constexpr std::array<std::string_view, 11> names = {"not connected",
                                                      "waiting for a reply",
                                                      "asked to connect",
                                                      "waiting for the RTU",
                                                      "replied to",
                                                      "established",
                                                      "disconnecting",
                                                      "disconnected by the peer",
                                                      "in timewait",
                                                      "waiting for a SIDR reply",
                                                      "asked for a SIDR reply"};
  return name_in(names, state);
}

std::string_view name(packet_kind kind) noexcept {
  constexpr std::array<std::string_view, 9> names = {"REQ",  "MRA",  "REP",      "RTU",     "REJ",
                                                     "DREQ", "DREP", "SIDR_REQ", "SIDR_REP"};
  return name_in(names, kind);
}

}  // namespace verbatim::emulator::cm
