// Generated from specs/transports/raw_packet.yaml by codegen. Do not edit: `meson compile -C build generate`.
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

namespace verbatim::builders {

/// The type that sq_wqe() returns: the beginning of every WQE that raw_packet carries.
template <class Slot>
struct raw_packet {
  static_assert(2 <= Slot::max_octowords,
                "what raw_packet puts in front does not fit into the WQEs of this queue: raise its "
                "MaxWqebbs");

  class [[nodiscard]] needs_verb {
   public:
    explicit needs_verb(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    /// Sends a message into the next receive buffer of the peer.
    [[gnu::always_inline]] typename wqe::send<Slot>::needs_data send(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::raw_packet::send::octowords_before_data <= Slot::max_octowords,
                    "send does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::send<Slot>::needs_data{std::move(slot_)};
    }

   private:
    Slot slot_;
  };

  class [[nodiscard]] needs_eth {
   public:
    explicit needs_eth(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    /// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers follow from 0x0e on.
    [[gnu::always_inline]] needs_verb eth(std::uint8_t l3_csum, std::uint8_t l4_csum) && noexcept {
      slot_.write(eth_seg{.l4_csum = l4_csum, .l3_csum = l3_csum});
      return needs_verb{std::move(slot_)};
    }

    /// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers follow from 0x0e on.
    [[gnu::always_inline]] needs_verb eth(std::uint8_t l3_csum, std::uint8_t l4_csum,
                                          std::span<const std::byte> header) && noexcept {
      slot_.template write_header<14>(
          eth_seg{.l4_csum = l4_csum,
                  .l3_csum = l3_csum,
                  .inline_hdr_sz = static_cast<std::uint16_t>(header.size())},
          header);
      return needs_verb{std::move(slot_)};
    }

    /// An eth_seg that inserts a VLAN tag, and so has no inlined headers.
    [[gnu::always_inline]] needs_verb eth_vlan(std::uint16_t vlan_tci, std::uint8_t l3_csum,
                                               std::uint8_t l4_csum) && noexcept {
      slot_.write(eth_vlan_seg{.l4_csum = l4_csum, .l3_csum = l3_csum, .vlan_tci = vlan_tci});
      return needs_verb{std::move(slot_)};
    }

    /// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers follow from 0x0e on.
    [[gnu::always_inline]] needs_verb eth(const verbatim::eth_seg& segment) && noexcept {
      slot_.write(segment);
      return needs_verb{std::move(slot_)};
    }

    /// Passes data through the TLS engine of a TIS, so that it catches up.
    [[gnu::always_inline]] typename wqe::dump<Slot>::needs_tis dump(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::raw_packet::dump::octowords_before_data <= Slot::max_octowords,
                    "dump does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::dump<Slot>::needs_tis{std::move(slot_)};
    }

    /// Sends several Ethernet frames, each of one piece.
    [[gnu::always_inline]] typename wqe::multi_packet<Slot>::needs_eth multi_packet(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(
          verbatim::raw_packet::multi_packet::octowords_before_data <= Slot::max_octowords,
          "multi_packet does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::multi_packet<Slot>::needs_eth{std::move(slot_)};
    }

    /// Does nothing, but can carry a fence and a completion.
    [[gnu::always_inline]] typename wqe::nop<Slot>::ready nop(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::raw_packet::nop::octowords_before_data <= Slot::max_octowords,
                    "nop does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::nop<Slot>::ready{std::move(slot_)};
    }

    /// Lets a managed receive queue run as far as an index.
    [[gnu::always_inline]] typename wqe::recv_enable<Slot>::needs_queue recv_enable(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::raw_packet::recv_enable::octowords_before_data <= Slot::max_octowords,
                    "recv_enable does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::recv_enable<Slot>::needs_queue{std::move(slot_)};
    }

    /// Lets a managed send queue run as far as an index.
    [[gnu::always_inline]] typename wqe::send_enable<Slot>::needs_queue send_enable(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::raw_packet::send_enable::octowords_before_data <= Slot::max_octowords,
                    "send_enable does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::send_enable<Slot>::needs_queue{std::move(slot_)};
    }

    /// Sends one large TCP payload as many packets, whose headers the device makes from the one given.
    [[gnu::always_inline]] typename wqe::tso<Slot>::needs_eth tso(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::raw_packet::tso::octowords_before_data <= Slot::max_octowords,
                    "tso does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::tso<Slot>::needs_eth{std::move(slot_)};
    }

    /// Waits until a CQ has as many completions.
    [[gnu::always_inline]] typename wqe::wait_cq<Slot>::needs_until wait_cq(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::raw_packet::wait_cq::octowords_before_data <= Slot::max_octowords,
                    "wait_cq does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::wait_cq<Slot>::needs_until{std::move(slot_)};
    }

    /// Waits until 8 bytes of memory have a value.
    [[gnu::always_inline]] typename wqe::wait_data<Slot>::needs_until wait_data(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::raw_packet::wait_data::octowords_before_data <= Slot::max_octowords,
                    "wait_data does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::wait_data<Slot>::needs_until{std::move(slot_)};
    }

    /// Waits until the device's clock shows a time.
    [[gnu::always_inline]] typename wqe::wait_time<Slot>::needs_until wait_time(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::raw_packet::wait_time::octowords_before_data <= Slot::max_octowords,
                    "wait_time does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::wait_time<Slot>::needs_until{std::move(slot_)};
    }

   private:
    Slot slot_;
  };

  using start = needs_eth;
};

}  // namespace verbatim::builders
