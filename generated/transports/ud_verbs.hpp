// Generated from specs/transports/ by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include "verbatim/generated/wqes/nop.hpp"
#include "verbatim/generated/wqes/recv_enable.hpp"
#include "verbatim/generated/wqes/send.hpp"
#include "verbatim/generated/wqes/send_enable.hpp"
#include "verbatim/generated/wqes/send_imm.hpp"
#include "verbatim/generated/wqes/wait_cq.hpp"
#include "verbatim/generated/wqes/wait_data.hpp"
#include "verbatim/generated/wqes/wait_time.hpp"
#include "verbatim/wire/builder_state.hpp"

namespace verbatim::builders {

/// The verbs of ud, ud_compact, ud_roce, which carry the same WQEs.
template <class Slot, class Transport>
struct ud_verbs {
  /// send(flags), perhaps imm() next.
  /// Allows imm(), sge(), inline_data() or no_data().
  class [[nodiscard]] send_needs_imm_or_sge_or_inline_data_or_no_data
      : public wqe::send<Slot>::needs_sge_or_inline_data_or_no_data,
        public wqe::send_imm<Slot>::template begins<send_needs_imm_or_sge_or_inline_data_or_no_data,
                                                    Transport> {
   public:
    using wqe::send<Slot>::needs_sge_or_inline_data_or_no_data::needs_sge_or_inline_data_or_no_data;
  };

  /// Allows the verbs, which begin the WQEs that the transport carries.
  class [[nodiscard]] needs_verb
      : public wire::builder_state<Slot>,
        public wqe::send<Slot>::template begins<needs_verb, Transport,
                                                send_needs_imm_or_sge_or_inline_data_or_no_data> {
   public:
    using wire::builder_state<Slot>::builder_state;
  };

  /// The verbs of WQEs in front of which the transport puts nothing.
  template <class State>
  class bare : public wqe::nop<Slot>::template begins<State, Transport>,
               public wqe::recv_enable<Slot>::template begins<State, Transport>,
               public wqe::send_enable<Slot>::template begins<State, Transport>,
               public wqe::wait_cq<Slot>::template begins<State, Transport>,
               public wqe::wait_data<Slot>::template begins<State, Transport>,
               public wqe::wait_time<Slot>::template begins<State, Transport> {};
};

}  // namespace verbatim::builders
