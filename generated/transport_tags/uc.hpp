// Generated from specs/transports/uc.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <string_view>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim {
namespace builders {

template <class Slot>
struct uc;  // verbatim/generated/transports/uc.hpp

}  // namespace builders

/// Unreliable connection, one peer, neither acknowledged nor retried.
///
/// Source: rdma-core providers/mlx5/qp.c, _mlx5_post_send, case IBV_QPT_UC.
struct uc {
  static constexpr std::string_view name = "uc";

  /// Limit of a whole WQE.
  static constexpr unsigned max_octowords = 63;

  /// Limits of bind_mw on this transport; a queue may allow less.
  struct bind_mw {
    static constexpr unsigned octowords_before_data = 9;
    static constexpr unsigned data_offset = 144;  ///< in bytes
    static constexpr unsigned max_inline = 0;     ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 3;
  };

  /// Limits of bind_mw_type1 on this transport; a queue may allow less.
  struct bind_mw_type1 {
    static constexpr unsigned octowords_before_data = 9;
    static constexpr unsigned data_offset = 144;  ///< in bytes
    static constexpr unsigned max_inline = 0;     ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 3;
  };

  /// Limits of configure_mkey on this transport; a queue may allow less.
  struct configure_mkey {
    static constexpr unsigned octowords_before_data = 8;
    static constexpr unsigned data_offset = 128;  ///< in bytes
    static constexpr unsigned max_inline = 0;     ///< in bytes
    static constexpr unsigned max_sges = 52;
    static constexpr unsigned max_wqebbs = 15;
  };

  /// Limits of configure_mkey_strided on this transport; a queue may allow less.
  struct configure_mkey_strided {
    static constexpr unsigned octowords_before_data = 9;
    static constexpr unsigned data_offset = 144;  ///< in bytes
    static constexpr unsigned max_inline = 0;     ///< in bytes
    static constexpr unsigned max_sges = 51;
    static constexpr unsigned max_wqebbs = 15;
  };

  /// Limits of local_invalidate on this transport; a queue may allow less.
  struct local_invalidate {
    static constexpr unsigned octowords_before_data = 8;
    static constexpr unsigned data_offset = 128;  ///< in bytes
    static constexpr unsigned max_inline = 0;     ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 2;
  };

  /// Limits of nop on this transport; a queue may allow less.
  struct nop {
    static constexpr unsigned octowords_before_data = 1;
    static constexpr unsigned data_offset = 16;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 1;
  };

  /// Limits of rdma_write on this transport; a queue may allow less.
  struct rdma_write {
    static constexpr unsigned octowords_before_data = 2;
    static constexpr unsigned data_offset = 32;  ///< in bytes
    static constexpr unsigned max_inline = 972;  ///< in bytes
    static constexpr unsigned max_sges = 61;
    static constexpr unsigned max_wqebbs = 16;
  };

  /// Limits of rdma_write_imm on this transport; a queue may allow less.
  struct rdma_write_imm {
    static constexpr unsigned octowords_before_data = 2;
    static constexpr unsigned data_offset = 32;  ///< in bytes
    static constexpr unsigned max_inline = 972;  ///< in bytes
    static constexpr unsigned max_sges = 61;
    static constexpr unsigned max_wqebbs = 16;
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
    static constexpr unsigned octowords_before_data = 1;
    static constexpr unsigned data_offset = 16;  ///< in bytes
    static constexpr unsigned max_inline = 988;  ///< in bytes
    static constexpr unsigned max_sges = 62;
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
    static constexpr unsigned octowords_before_data = 1;
    static constexpr unsigned data_offset = 16;  ///< in bytes
    static constexpr unsigned max_inline = 988;  ///< in bytes
    static constexpr unsigned max_sges = 62;
    static constexpr unsigned max_wqebbs = 16;
  };

  /// Limits of send_inval on this transport; a queue may allow less.
  struct send_inval {
    static constexpr unsigned octowords_before_data = 1;
    static constexpr unsigned data_offset = 16;  ///< in bytes
    static constexpr unsigned max_inline = 988;  ///< in bytes
    static constexpr unsigned max_sges = 62;
    static constexpr unsigned max_wqebbs = 16;
  };

  /// Limits of unbind_mw on this transport; a queue may allow less.
  struct unbind_mw {
    static constexpr unsigned octowords_before_data = 8;
    static constexpr unsigned data_offset = 128;  ///< in bytes
    static constexpr unsigned max_inline = 0;     ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 2;
  };

  /// Limits of update_mkey on this transport; a queue may allow less.
  struct update_mkey {
    static constexpr unsigned octowords_before_data = 8;
    static constexpr unsigned data_offset = 128;  ///< in bytes
    static constexpr unsigned max_inline = 0;     ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 4;
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
  using builder = builders::uc<Slot>;
};

}  // namespace verbatim
