// Generated from specs/transports/ud_roce.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <string_view>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim {
namespace builders {

template <class Slot>
struct ud_roce;  // verbatim/generated/transports/ud_roce.hpp

}  // namespace builders

/// Unreliable datagrams over RoCE, each to its own peer.
///
/// Source: rdma-core providers/mlx5/verbs.c, mlx5_create_ah, RoCE.
struct ud_roce {
  static constexpr std::string_view name = "ud_roce";

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

  /// Limits of recv_enable on this transport; a queue may allow less.
  struct recv_enable {
    static constexpr unsigned octowords_before_data = 2;
    static constexpr unsigned data_offset = 32;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 1;
  };

  /// Limits of send on this transport; a queue may allow less.
  struct send {
    static constexpr unsigned octowords_before_data = 4;
    static constexpr unsigned data_offset = 64;  ///< in bytes
    static constexpr unsigned max_inline = 940;  ///< in bytes
    static constexpr unsigned max_sges = 59;
    static constexpr unsigned max_wqebbs = 16;
  };

  /// Limits of send_enable on this transport; a queue may allow less.
  struct send_enable {
    static constexpr unsigned octowords_before_data = 2;
    static constexpr unsigned data_offset = 32;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 1;
  };

  /// Limits of send_imm on this transport; a queue may allow less.
  struct send_imm {
    static constexpr unsigned octowords_before_data = 4;
    static constexpr unsigned data_offset = 64;  ///< in bytes
    static constexpr unsigned max_inline = 940;  ///< in bytes
    static constexpr unsigned max_sges = 59;
    static constexpr unsigned max_wqebbs = 16;
  };

  /// Limits of wait_cq on this transport; a queue may allow less.
  struct wait_cq {
    static constexpr unsigned octowords_before_data = 2;
    static constexpr unsigned data_offset = 32;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 1;
  };

  /// Limits of wait_data on this transport; a queue may allow less.
  struct wait_data {
    static constexpr unsigned octowords_before_data = 3;
    static constexpr unsigned data_offset = 48;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 1;
  };

  /// Limits of wait_time on this transport; a queue may allow less.
  struct wait_time {
    static constexpr unsigned octowords_before_data = 3;
    static constexpr unsigned data_offset = 48;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 1;
  };

  /// The builders of WQEs on this transport.
  template <class Slot>
  using builder = builders::ud_roce<Slot>;
};

}  // namespace verbatim
