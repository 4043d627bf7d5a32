// Generated from specs/transports/xrq_cmd.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/transport_tags/xrq_cmd.hpp"
#include "verbatim/generated/wqes/nop.hpp"
#include "verbatim/generated/wqes/tag_append.hpp"
#include "verbatim/generated/wqes/tag_remove.hpp"
#include "verbatim/generated/wqes/tag_sync.hpp"
#include "verbatim/wire/builder_state.hpp"
#include "verbatim/wire/memory.hpp"

namespace verbatim::builders {

/// The type that sq_wqe() returns: the beginning of every WQE that xrq_cmd carries.
template <class Slot>
struct xrq_cmd {
  /// Allows the verbs, which begin the WQEs that the transport carries.
  class [[nodiscard]] needs_verb
      : public wire::builder_state<Slot>,
        public wqe::nop<Slot>::template begins<needs_verb, verbatim::xrq_cmd>,
        public wqe::tag_append<Slot>::template begins<needs_verb, verbatim::xrq_cmd>,
        public wqe::tag_remove<Slot>::template begins<needs_verb, verbatim::xrq_cmd>,
        public wqe::tag_sync<Slot>::template begins<needs_verb, verbatim::xrq_cmd> {
   public:
    using wire::builder_state<Slot>::builder_state;
  };

  using start = needs_verb;
};

}  // namespace verbatim::builders
