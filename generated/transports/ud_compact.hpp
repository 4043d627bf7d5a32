// Generated from specs/transports/ud_compact.yaml by codegen. Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/segments/av_ud_compact_seg.hpp"
#include "verbatim/generated/transport_tags/ud_compact.hpp"
#include "verbatim/generated/wqes/nop.hpp"
#include "verbatim/generated/wqes/recv_enable.hpp"
#include "verbatim/generated/wqes/send.hpp"
#include "verbatim/generated/wqes/send_enable.hpp"
#include "verbatim/generated/wqes/send_imm.hpp"
#include "verbatim/generated/wqes/wait_cq.hpp"
#include "verbatim/generated/wqes/wait_data.hpp"
#include "verbatim/generated/wqes/wait_time.hpp"

namespace verbatim::builders {

/// The type that sq_wqe() returns: the beginning of every WQE that ud_compact carries.
template <class Slot>
struct ud_compact {
  static_assert(2 <= Slot::max_octowords,
                "what ud_compact puts in front does not fit into the WQEs of this queue: raise its "
                "MaxWqebbs");

  /// send(flags), perhaps imm() next.
  class [[nodiscard]] send_needs_data : public wqe::send<Slot>::needs_data {
   public:
    using wqe::send<Slot>::needs_data::needs_data;

    /// Sends a message and 32 bits of immediate data, which arrive in the peer's completion.
    [[gnu::always_inline]] typename wqe::send_imm<Slot>::needs_data imm(
        std::uint32_t imm) && noexcept {
      static_assert(verbatim::ud_compact::send_imm::octowords_before_data <= Slot::max_octowords,
                    "send_imm does not fit into the WQEs of this queue: raise its MaxWqebbs");
      this->slot_.imm(imm);
      return typename wqe::send_imm<Slot>::needs_data{std::move(this->slot_)};
    }
  };

  class [[nodiscard]] needs_verb {
   public:
    explicit needs_verb(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    /// Sends a message into the next receive buffer of the peer.
    [[gnu::always_inline]] send_needs_data send(typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::ud_compact::send::octowords_before_data <= Slot::max_octowords,
                    "send does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return send_needs_data{std::move(slot_)};
    }

   private:
    Slot slot_;
  };

  class [[nodiscard]] needs_av {
   public:
    explicit needs_av(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    /// The destination of a datagram within the subnet, as a compact address vector.
    [[gnu::always_inline]] needs_verb av(std::uint32_t qkey, std::uint32_t qpn,
                                         std::uint16_t dlid) && noexcept {
      slot_.write(av_ud_compact_seg{.qkey = qkey, .dqp_dct = qpn, .rlid = dlid});
      return needs_verb{std::move(slot_)};
    }

    /// The destination of a datagram within the subnet, as a compact address vector.
    [[gnu::always_inline]] needs_verb av(const verbatim::av_ud_compact_seg& segment) && noexcept {
      slot_.write(segment);
      return needs_verb{std::move(slot_)};
    }

    /// Does nothing, but can carry a fence and a completion.
    [[gnu::always_inline]] typename wqe::nop<Slot>::ready nop(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::ud_compact::nop::octowords_before_data <= Slot::max_octowords,
                    "nop does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::nop<Slot>::ready{std::move(slot_)};
    }

    /// Lets a managed receive queue run as far as an index.
    [[gnu::always_inline]] typename wqe::recv_enable<Slot>::needs_queue recv_enable(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::ud_compact::recv_enable::octowords_before_data <= Slot::max_octowords,
                    "recv_enable does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::recv_enable<Slot>::needs_queue{std::move(slot_)};
    }

    /// Lets a managed send queue run as far as an index.
    [[gnu::always_inline]] typename wqe::send_enable<Slot>::needs_queue send_enable(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::ud_compact::send_enable::octowords_before_data <= Slot::max_octowords,
                    "send_enable does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::send_enable<Slot>::needs_queue{std::move(slot_)};
    }

    /// Waits until a CQ has as many completions.
    [[gnu::always_inline]] typename wqe::wait_cq<Slot>::needs_until wait_cq(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::ud_compact::wait_cq::octowords_before_data <= Slot::max_octowords,
                    "wait_cq does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::wait_cq<Slot>::needs_until{std::move(slot_)};
    }

    /// Waits until 8 bytes of memory have a value.
    [[gnu::always_inline]] typename wqe::wait_data<Slot>::needs_until wait_data(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::ud_compact::wait_data::octowords_before_data <= Slot::max_octowords,
                    "wait_data does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::wait_data<Slot>::needs_until{std::move(slot_)};
    }

    /// Waits until the device's clock shows a time.
    [[gnu::always_inline]] typename wqe::wait_time<Slot>::needs_until wait_time(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::ud_compact::wait_time::octowords_before_data <= Slot::max_octowords,
                    "wait_time does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::wait_time<Slot>::needs_until{std::move(slot_)};
    }

   private:
    Slot slot_;
  };

  using start = needs_av;
};

}  // namespace verbatim::builders
