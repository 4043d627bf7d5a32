// Generated from specs/transports/raw_packet.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <string_view>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim {
namespace builders {

template <class Slot>
struct raw_packet;  // verbatim/generated/transports/raw_packet.hpp

}  // namespace builders

/// Ethernet frames as the program makes them.
///
/// Source: rdma-core providers/mlx5/qp.c, _mlx5_post_send, case IBV_QPT_RAW_PACKET.
struct raw_packet {
  static constexpr std::string_view name = "raw_packet";

  /// Limit of a whole WQE.
  static constexpr unsigned max_octowords = 63;

  /// Limits of dump on this transport; a queue may allow less.
  struct dump {
    static constexpr unsigned octowords_before_data = 2;
    static constexpr unsigned data_offset = 32;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 1;
    static constexpr unsigned max_wqebbs = 1;
  };

  /// Limits of multi_packet on this transport; a queue may allow less.
  struct multi_packet {
    static constexpr unsigned octowords_before_data = 2;
    static constexpr unsigned data_offset = 32;  ///< in bytes
    static constexpr unsigned max_inline = 924;  ///< in bytes
    static constexpr unsigned max_sges = 58;
    static constexpr unsigned max_wqebbs = 15;
  };

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
    static constexpr unsigned octowords_before_data = 2;
    static constexpr unsigned data_offset = 32;  ///< in bytes
    static constexpr unsigned max_inline = 972;  ///< in bytes
    static constexpr unsigned max_sges = 61;
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

  /// Limits of tso on this transport; a queue may allow less.
  struct tso {
    static constexpr unsigned octowords_before_data = 2;
    static constexpr unsigned data_offset = 32;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 61;
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
  using builder = builders::raw_packet<Slot>;
};

}  // namespace verbatim
