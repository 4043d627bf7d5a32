// Generated from specs/transports/xrc.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/segments/xrc_seg.hpp"
#include "verbatim/generated/transport_tags/xrc.hpp"
#include "verbatim/generated/wqes/atomic_cs.hpp"
#include "verbatim/generated/wqes/atomic_fa.hpp"
#include "verbatim/generated/wqes/bind_mw.hpp"
#include "verbatim/generated/wqes/bind_mw_type1.hpp"
#include "verbatim/generated/wqes/cas32.hpp"
#include "verbatim/generated/wqes/configure_mkey.hpp"
#include "verbatim/generated/wqes/configure_mkey_strided.hpp"
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
#include "verbatim/wire/builder_state.hpp"
#include "verbatim/wire/memory.hpp"

namespace verbatim::builders {

/// The type that sq_wqe() returns: the beginning of every WQE that xrc carries.
template <class Slot>
struct xrc {
  static_assert(
      2 <= Slot::max_octowords,
      "what xrc puts in front does not fit into the WQEs of this queue: raise its MaxWqebbs");

  /// write(flags), perhaps imm() next.
  /// Allows imm() or rdma().
  class [[nodiscard]] write_needs_imm_or_rdma
      : public wqe::rdma_write<Slot>::needs_rdma,
        public wqe::rdma_write_imm<Slot>::template begins<write_needs_imm_or_rdma, verbatim::xrc> {
   public:
    using wqe::rdma_write<Slot>::needs_rdma::needs_rdma;
  };

  /// send(flags), perhaps imm() and perhaps invalidate() next.
  /// Allows imm(), invalidate(), sge(), inline_data() or no_data().
  class [[nodiscard]] send_needs_imm_or_invalidate_or_sge_or_inline_data_or_no_data
      : public wqe::send<Slot>::needs_sge_or_inline_data_or_no_data,
        public wqe::send_imm<Slot>::template begins<
            send_needs_imm_or_invalidate_or_sge_or_inline_data_or_no_data, verbatim::xrc>,
        public wqe::send_inval<Slot>::template begins<
            send_needs_imm_or_invalidate_or_sge_or_inline_data_or_no_data, verbatim::xrc> {
   public:
    using wqe::send<Slot>::needs_sge_or_inline_data_or_no_data::needs_sge_or_inline_data_or_no_data;
  };

  /// Allows the verbs, which begin the WQEs that the transport carries.
  class [[nodiscard]] needs_verb
      : public wire::builder_state<Slot>,
        public wqe::atomic_cs<Slot>::template begins<needs_verb, verbatim::xrc>,
        public wqe::atomic_fa<Slot>::template begins<needs_verb, verbatim::xrc>,
        public wqe::cas32<Slot>::template begins<needs_verb, verbatim::xrc>,
        public wqe::fetch_add32<Slot>::template begins<needs_verb, verbatim::xrc>,
        public wqe::fetch_and32<Slot>::template begins<needs_verb, verbatim::xrc>,
        public wqe::fetch_and64<Slot>::template begins<needs_verb, verbatim::xrc>,
        public wqe::fetch_or32<Slot>::template begins<needs_verb, verbatim::xrc>,
        public wqe::fetch_or64<Slot>::template begins<needs_verb, verbatim::xrc>,
        public wqe::fetch_xor32<Slot>::template begins<needs_verb, verbatim::xrc>,
        public wqe::fetch_xor64<Slot>::template begins<needs_verb, verbatim::xrc>,
        public wqe::masked_cas128<Slot>::template begins<needs_verb, verbatim::xrc>,
        public wqe::masked_cas32<Slot>::template begins<needs_verb, verbatim::xrc>,
        public wqe::masked_cas64<Slot>::template begins<needs_verb, verbatim::xrc>,
        public wqe::masked_fetch_add128<Slot>::template begins<needs_verb, verbatim::xrc>,
        public wqe::masked_fetch_add32<Slot>::template begins<needs_verb, verbatim::xrc>,
        public wqe::masked_fetch_add64<Slot>::template begins<needs_verb, verbatim::xrc>,
        public wqe::rdma_read<Slot>::template begins<needs_verb, verbatim::xrc>,
        public wqe::rdma_write<Slot>::template begins<needs_verb, verbatim::xrc,
                                                      write_needs_imm_or_rdma>,
        public wqe::send<Slot>::template begins<
            needs_verb, verbatim::xrc,
            send_needs_imm_or_invalidate_or_sge_or_inline_data_or_no_data>,
        public wqe::swap32<Slot>::template begins<needs_verb, verbatim::xrc>,
        public wqe::swap64<Slot>::template begins<needs_verb, verbatim::xrc> {
   public:
    using wire::builder_state<Slot>::builder_state;
  };

  /// The verbs of WQEs in front of which the transport puts nothing.
  template <class State>
  class bare : public wqe::bind_mw<Slot>::template begins<State, verbatim::xrc>,
               public wqe::bind_mw_type1<Slot>::template begins<State, verbatim::xrc>,
               public wqe::configure_mkey<Slot>::template begins<State, verbatim::xrc>,
               public wqe::configure_mkey_strided<Slot>::template begins<State, verbatim::xrc>,
               public wqe::local_invalidate<Slot>::template begins<State, verbatim::xrc>,
               public wqe::nop<Slot>::template begins<State, verbatim::xrc>,
               public wqe::recv_enable<Slot>::template begins<State, verbatim::xrc>,
               public wqe::send_enable<Slot>::template begins<State, verbatim::xrc>,
               public wqe::unbind_mw<Slot>::template begins<State, verbatim::xrc>,
               public wqe::update_mkey<Slot>::template begins<State, verbatim::xrc>,
               public wqe::wait_cq<Slot>::template begins<State, verbatim::xrc>,
               public wqe::wait_data<Slot>::template begins<State, verbatim::xrc>,
               public wqe::wait_time<Slot>::template begins<State, verbatim::xrc> {};

  /// Allows xrc().
  class [[nodiscard]] needs_xrc : public wire::builder_state<Slot>,
                                  public xrc::template bare<needs_xrc> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// The shared receive queue of the peer that takes an XRC message.
    [[gnu::always_inline]] needs_verb xrc(std::uint32_t srqn) && noexcept {
      this->slot_.write(xrc_seg{.xrc_srqn = srqn});
      return needs_verb{std::move(this->slot_)};
    }
  };

  using start = needs_xrc;
};

}  // namespace verbatim::builders
