// Generated from specs/transports/raw_packet.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/segments/eth_seg.hpp"
#include "verbatim/generated/segments/eth_vlan_seg.hpp"
#include "verbatim/generated/transport_tags/raw_packet.hpp"
#include "verbatim/generated/wqes/dump.hpp"
#include "verbatim/generated/wqes/multi_packet.hpp"
#include "verbatim/generated/wqes/nop.hpp"
#include "verbatim/generated/wqes/recv_enable.hpp"
#include "verbatim/generated/wqes/send.hpp"
#include "verbatim/generated/wqes/send_enable.hpp"
#include "verbatim/generated/wqes/tso.hpp"
#include "verbatim/generated/wqes/wait_cq.hpp"
#include "verbatim/generated/wqes/wait_data.hpp"
#include "verbatim/generated/wqes/wait_time.hpp"
#include "verbatim/wire/builder_state.hpp"
#include "verbatim/wire/memory.hpp"
#include "verbatim/wire/prepared.hpp"

namespace verbatim::builders {

/// The type that sq_wqe() returns: the beginning of every WQE that raw_packet carries.
template <class Slot>
struct raw_packet {
  static_assert(2 <= Slot::max_octowords,
                "what raw_packet puts in front does not fit into the WQEs of this queue: raise its "
                "MaxWqebbs");

  /// Allows the verbs, which begin the WQEs that the transport carries.
  class [[nodiscard]] needs_verb
      : public wire::builder_state<Slot>,
        public wqe::send<Slot>::template begins<needs_verb, verbatim::raw_packet> {
   public:
    using wire::builder_state<Slot>::builder_state;
  };

  /// The verbs of WQEs in front of which the transport puts nothing.
  template <class State>
  class bare : public wqe::dump<Slot>::template begins<State, verbatim::raw_packet>,
               public wqe::multi_packet<Slot>::template begins<State, verbatim::raw_packet>,
               public wqe::nop<Slot>::template begins<State, verbatim::raw_packet>,
               public wqe::recv_enable<Slot>::template begins<State, verbatim::raw_packet>,
               public wqe::send_enable<Slot>::template begins<State, verbatim::raw_packet>,
               public wqe::tso<Slot>::template begins<State, verbatim::raw_packet>,
               public wqe::wait_cq<Slot>::template begins<State, verbatim::raw_packet>,
               public wqe::wait_data<Slot>::template begins<State, verbatim::raw_packet>,
               public wqe::wait_time<Slot>::template begins<State, verbatim::raw_packet> {};

  /// Allows eth() or eth_vlan().
  class [[nodiscard]] needs_eth_or_eth_vlan
      : public wire::builder_state<Slot>,
        public raw_packet::template bare<needs_eth_or_eth_vlan> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers follow
    /// from 0x0e on.
    [[gnu::always_inline]] needs_verb eth(std::uint8_t l3_csum, std::uint8_t l4_csum) && noexcept {
      this->slot_.write(eth_seg{.l4_csum = l4_csum, .l3_csum = l3_csum});
      return needs_verb{std::move(this->slot_)};
    }

    /// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers follow
    /// from 0x0e on.
    [[gnu::always_inline]] needs_verb eth(std::uint8_t l3_csum, std::uint8_t l4_csum,
                                          std::span<const std::byte> header) && noexcept {
      this->slot_.template write_header<14>(
          eth_seg{.l4_csum = l4_csum,
                  .l3_csum = l3_csum,
                  .inline_hdr_sz = static_cast<std::uint16_t>(header.size())},
          header);
      return needs_verb{std::move(this->slot_)};
    }

    /// An eth_seg that inserts a VLAN tag, and so has no inlined headers.
    [[gnu::always_inline]] needs_verb eth_vlan(std::uint16_t vlan_tci, std::uint8_t l3_csum,
                                               std::uint8_t l4_csum) && noexcept {
      this->slot_.write(eth_vlan_seg{.l4_csum = l4_csum, .l3_csum = l3_csum, .vlan_tci = vlan_tci});
      return needs_verb{std::move(this->slot_)};
    }

    /// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers follow
    /// from 0x0e on.
    [[gnu::always_inline]] needs_verb eth(const verbatim::eth_seg& segment) && noexcept {
      this->slot_.write(segment);
      return needs_verb{std::move(this->slot_)};
    }

    /// The same, prepared before.
    [[gnu::always_inline]] needs_verb eth(
        const wire::prepared<verbatim::eth_seg>& segment) && noexcept {
      this->slot_.write(segment);
      return needs_verb{std::move(this->slot_)};
    }
  };

  using start = needs_eth_or_eth_vlan;
};

}  // namespace verbatim::builders
