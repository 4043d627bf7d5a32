// Generated from specs/transports/uc.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
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
#include "verbatim/wire/builder_state.hpp"
#include "verbatim/wire/memory.hpp"

namespace verbatim::builders {

/// The type that sq_wqe() returns: the beginning of every WQE that uc carries.
template <class Slot>
struct uc {
  /// write(flags), perhaps imm() next.
  /// Allows imm() or rdma().
  class [[nodiscard]] write_needs_imm_or_rdma
      : public wqe::rdma_write<Slot>::needs_rdma,
        public wqe::rdma_write_imm<Slot>::template begins<write_needs_imm_or_rdma, verbatim::uc> {
   public:
    using wqe::rdma_write<Slot>::needs_rdma::needs_rdma;
  };

  /// send(flags), perhaps imm() and perhaps invalidate() next.
  /// Allows imm(), invalidate(), sge(), inline_data() or no_data().
  class [[nodiscard]] send_needs_imm_or_invalidate_or_sge_or_inline_data_or_no_data
      : public wqe::send<Slot>::needs_sge_or_inline_data_or_no_data,
        public wqe::send_imm<Slot>::template begins<
            send_needs_imm_or_invalidate_or_sge_or_inline_data_or_no_data, verbatim::uc>,
        public wqe::send_inval<Slot>::template begins<
            send_needs_imm_or_invalidate_or_sge_or_inline_data_or_no_data, verbatim::uc> {
   public:
    using wqe::send<Slot>::needs_sge_or_inline_data_or_no_data::needs_sge_or_inline_data_or_no_data;
  };

  /// Allows the verbs, which begin the WQEs that the transport carries.
  class [[nodiscard]] needs_verb
      : public wire::builder_state<Slot>,
        public wqe::bind_mw<Slot>::template begins<needs_verb, verbatim::uc>,
        public wqe::bind_mw_type1<Slot>::template begins<needs_verb, verbatim::uc>,
        public wqe::configure_mkey<Slot>::template begins<needs_verb, verbatim::uc>,
        public wqe::configure_mkey_strided<Slot>::template begins<needs_verb, verbatim::uc>,
        public wqe::local_invalidate<Slot>::template begins<needs_verb, verbatim::uc>,
        public wqe::nop<Slot>::template begins<needs_verb, verbatim::uc>,
        public wqe::rdma_write<Slot>::template begins<needs_verb, verbatim::uc,
                                                      write_needs_imm_or_rdma>,
        public wqe::recv_enable<Slot>::template begins<needs_verb, verbatim::uc>,
        public wqe::send<Slot>::template begins<
            needs_verb, verbatim::uc,
            send_needs_imm_or_invalidate_or_sge_or_inline_data_or_no_data>,
        public wqe::send_enable<Slot>::template begins<needs_verb, verbatim::uc>,
        public wqe::unbind_mw<Slot>::template begins<needs_verb, verbatim::uc>,
        public wqe::update_mkey<Slot>::template begins<needs_verb, verbatim::uc>,
        public wqe::wait_cq<Slot>::template begins<needs_verb, verbatim::uc>,
        public wqe::wait_data<Slot>::template begins<needs_verb, verbatim::uc>,
        public wqe::wait_time<Slot>::template begins<needs_verb, verbatim::uc> {
   public:
    using wire::builder_state<Slot>::builder_state;
  };

  using start = needs_verb;
};

}  // namespace verbatim::builders
