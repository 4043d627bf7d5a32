// Generated from specs/transports/uc.yaml by codegen. Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/transport_tags/uc.hpp"
#include "verbatim/generated/wqes/bind_mw.hpp"
#include "verbatim/generated/wqes/bind_mw_type1.hpp"
#include "verbatim/generated/wqes/configure_mkey.hpp"
#include "verbatim/generated/wqes/configure_mkey_strided.hpp"
#include "verbatim/generated/wqes/local_invalidate.hpp"
#include "verbatim/generated/wqes/nop.hpp"
#include "verbatim/generated/wqes/rdma_write.hpp"
#include "verbatim/generated/wqes/rdma_write_imm.hpp"
#include "verbatim/generated/wqes/recv_enable.hpp"
#include "verbatim/generated/wqes/send.hpp"
#include "verbatim/generated/wqes/send_enable.hpp"
#include "verbatim/generated/wqes/send_imm.hpp"
#include "verbatim/generated/wqes/send_inval.hpp"
#include "verbatim/generated/wqes/unbind_mw.hpp"
#include "verbatim/generated/wqes/update_mkey.hpp"
#include "verbatim/generated/wqes/wait_cq.hpp"
#include "verbatim/generated/wqes/wait_data.hpp"
#include "verbatim/generated/wqes/wait_time.hpp"

namespace verbatim::builders {

/// The type that sq_wqe() returns: the beginning of every WQE that uc carries.
template <class Slot>
struct uc {
  /// write(flags), perhaps imm() next.
  class [[nodiscard]] write_needs_rdma : public wqe::rdma_write<Slot>::needs_rdma {
   public:
    using wqe::rdma_write<Slot>::needs_rdma::needs_rdma;

    /// Copies local memory into the peer's memory and completes a receive there with immediate data.
    [[gnu::always_inline]] typename wqe::rdma_write_imm<Slot>::needs_rdma imm(
        std::uint32_t imm) && noexcept {
      static_assert(verbatim::uc::rdma_write_imm::octowords_before_data <= Slot::max_octowords,
                    "rdma_write_imm does not fit into the WQEs of this queue: raise its MaxWqebbs");
      this->slot_.imm(imm);
      return typename wqe::rdma_write_imm<Slot>::needs_rdma{std::move(this->slot_)};
    }
  };

  /// send(flags), perhaps imm() and perhaps invalidate() next.
  class [[nodiscard]] send_needs_data : public wqe::send<Slot>::needs_data {
   public:
    using wqe::send<Slot>::needs_data::needs_data;

    /// Sends a message and 32 bits of immediate data, which arrive in the peer's completion.
    [[gnu::always_inline]] typename wqe::send_imm<Slot>::needs_data imm(
        std::uint32_t imm) && noexcept {
      static_assert(verbatim::uc::send_imm::octowords_before_data <= Slot::max_octowords,
                    "send_imm does not fit into the WQEs of this queue: raise its MaxWqebbs");
      this->slot_.imm(imm);
      return typename wqe::send_imm<Slot>::needs_data{std::move(this->slot_)};
    }

    /// Sends a message and invalidates a key of the peer.
    [[gnu::always_inline]] typename wqe::send_inval<Slot>::needs_data invalidate(
        std::uint32_t rkey) && noexcept {
      static_assert(verbatim::uc::send_inval::octowords_before_data <= Slot::max_octowords,
                    "send_inval does not fit into the WQEs of this queue: raise its MaxWqebbs");
      this->slot_.imm(rkey);
      return typename wqe::send_inval<Slot>::needs_data{std::move(this->slot_)};
    }
  };

  class [[nodiscard]] needs_verb {
   public:
    explicit needs_verb(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    /// Binds a memory window of type 2, which belongs to this QP, to a piece of a memory region.
    [[gnu::always_inline]] typename wqe::bind_mw<Slot>::needs_window bind_mw(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::uc::bind_mw::octowords_before_data <= Slot::max_octowords,
                    "bind_mw does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::bind_mw<Slot>::needs_window{std::move(slot_)};
    }

    /// Binds a memory window of type 1 to a piece of a memory region.
    [[gnu::always_inline]] typename wqe::bind_mw_type1<Slot>::needs_window bind_mw_type1(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::uc::bind_mw_type1::octowords_before_data <= Slot::max_octowords,
                    "bind_mw_type1 does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::bind_mw_type1<Slot>::needs_window{std::move(slot_)};
    }

    /// Gives a memory key its properties, and a list of pieces of which it consists.
    [[gnu::always_inline]] typename wqe::configure_mkey<Slot>::needs_key configure_mkey(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::uc::configure_mkey::octowords_before_data <= Slot::max_octowords,
                    "configure_mkey does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::configure_mkey<Slot>::needs_key{std::move(slot_)};
    }

    /// Gives a memory key its properties, and pieces of memory between which it takes turns.
    [[gnu::always_inline]] typename wqe::configure_mkey_strided<Slot>::needs_key
    configure_mkey_strided(typename Slot::flags flags = {}) && noexcept {
      static_assert(
          verbatim::uc::configure_mkey_strided::octowords_before_data <= Slot::max_octowords,
          "configure_mkey_strided does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::configure_mkey_strided<Slot>::needs_key{std::move(slot_)};
    }

    /// Makes a key invalid: that of a memory window, or of a memory key that UMRs may change.
    [[gnu::always_inline]] typename wqe::local_invalidate<Slot>::needs_key local_invalidate(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(
          verbatim::uc::local_invalidate::octowords_before_data <= Slot::max_octowords,
          "local_invalidate does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::local_invalidate<Slot>::needs_key{std::move(slot_)};
    }

    /// Does nothing, but can carry a fence and a completion.
    [[gnu::always_inline]] typename wqe::nop<Slot>::ready nop(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::uc::nop::octowords_before_data <= Slot::max_octowords,
                    "nop does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::nop<Slot>::ready{std::move(slot_)};
    }

    /// Copies local memory into the peer's memory without involving its CPU.
    [[gnu::always_inline]] write_needs_rdma write(typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::uc::rdma_write::octowords_before_data <= Slot::max_octowords,
                    "rdma_write does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return write_needs_rdma{std::move(slot_)};
    }

    /// Lets a managed receive queue run as far as an index.
    [[gnu::always_inline]] typename wqe::recv_enable<Slot>::needs_queue recv_enable(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::uc::recv_enable::octowords_before_data <= Slot::max_octowords,
                    "recv_enable does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::recv_enable<Slot>::needs_queue{std::move(slot_)};
    }

    /// Sends a message into the next receive buffer of the peer.
    [[gnu::always_inline]] send_needs_data send(typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::uc::send::octowords_before_data <= Slot::max_octowords,
                    "send does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return send_needs_data{std::move(slot_)};
    }

    /// Lets a managed send queue run as far as an index.
    [[gnu::always_inline]] typename wqe::send_enable<Slot>::needs_queue send_enable(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::uc::send_enable::octowords_before_data <= Slot::max_octowords,
                    "send_enable does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::send_enable<Slot>::needs_queue{std::move(slot_)};
    }

    /// Frees a memory window of type 2 and gives its next key, as a bind of length 0 does.
    [[gnu::always_inline]] typename wqe::unbind_mw<Slot>::needs_window unbind_mw(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::uc::unbind_mw::octowords_before_data <= Slot::max_octowords,
                    "unbind_mw does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::unbind_mw<Slot>::needs_window{std::move(slot_)};
    }

    /// Gives a memory key its properties, and leaves the list of pieces of which it consists as it is.
    [[gnu::always_inline]] typename wqe::update_mkey<Slot>::needs_key update_mkey(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::uc::update_mkey::octowords_before_data <= Slot::max_octowords,
                    "update_mkey does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::update_mkey<Slot>::needs_key{std::move(slot_)};
    }

    /// Waits until a CQ has as many completions.
    [[gnu::always_inline]] typename wqe::wait_cq<Slot>::needs_until wait_cq(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::uc::wait_cq::octowords_before_data <= Slot::max_octowords,
                    "wait_cq does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::wait_cq<Slot>::needs_until{std::move(slot_)};
    }

    /// Waits until 8 bytes of memory have a value.
    [[gnu::always_inline]] typename wqe::wait_data<Slot>::needs_until wait_data(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::uc::wait_data::octowords_before_data <= Slot::max_octowords,
                    "wait_data does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::wait_data<Slot>::needs_until{std::move(slot_)};
    }

    /// Waits until the device's clock shows a time.
    [[gnu::always_inline]] typename wqe::wait_time<Slot>::needs_until wait_time(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::uc::wait_time::octowords_before_data <= Slot::max_octowords,
                    "wait_time does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::wait_time<Slot>::needs_until{std::move(slot_)};
    }

   private:
    Slot slot_;
  };

  using start = needs_verb;
};

}  // namespace verbatim::builders
