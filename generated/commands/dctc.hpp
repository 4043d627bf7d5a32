// Generated from specs/commands/queue_pairs/dctc.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The context of a DCT, the end of DC that receives. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_dctc_bits.
struct dctc {
  /// Size in bytes.
  static constexpr std::size_t size = 0x40;

  /// State, 0 for active, 1 for draining and 2 for drained.
  static constexpr wire::mailbox_field<dctc> state{0x004, 4, "state"};

  /// Number that CQEs carry in place of the DCT's.
  static constexpr wire::mailbox_field<dctc> user_index{0x028, 24, "user_index"};

  /// CQ of all received messages.
  static constexpr wire::mailbox_field<dctc> cqn{0x048, 24, "cqn"};

  /// Widest atomics that a peer may request.
  static constexpr wire::mailbox_field<dctc> atomic_mode{0x068, 4, "atomic_mode"};

  /// 1 if peers may READ.
  static constexpr wire::mailbox_field<dctc> rre{0x06c, 1, "rre"};

  /// 1 if peers may WRITE.
  static constexpr wire::mailbox_field<dctc> rwe{0x06d, 1, "rwe"};

  /// 1 if peers may use atomics.
  static constexpr wire::mailbox_field<dctc> rae{0x06e, 1, "rae"};

  /// Payload that the CQE of a receive takes, 2 for 64 bytes and 0 for none.
  static constexpr wire::mailbox_field<dctc> cs_res{0x088, 8, "cs_res"};

  /// Time that a peer waits when this side is not ready, as in ibv_qp_attr.
  static constexpr wire::mailbox_field<dctc> min_rnr_nak{0x093, 5, "min_rnr_nak"};

  /// Number of the shared receive queue.
  static constexpr wire::mailbox_field<dctc> srqn_xrqn{0x0a8, 24, "srqn_xrqn"};

  /// Protection domain.
  static constexpr wire::mailbox_field<dctc> pd{0x0c8, 24, "pd"};

  /// Traffic class of the global route header of answers.
  static constexpr wire::mailbox_field<dctc> tclass{0x0e0, 8, "tclass"};

  /// Flow label of the global route header of answers.
  static constexpr wire::mailbox_field<dctc> flow_label{0x0ec, 20, "flow_label"};

  /// Key that requests must carry.
  static constexpr wire::mailbox_field<dctc, std::uint64_t> dc_access_key{0x100, 64,
                                                                          "dc_access_key"};

  /// Path MTU, as in ibv_mtu.
  static constexpr wire::mailbox_field<dctc> mtu{0x145, 3, "mtu"};

  /// The port.
  static constexpr wire::mailbox_field<dctc> port{0x148, 8, "port"};

  /// Index into the port's table of partition keys.
  static constexpr wire::mailbox_field<dctc> pkey_index{0x150, 16, "pkey_index"};

  /// Index into the port's table of GIDs.
  static constexpr wire::mailbox_field<dctc> my_addr_index{0x168, 8, "my_addr_index"};

  /// Hop limit of the global route header of answers.
  static constexpr wire::mailbox_field<dctc> hop_limit{0x178, 8, "hop_limit"};
};

}  // namespace verbatim::firmware
