// Generated from specs/transports/xrq_cmd.yaml by codegen. Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "verbatim/generated/wqes/nop.hpp"
#include "verbatim/generated/wqes/tag_append.hpp"
#include "verbatim/generated/wqes/tag_remove.hpp"
#include "verbatim/generated/wqes/tag_sync.hpp"

namespace verbatim {

/// The command queue of a tag-matching SRQ, on which its list of tags is changed.
///
/// Source: rdma-core providers/mlx5/qp.c, mlx5_post_srq_ops.
struct xrq_cmd {
  static constexpr std::string_view name = "xrq_cmd";

  /// Limit of a whole WQE.
  static constexpr unsigned max_octowords = 63;

  /// Limits of nop on this transport; a queue may allow less.
  struct nop {
    static constexpr unsigned octowords_before_data = 1;
    static constexpr unsigned data_offset = 16;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 1;
  };

  /// Limits of tag_append on this transport; a queue may allow less.
  struct tag_append {
    static constexpr unsigned octowords_before_data = 4;
    static constexpr unsigned data_offset = 64;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 1;
    static constexpr unsigned max_wqebbs = 1;
  };

  /// Limits of tag_remove on this transport; a queue may allow less.
  struct tag_remove {
    static constexpr unsigned octowords_before_data = 3;
    static constexpr unsigned data_offset = 48;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 1;
  };

  /// Limits of tag_sync on this transport; a queue may allow less.
  struct tag_sync {
    static constexpr unsigned octowords_before_data = 3;
    static constexpr unsigned data_offset = 48;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 1;
  };

  /// What sq_wqe() gives: the beginning of every WQE that this transport carries.
  template <class Slot>
  struct builder {
    class [[nodiscard]] needs_verb {
     public:
      explicit needs_verb(Slot&& slot) noexcept : slot_(std::move(slot)) {}

      /// Does nothing, but can carry a fence and a completion.
      [[gnu::always_inline]] typename wqe::nop<Slot>::ready nop(
          typename Slot::flags flags = {}) && noexcept {
        static_assert(xrq_cmd::nop::octowords_before_data <= Slot::max_octowords,
                      "nop does not fit into the WQEs of this queue: raise its MaxWqebbs");
        slot_.begin(flags);
        return typename wqe::nop<Slot>::ready{std::move(slot_)};
      }

      /// Puts a tag and its buffer at the end of the list.
      [[gnu::always_inline]] typename wqe::tag_append<Slot>::needs_tag tag_append(
          typename Slot::flags flags = {}) && noexcept {
        static_assert(xrq_cmd::tag_append::octowords_before_data <= Slot::max_octowords,
                      "tag_append does not fit into the WQEs of this queue: raise its MaxWqebbs");
        slot_.begin(flags);
        return typename wqe::tag_append<Slot>::needs_tag{std::move(slot_)};
      }

      /// Takes a tag out of the list.
      [[gnu::always_inline]] typename wqe::tag_remove<Slot>::needs_tag tag_remove(
          typename Slot::flags flags = {}) && noexcept {
        static_assert(xrq_cmd::tag_remove::octowords_before_data <= Slot::max_octowords,
                      "tag_remove does not fit into the WQEs of this queue: raise its MaxWqebbs");
        slot_.begin(flags);
        return typename wqe::tag_remove<Slot>::needs_tag{std::move(slot_)};
      }

      /// Tells the device how many unexpected messages have been taken.
      [[gnu::always_inline]] typename wqe::tag_sync<Slot>::needs_count tag_sync(
          typename Slot::flags flags = {}) && noexcept {
        static_assert(xrq_cmd::tag_sync::octowords_before_data <= Slot::max_octowords,
                      "tag_sync does not fit into the WQEs of this queue: raise its MaxWqebbs");
        slot_.begin(flags);
        return typename wqe::tag_sync<Slot>::needs_count{std::move(slot_)};
      }

     private:
      Slot slot_;
    };

    using start = needs_verb;
  };
};

}  // namespace verbatim
