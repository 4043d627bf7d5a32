// Generated from specs/transports/xrq_cmd.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <string_view>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim {
namespace builders {

template <class Slot>
struct xrq_cmd;  // verbatim/generated/transports/xrq_cmd.hpp

}  // namespace builders

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

  /// The builders of WQEs on this transport.
  template <class Slot>
  using builder = builders::xrq_cmd<Slot>;
};

}  // namespace verbatim
