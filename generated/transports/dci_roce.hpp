// Generated from specs/transports/dci_roce.yaml by codegen. Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/segments/av_dc_seg.hpp"
#include "verbatim/generated/transport_tags/dci_roce.hpp"
#include "verbatim/generated/wqes/atomic_cs.hpp"
#include "verbatim/generated/wqes/atomic_fa.hpp"
#include "verbatim/generated/wqes/bind_mw.hpp"
#include "verbatim/generated/wqes/bind_mw_type1.hpp"
#include "verbatim/generated/wqes/cas32.hpp"
#include "verbatim/generated/wqes/configure_mkey.hpp"
#include "verbatim/generated/wqes/configure_mkey_strided.hpp"
#include "verbatim/generated/wqes/copy.hpp"
#include "verbatim/generated/wqes/fetch_add32.hpp"
#include "verbatim/generated/wqes/fetch_and32.hpp"
#include "verbatim/generated/wqes/fetch_and64.hpp"
#include "verbatim/generated/wqes/fetch_or32.hpp"
#include "verbatim/generated/wqes/fetch_or64.hpp"
#include "verbatim/generated/wqes/fetch_xor32.hpp"
#include "verbatim/generated/wqes/fetch_xor64.hpp"
#include "verbatim/generated/wqes/local_invalidate.hpp"
#include "verbatim/generated/wqes/masked_cas128.hpp"
#include "verbatim/generated/wqes/masked_cas32.hpp"
#include "verbatim/generated/wqes/masked_cas64.hpp"
#include "verbatim/generated/wqes/masked_fetch_add128.hpp"
#include "verbatim/generated/wqes/masked_fetch_add32.hpp"
#include "verbatim/generated/wqes/masked_fetch_add64.hpp"
#include "verbatim/generated/wqes/nop.hpp"
#include "verbatim/generated/wqes/nop_to.hpp"
#include "verbatim/generated/wqes/rdma_read.hpp"
#include "verbatim/generated/wqes/rdma_write.hpp"
#include "verbatim/generated/wqes/rdma_write_imm.hpp"
#include "verbatim/generated/wqes/recv_enable.hpp"
#include "verbatim/generated/wqes/send.hpp"
#include "verbatim/generated/wqes/send_enable.hpp"
#include "verbatim/generated/wqes/send_imm.hpp"
#include "verbatim/generated/wqes/send_inval.hpp"
#include "verbatim/generated/wqes/swap32.hpp"
#include "verbatim/generated/wqes/swap64.hpp"
#include "verbatim/generated/wqes/unbind_mw.hpp"
#include "verbatim/generated/wqes/update_mkey.hpp"
#include "verbatim/generated/wqes/wait_cq.hpp"
#include "verbatim/generated/wqes/wait_data.hpp"
#include "verbatim/generated/wqes/wait_time.hpp"

namespace verbatim::builders {

/// The type that sq_wqe() returns: the beginning of every WQE that dci_roce carries.
template <class Slot>
struct dci_roce {
  static_assert(
      4 <= Slot::max_octowords,
      "what dci_roce puts in front does not fit into the WQEs of this queue: raise its MaxWqebbs");

  /// write(flags), perhaps imm() next.
  class [[nodiscard]] write_needs_rdma : public wqe::rdma_write<Slot>::needs_rdma {
   public:
    using wqe::rdma_write<Slot>::needs_rdma::needs_rdma;

    /// Copies local memory into the peer's memory and completes a receive there with immediate data.
    [[gnu::always_inline]] typename wqe::rdma_write_imm<Slot>::needs_rdma imm(
        std::uint32_t imm) && noexcept {
      static_assert(
          verbatim::dci_roce::rdma_write_imm::octowords_before_data <= Slot::max_octowords,
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
      static_assert(verbatim::dci_roce::send_imm::octowords_before_data <= Slot::max_octowords,
                    "send_imm does not fit into the WQEs of this queue: raise its MaxWqebbs");
      this->slot_.imm(imm);
      return typename wqe::send_imm<Slot>::needs_data{std::move(this->slot_)};
    }

    /// Sends a message and invalidates a key of the peer.
    [[gnu::always_inline]] typename wqe::send_inval<Slot>::needs_data invalidate(
        std::uint32_t rkey) && noexcept {
      static_assert(verbatim::dci_roce::send_inval::octowords_before_data <= Slot::max_octowords,
                    "send_inval does not fit into the WQEs of this queue: raise its MaxWqebbs");
      this->slot_.imm(rkey);
      return typename wqe::send_inval<Slot>::needs_data{std::move(this->slot_)};
    }
  };

  class [[nodiscard]] needs_verb {
   public:
    explicit needs_verb(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    /// Swaps 64 bits of the peer's memory if they equal `compare`, and fetches what was there.
    [[gnu::always_inline]] typename wqe::atomic_cs<Slot>::needs_rdma cas(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::atomic_cs::octowords_before_data <= Slot::max_octowords,
                    "atomic_cs does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::atomic_cs<Slot>::needs_rdma{std::move(slot_)};
    }

    /// Adds to 64 bits of the peer's memory, and fetches what was there.
    [[gnu::always_inline]] typename wqe::atomic_fa<Slot>::needs_rdma fetch_add(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::atomic_fa::octowords_before_data <= Slot::max_octowords,
                    "atomic_fa does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::atomic_fa<Slot>::needs_rdma{std::move(slot_)};
    }

    /// Swaps 32 bits of the peer's memory if they equal `compare`, and fetches what was there.
    [[gnu::always_inline]] typename wqe::cas32<Slot>::needs_rdma cas32(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::cas32::octowords_before_data <= Slot::max_octowords,
                    "cas32 does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::cas32<Slot>::needs_rdma{std::move(slot_)};
    }

    /// Adds to 32 bits of the peer's memory, and fetches what was there.
    [[gnu::always_inline]] typename wqe::fetch_add32<Slot>::needs_rdma fetch_add32(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::fetch_add32::octowords_before_data <= Slot::max_octowords,
                    "fetch_add32 does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::fetch_add32<Slot>::needs_rdma{std::move(slot_)};
    }

    /// Ands 32 bits of the peer's memory with `value`, and fetches what was there.
    [[gnu::always_inline]] typename wqe::fetch_and32<Slot>::needs_rdma fetch_and32(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::fetch_and32::octowords_before_data <= Slot::max_octowords,
                    "fetch_and32 does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::fetch_and32<Slot>::needs_rdma{std::move(slot_)};
    }

    /// Ands 64 bits of the peer's memory with `value`, and fetches what was there.
    [[gnu::always_inline]] typename wqe::fetch_and64<Slot>::needs_rdma fetch_and64(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::fetch_and64::octowords_before_data <= Slot::max_octowords,
                    "fetch_and64 does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::fetch_and64<Slot>::needs_rdma{std::move(slot_)};
    }

    /// Ors 32 bits of the peer's memory with `value`, and fetches what was there.
    [[gnu::always_inline]] typename wqe::fetch_or32<Slot>::needs_rdma fetch_or32(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::fetch_or32::octowords_before_data <= Slot::max_octowords,
                    "fetch_or32 does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::fetch_or32<Slot>::needs_rdma{std::move(slot_)};
    }

    /// Ors 64 bits of the peer's memory with `value`, and fetches what was there.
    [[gnu::always_inline]] typename wqe::fetch_or64<Slot>::needs_rdma fetch_or64(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::fetch_or64::octowords_before_data <= Slot::max_octowords,
                    "fetch_or64 does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::fetch_or64<Slot>::needs_rdma{std::move(slot_)};
    }

    /// Xors 32 bits of the peer's memory with `value`, and fetches what was there.
    [[gnu::always_inline]] typename wqe::fetch_xor32<Slot>::needs_rdma fetch_xor32(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::fetch_xor32::octowords_before_data <= Slot::max_octowords,
                    "fetch_xor32 does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::fetch_xor32<Slot>::needs_rdma{std::move(slot_)};
    }

    /// Xors 64 bits of the peer's memory with `value`, and fetches what was there.
    [[gnu::always_inline]] typename wqe::fetch_xor64<Slot>::needs_rdma fetch_xor64(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::fetch_xor64::octowords_before_data <= Slot::max_octowords,
                    "fetch_xor64 does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::fetch_xor64<Slot>::needs_rdma{std::move(slot_)};
    }

    /// Swaps those of the peer's 128 bits that swap_mask names, if those that compare_mask names equal `compare`.
    [[gnu::always_inline]] typename wqe::masked_cas128<Slot>::needs_rdma masked_cas128(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::masked_cas128::octowords_before_data <= Slot::max_octowords,
                    "masked_cas128 does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::masked_cas128<Slot>::needs_rdma{std::move(slot_)};
    }

    /// Swaps those of the peer's 32 bits that swap_mask names, if those that compare_mask names equal `compare`.
    [[gnu::always_inline]] typename wqe::masked_cas32<Slot>::needs_rdma masked_cas32(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::masked_cas32::octowords_before_data <= Slot::max_octowords,
                    "masked_cas32 does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::masked_cas32<Slot>::needs_rdma{std::move(slot_)};
    }

    /// Swaps those of the peer's 64 bits that swap_mask names, if those that compare_mask names equal `compare`.
    [[gnu::always_inline]] typename wqe::masked_cas64<Slot>::needs_rdma masked_cas64(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::masked_cas64::octowords_before_data <= Slot::max_octowords,
                    "masked_cas64 does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::masked_cas64<Slot>::needs_rdma{std::move(slot_)};
    }

    /// Adds to 128 bits of the peer's memory, as to several numbers side by side.
    [[gnu::always_inline]] typename wqe::masked_fetch_add128<Slot>::needs_rdma masked_fetch_add128(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(
          verbatim::dci_roce::masked_fetch_add128::octowords_before_data <= Slot::max_octowords,
          "masked_fetch_add128 does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::masked_fetch_add128<Slot>::needs_rdma{std::move(slot_)};
    }

    /// Adds to 32 bits of the peer's memory, as to several numbers side by side.
    [[gnu::always_inline]] typename wqe::masked_fetch_add32<Slot>::needs_rdma masked_fetch_add32(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(
          verbatim::dci_roce::masked_fetch_add32::octowords_before_data <= Slot::max_octowords,
          "masked_fetch_add32 does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::masked_fetch_add32<Slot>::needs_rdma{std::move(slot_)};
    }

    /// Adds to 64 bits of the peer's memory, as to several numbers side by side.
    [[gnu::always_inline]] typename wqe::masked_fetch_add64<Slot>::needs_rdma masked_fetch_add64(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(
          verbatim::dci_roce::masked_fetch_add64::octowords_before_data <= Slot::max_octowords,
          "masked_fetch_add64 does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::masked_fetch_add64<Slot>::needs_rdma{std::move(slot_)};
    }

    /// Does nothing, but reaches a peer in its place among the other WQEs.
    [[gnu::always_inline]] typename wqe::nop_to<Slot>::ready nop(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::nop_to::octowords_before_data <= Slot::max_octowords,
                    "nop_to does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::nop_to<Slot>::ready{std::move(slot_)};
    }

    /// Copies the peer's memory into local memory without involving its CPU.
    [[gnu::always_inline]] typename wqe::rdma_read<Slot>::needs_rdma read(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::rdma_read::octowords_before_data <= Slot::max_octowords,
                    "rdma_read does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::rdma_read<Slot>::needs_rdma{std::move(slot_)};
    }

    /// Copies local memory into the peer's memory without involving its CPU.
    [[gnu::always_inline]] write_needs_rdma write(typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::rdma_write::octowords_before_data <= Slot::max_octowords,
                    "rdma_write does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return write_needs_rdma{std::move(slot_)};
    }

    /// Sends a message into the next receive buffer of the peer.
    [[gnu::always_inline]] send_needs_data send(typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::send::octowords_before_data <= Slot::max_octowords,
                    "send does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return send_needs_data{std::move(slot_)};
    }

    /// Swaps 32 bits of the peer's memory, and fetches what was there.
    [[gnu::always_inline]] typename wqe::swap32<Slot>::needs_rdma swap32(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::swap32::octowords_before_data <= Slot::max_octowords,
                    "swap32 does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::swap32<Slot>::needs_rdma{std::move(slot_)};
    }

    /// Swaps 64 bits of the peer's memory, and fetches what was there.
    [[gnu::always_inline]] typename wqe::swap64<Slot>::needs_rdma swap64(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::swap64::octowords_before_data <= Slot::max_octowords,
                    "swap64 does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::swap64<Slot>::needs_rdma{std::move(slot_)};
    }

   private:
    Slot slot_;
  };

  class [[nodiscard]] needs_av {
   public:
    explicit needs_av(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    /// The destination of a dynamically connected WQE, as a full address vector.
    [[gnu::always_inline]] needs_verb av(std::uint64_t dc_key, std::uint32_t dctn,
                                         std::array<std::byte, 6> const& rmac,
                                         std::array<std::byte, 16> const& rgid,
                                         std::uint8_t sgid_index, std::uint8_t hop_limit,
                                         std::uint16_t udp_sport) && noexcept {
      slot_.write(av_dc_seg{.dc_key = dc_key,
                            .dqp_dct = dctn,
                            .rlid = udp_sport,
                            .rmac = rmac,
                            .hop_limit = hop_limit,
                            .sgid_index = sgid_index,
                            .rgid = rgid});
      return needs_verb{std::move(slot_)};
    }

    /// The destination of a dynamically connected WQE, as a full address vector.
    [[gnu::always_inline]] needs_verb av(const verbatim::av_dc_seg& segment) && noexcept {
      slot_.write(segment);
      return needs_verb{std::move(slot_)};
    }

    /// Binds a memory window of type 2, which belongs to this QP, to a piece of a memory region.
    [[gnu::always_inline]] typename wqe::bind_mw<Slot>::needs_window bind_mw(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::bind_mw::octowords_before_data <= Slot::max_octowords,
                    "bind_mw does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::bind_mw<Slot>::needs_window{std::move(slot_)};
    }

    /// Binds a memory window of type 1 to a piece of a memory region.
    [[gnu::always_inline]] typename wqe::bind_mw_type1<Slot>::needs_window bind_mw_type1(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::bind_mw_type1::octowords_before_data <= Slot::max_octowords,
                    "bind_mw_type1 does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::bind_mw_type1<Slot>::needs_window{std::move(slot_)};
    }

    /// Gives a memory key its properties, and a list of pieces of which it consists.
    [[gnu::always_inline]] typename wqe::configure_mkey<Slot>::needs_key configure_mkey(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(
          verbatim::dci_roce::configure_mkey::octowords_before_data <= Slot::max_octowords,
          "configure_mkey does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::configure_mkey<Slot>::needs_key{std::move(slot_)};
    }

    /// Gives a memory key its properties, and pieces of memory between which it takes turns.
    [[gnu::always_inline]] typename wqe::configure_mkey_strided<Slot>::needs_key
    configure_mkey_strided(typename Slot::flags flags = {}) && noexcept {
      static_assert(
          verbatim::dci_roce::configure_mkey_strided::octowords_before_data <= Slot::max_octowords,
          "configure_mkey_strided does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::configure_mkey_strided<Slot>::needs_key{std::move(slot_)};
    }

    /// Copies memory within the machine by the device's DMA engine.
    [[gnu::always_inline]] typename wqe::copy<Slot>::needs_result copy(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::copy::octowords_before_data <= Slot::max_octowords,
                    "copy does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::copy<Slot>::needs_result{std::move(slot_)};
    }

    /// Makes a key invalid: that of a memory window, or of a memory key that UMRs may change.
    [[gnu::always_inline]] typename wqe::local_invalidate<Slot>::needs_key local_invalidate(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(
          verbatim::dci_roce::local_invalidate::octowords_before_data <= Slot::max_octowords,
          "local_invalidate does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::local_invalidate<Slot>::needs_key{std::move(slot_)};
    }

    /// Does nothing, but can carry a fence and a completion.
    [[gnu::always_inline]] typename wqe::nop<Slot>::ready nop(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::nop::octowords_before_data <= Slot::max_octowords,
                    "nop does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::nop<Slot>::ready{std::move(slot_)};
    }

    /// Lets a managed receive queue run as far as an index.
    [[gnu::always_inline]] typename wqe::recv_enable<Slot>::needs_queue recv_enable(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::recv_enable::octowords_before_data <= Slot::max_octowords,
                    "recv_enable does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::recv_enable<Slot>::needs_queue{std::move(slot_)};
    }

    /// Lets a managed send queue run as far as an index.
    [[gnu::always_inline]] typename wqe::send_enable<Slot>::needs_queue send_enable(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::send_enable::octowords_before_data <= Slot::max_octowords,
                    "send_enable does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::send_enable<Slot>::needs_queue{std::move(slot_)};
    }

    /// Frees a memory window of type 2 and gives its next key, as a bind of length 0 does.
    [[gnu::always_inline]] typename wqe::unbind_mw<Slot>::needs_window unbind_mw(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::unbind_mw::octowords_before_data <= Slot::max_octowords,
                    "unbind_mw does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::unbind_mw<Slot>::needs_window{std::move(slot_)};
    }

    /// Gives a memory key its properties, and leaves the list of pieces of which it consists as it is.
    [[gnu::always_inline]] typename wqe::update_mkey<Slot>::needs_key update_mkey(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::update_mkey::octowords_before_data <= Slot::max_octowords,
                    "update_mkey does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::update_mkey<Slot>::needs_key{std::move(slot_)};
    }

    /// Waits until a CQ has as many completions.
    [[gnu::always_inline]] typename wqe::wait_cq<Slot>::needs_until wait_cq(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::wait_cq::octowords_before_data <= Slot::max_octowords,
                    "wait_cq does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::wait_cq<Slot>::needs_until{std::move(slot_)};
    }

    /// Waits until 8 bytes of memory have a value.
    [[gnu::always_inline]] typename wqe::wait_data<Slot>::needs_until wait_data(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::wait_data::octowords_before_data <= Slot::max_octowords,
                    "wait_data does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::wait_data<Slot>::needs_until{std::move(slot_)};
    }

    /// Waits until the device's clock shows a time.
    [[gnu::always_inline]] typename wqe::wait_time<Slot>::needs_until wait_time(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::dci_roce::wait_time::octowords_before_data <= Slot::max_octowords,
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
