// Generated from specs/transports/ud_underlay.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/segments/av_ud_seg.hpp"
#include "verbatim/generated/segments/eth_pad_seg.hpp"
#include "verbatim/generated/segments/eth_seg.hpp"
#include "verbatim/generated/transport_tags/ud_underlay.hpp"
#include "verbatim/generated/wqes/nop.hpp"
#include "verbatim/generated/wqes/recv_enable.hpp"
#include "verbatim/generated/wqes/send.hpp"
#include "verbatim/generated/wqes/send_enable.hpp"
#include "verbatim/generated/wqes/wait_cq.hpp"
#include "verbatim/generated/wqes/wait_data.hpp"
#include "verbatim/generated/wqes/wait_time.hpp"
#include "verbatim/wire/builder_state.hpp"
#include "verbatim/wire/memory.hpp"

namespace verbatim::builders {

/// The type that sq_wqe() returns: the beginning of every WQE that ud_underlay carries.
template <class Slot>
struct ud_underlay {
  static_assert(6 <= Slot::max_octowords,
                "what ud_underlay puts in front does not fit into the WQEs of this queue: raise "
                "its MaxWqebbs");

  /// Allows the verbs, which begin the WQEs that the transport carries.
  class [[nodiscard]] needs_verb
      : public wire::builder_state<Slot>,
        public wqe::send<Slot>::template begins<needs_verb, verbatim::ud_underlay> {
   public:
    using wire::builder_state<Slot>::builder_state;
  };

  /// The verbs of WQEs in front of which the transport puts nothing.
  template <class State>
  class bare : public wqe::nop<Slot>::template begins<State, verbatim::ud_underlay>,
               public wqe::recv_enable<Slot>::template begins<State, verbatim::ud_underlay>,
               public wqe::send_enable<Slot>::template begins<State, verbatim::ud_underlay>,
               public wqe::wait_cq<Slot>::template begins<State, verbatim::ud_underlay>,
               public wqe::wait_data<Slot>::template begins<State, verbatim::ud_underlay>,
               public wqe::wait_time<Slot>::template begins<State, verbatim::ud_underlay> {};

  /// Allows eth().
  class [[nodiscard]] needs_eth : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

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
  };

  /// Allows av().
  class [[nodiscard]] needs_av : public wire::builder_state<Slot>,
                                 public ud_underlay::template bare<needs_av> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// The destination of a datagram, as a full address vector.
    [[gnu::always_inline]] needs_eth av(std::uint32_t qkey, std::uint32_t qpn,
                                        std::uint16_t dlid) && noexcept {
      this->slot_.write(av_ud_seg{.qkey = qkey, .dqp_dct = qpn, .rlid = dlid});
      this->slot_.write(eth_pad_seg{});
      return needs_eth{std::move(this->slot_)};
    }

    /// The destination of a datagram, as a full address vector.
    [[gnu::always_inline]] needs_eth av(const verbatim::av_ud_seg& segment) && noexcept {
      this->slot_.write(segment);
      this->slot_.write(eth_pad_seg{});
      return needs_eth{std::move(this->slot_)};
    }
  };

  using start = needs_av;
};

}  // namespace verbatim::builders
