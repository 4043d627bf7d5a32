// What queue pairs of a transport are, whoever posts and however.
#pragma once

#include <string_view>
#include <type_traits>

#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/raw_packet.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/uc.hpp"
#include "verbatim/generated/transports/ud.hpp"
#include "verbatim/generated/transports/xrc.hpp"
#include "verbatim/verbs/queue_pair.hpp"
#include "verbatim/verbs/transport.hpp"

namespace verbatim::verbs {

constexpr transport transport_of(std::string_view name) noexcept {
  if (name == uc::name) return transport::uc;
  if (name.starts_with(ud::name)) return transport::ud;
  if (name.starts_with(dci::name)) return transport::dci;
  if (name == xrc::name) return transport::xrc_send;
  return name == raw_packet::name ? transport::raw_packet : transport::rc;
}

/// What a queue pair of the transport is besides what one posts to it.
template <class Transport>
using qp_base = std::conditional_t<
    transport_of(Transport::name) == transport::ud, datagram_queue_pair,
    std::conditional_t<transport_of(Transport::name) == transport::dci ||
                           transport_of(Transport::name) == transport::raw_packet,
                       unconnected_queue_pair, queue_pair>>;

}  // namespace verbatim::verbs
