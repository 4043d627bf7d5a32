// The base class of a transport's queue pairs, without posting.
#pragma once

#include <string_view>
#include <type_traits>

#include "verbatim/generated/transport_tags/dci.hpp"
#include "verbatim/generated/transport_tags/raw_packet.hpp"
#include "verbatim/generated/transport_tags/rc.hpp"
#include "verbatim/generated/transport_tags/uc.hpp"
#include "verbatim/generated/transport_tags/ud.hpp"
#include "verbatim/generated/transport_tags/xrc.hpp"
#include "verbatim/verbs/queue_pair/queue_pair.hpp"
#include "verbatim/verbs/values/transport.hpp"

namespace verbatim::verbs {

constexpr transport transport_of(std::string_view name) noexcept {
  if (name == uc::name) return transport::uc;
  if (name.starts_with(ud::name)) return transport::ud;
  if (name.starts_with(dci::name)) return transport::dci;
  if (name == xrc::name) return transport::xrc_send;
  return name == raw_packet::name ? transport::raw_packet : transport::rc;
}

/// The base class of the transport's queue pairs: everything except posting.
template <class Transport>
using qp_base = std::conditional_t<
    transport_of(Transport::name) == transport::ud, datagram_qp,
    std::conditional_t<transport_of(Transport::name) == transport::dci ||
                           transport_of(Transport::name) == transport::raw_packet,
                       unconnected_qp, connected_qp>>;

}  // namespace verbatim::verbs
