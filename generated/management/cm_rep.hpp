// Generated from specs/management/connections/cm_rep.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// REP: accepts a connection. Source: InfiniBand Architecture Specification vol. 1, 12.6.8; Linux
/// include/rdma/ibta_vol1_c12.h, CM_REP_*.
struct cm_rep {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x13;

  /// Size in bytes.
  static constexpr std::size_t size = 0xe8;

  /// The sender's number of the connection.
  static constexpr wire::mailbox_field<cm_rep> local_comm_id{0x000, 32, "local_comm_id"};

  /// The receiver's number of the connection.
  static constexpr wire::mailbox_field<cm_rep> remote_comm_id{0x020, 32, "remote_comm_id"};

  /// Q_Key of the sender, of RD.
  static constexpr wire::mailbox_field<cm_rep> local_q_key{0x040, 32, "local_q_key"};

  /// Queue pair of the sender.
  static constexpr wire::mailbox_field<cm_rep> local_qpn{0x060, 24, "local_qpn"};

  /// Vendor of the ECE: the upper byte.
  static constexpr wire::mailbox_field<cm_rep> vendor_id_h{0x078, 8, "vendor_id_h"};

  /// End-to-end context of the sender, of RD.
  static constexpr wire::mailbox_field<cm_rep> local_ee_context_number{0x080, 24,
                                                                       "local_ee_context_number"};

  /// The byte between.
  static constexpr wire::mailbox_field<cm_rep> vendor_id_m{0x098, 8, "vendor_id_m"};

  /// PSN with which the sender begins.
  static constexpr wire::mailbox_field<cm_rep> starting_psn{0x0a0, 24, "starting_psn"};

  /// The lower byte.
  static constexpr wire::mailbox_field<cm_rep> vendor_id_l{0x0b8, 8, "vendor_id_l"};

  /// READs and atomics that the sender can answer at once.
  static constexpr wire::mailbox_field<cm_rep> responder_resources{0x0c0, 8, "responder_resources"};

  /// READs and atomics that the sender will have on their way.
  static constexpr wire::mailbox_field<cm_rep> initiator_depth{0x0c8, 8, "initiator_depth"};

  /// Time that acknowledgements take, as an exponent.
  static constexpr wire::mailbox_field<cm_rep> target_ack_delay{0x0d0, 5, "target_ack_delay"};

  /// Result for the alternate path.
  static constexpr wire::mailbox_field<cm_rep> failover_accepted{0x0d5, 2, "failover_accepted"};

  /// 1 if the sender has credits.
  static constexpr wire::mailbox_field<cm_rep> end_to_end_flow_control{0x0d7, 1,
                                                                       "end_to_end_flow_control"};

  /// Repetitions after RNR NAKs, 7 for ever.
  static constexpr wire::mailbox_field<cm_rep> rnr_retry_count{0x0d8, 3, "rnr_retry_count"};

  /// 1 if the sender's queue pair has a shared receive queue.
  static constexpr wire::mailbox_field<cm_rep> srq{0x0db, 1, "srq"};

  /// GUID of the sender's node.
  static constexpr wire::mailbox_field<cm_rep, std::uint64_t> local_ca_guid{0x0e0, 64,
                                                                            "local_ca_guid"};

  /// Bytes of the programs.
  static constexpr wire::mailbox_bytes<cm_rep, 196> private_data{0x120};
};

}  // namespace verbatim::management
