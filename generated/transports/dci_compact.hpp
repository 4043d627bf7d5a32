// Generated from specs/transports/dci_compact.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/segments/av_dc_compact_seg.hpp"
#include "verbatim/generated/transport_tags/dci_compact.hpp"
#include "verbatim/generated/transports/dci_verbs.hpp"
#include "verbatim/wire/builder_state.hpp"
#include "verbatim/wire/memory.hpp"
#include "verbatim/wire/prepared.hpp"

namespace verbatim::builders {

/// The type that sq_wqe() returns: the beginning of every WQE that dci_compact carries.
template <class Slot>
struct dci_compact : dci_verbs<Slot, verbatim::dci_compact> {
  static_assert(2 <= Slot::max_octowords,
                "what dci_compact puts in front does not fit into the WQEs of this queue: raise "
                "its MaxWqebbs");

  using typename dci_verbs<Slot, verbatim::dci_compact>::needs_verb;

  /// Allows av().
  class [[nodiscard]] needs_av : public wire::builder_state<Slot>,
                                 public dci_compact::template bare<needs_av> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// The destination of a dynamically connected WQE within the subnet, as a compact address vector.
    [[gnu::always_inline]] needs_verb av(std::uint64_t dc_key, std::uint32_t dctn,
                                         std::uint16_t dlid) && noexcept {
      this->slot_.write(av_dc_compact_seg{.dc_key = dc_key, .dqp_dct = dctn, .rlid = dlid});
      return needs_verb{std::move(this->slot_)};
    }

    /// The destination of a dynamically connected WQE within the subnet, as a compact address vector.
    [[gnu::always_inline]] needs_verb av(const verbatim::av_dc_compact_seg& segment) && noexcept {
      this->slot_.write(segment);
      return needs_verb{std::move(this->slot_)};
    }

    /// The same, prepared before.
    [[gnu::always_inline]] needs_verb av(
        const wire::prepared<verbatim::av_dc_compact_seg>& segment) && noexcept {
      this->slot_.write(segment);
      return needs_verb{std::move(this->slot_)};
    }
  };

  using start = needs_av;
};

}  // namespace verbatim::builders
