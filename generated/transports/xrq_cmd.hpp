// Generated from specs/transports/xrq_cmd.yaml by codegen. Do not edit: `meson compile -C build generate`.
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

namespace verbatim::builders {

/// The type that sq_wqe() returns: the beginning of every WQE that xrq_cmd carries.
template <class Slot>
struct xrq_cmd {
  class [[nodiscard]] needs_verb {
   public:
    explicit needs_verb(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    /// Does nothing, but can carry a fence and a completion.
    [[gnu::always_inline]] typename wqe::nop<Slot>::ready nop(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::xrq_cmd::nop::octowords_before_data <= Slot::max_octowords,
                    "nop does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::nop<Slot>::ready{std::move(slot_)};
    }

    /// Puts a tag and its buffer at the end of the list.
    [[gnu::always_inline]] typename wqe::tag_append<Slot>::needs_tag tag_append(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::xrq_cmd::tag_append::octowords_before_data <= Slot::max_octowords,
                    "tag_append does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::tag_append<Slot>::needs_tag{std::move(slot_)};
    }

    /// Takes a tag out of the list.
    [[gnu::always_inline]] typename wqe::tag_remove<Slot>::needs_tag tag_remove(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::xrq_cmd::tag_remove::octowords_before_data <= Slot::max_octowords,
                    "tag_remove does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::tag_remove<Slot>::needs_tag{std::move(slot_)};
    }

    /// Tells the device how many unexpected messages have been taken.
    [[gnu::always_inline]] typename wqe::tag_sync<Slot>::needs_count tag_sync(
        typename Slot::flags flags = {}) && noexcept {
      static_assert(verbatim::xrq_cmd::tag_sync::octowords_before_data <= Slot::max_octowords,
                    "tag_sync does not fit into the WQEs of this queue: raise its MaxWqebbs");
      slot_.begin(flags);
      return typename wqe::tag_sync<Slot>::needs_count{std::move(slot_)};
    }

   private:
    Slot slot_;
  };

  using start = needs_verb;
};

}  // namespace verbatim::builders
