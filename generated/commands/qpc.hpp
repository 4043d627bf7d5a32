// Generated from specs/commands/queue_pairs/qpc.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/commands/ads.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The context of a queue pair. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_qpc_bits.
struct qpc {
  /// Size in bytes.
  static constexpr std::size_t size = 0xe8;

  /// State, whose numbers 4 and 5 are swapped compared with libibverbs.
  static constexpr wire::mailbox_field<qpc> state{0x000, 4, "state"};

  /// Port of a bond that packets leave by, or 0.
  static constexpr wire::mailbox_field<qpc> lag_tx_port_affinity{0x004, 4, "lag_tx_port_affinity"};

  /// Service type, 0 for RC, 1 for UC and 5 for DCI.
  static constexpr wire::mailbox_field<qpc> st{0x008, 8, "st"};

  /// State of path migration, 3 for migrated.
  static constexpr wire::mailbox_field<qpc> pm_state{0x013, 2, "pm_state"};

  /// 1 if sending stops at an error of a signature.
  static constexpr wire::mailbox_field<qpc> drain_sigerr{0x025, 1, "drain_sigerr"};

  /// Protection domain.
  static constexpr wire::mailbox_field<qpc> pd{0x028, 24, "pd"};

  /// Path MTU, as in ibv_mtu.
  static constexpr wire::mailbox_field<qpc> mtu{0x040, 3, "mtu"};

  /// Longest message, as the exponent of a power of two.
  static constexpr wire::mailbox_field<qpc> log_msg_max{0x043, 5, "log_msg_max"};

  /// Number of receive WQEs, as the exponent of a power of two.
  static constexpr wire::mailbox_field<qpc> log_rq_size{0x049, 4, "log_rq_size"};

  /// Size of a receive WQE in units of 16 bytes, as the exponent of a power of two.
  static constexpr wire::mailbox_field<qpc> log_rq_stride{0x04d, 3, "log_rq_stride"};

  /// 1 if there is no send queue.
  static constexpr wire::mailbox_field<qpc> no_sq{0x050, 1, "no_sq"};

  /// Number of send WQEBBs, as the exponent of a power of two.
  static constexpr wire::mailbox_field<qpc> log_sq_size{0x051, 4, "log_sq_size"};

  /// Page of doorbell registers.
  static constexpr wire::mailbox_field<qpc> uar_page{0x068, 24, "uar_page"};

  /// Number that CQEs carry in place of the queue pair's.
  static constexpr wire::mailbox_field<qpc> user_index{0x088, 24, "user_index"};

  /// Queue pair of the peer.
  static constexpr wire::mailbox_field<qpc> remote_qpn{0x0a8, 24, "remote_qpn"};

  /// Path to the peer.
  static constexpr wire::mailbox_part<qpc, firmware::ads> primary_address_path{
      0x0c0, "primary_address_path"};

  /// Number of packets after which an acknowledgement is asked for, as the exponent of a power of two.
  static constexpr wire::mailbox_field<qpc> log_ack_req_freq{0x380, 4, "log_ack_req_freq"};

  /// Most READs and atomics under way as requester, as the exponent of a power of two.
  static constexpr wire::mailbox_field<qpc> log_sra_max{0x388, 3, "log_sra_max"};

  /// Number of times a packet is sent again without an answer.
  static constexpr wire::mailbox_field<qpc> retry_count{0x38d, 3, "retry_count"};

  /// Number of times a packet is sent again while the peer is not ready.
  static constexpr wire::mailbox_field<qpc> rnr_retry{0x390, 3, "rnr_retry"};

  /// Packet sequence number of the next packet sent.
  static constexpr wire::mailbox_field<qpc> next_send_psn{0x3c8, 24, "next_send_psn"};

  /// Streams of a DCI, as the exponent of a power of two; 0 for none.
  static constexpr wire::mailbox_field<qpc> log_num_dci_stream_channels{
      0x3e3, 5, "log_num_dci_stream_channels"};

  /// CQ of the send queue.
  static constexpr wire::mailbox_field<qpc> cqn_snd{0x3e8, 24, "cqn_snd"};

  /// Streams whose failure is that of the DCI, as the exponent of a power of two.
  static constexpr wire::mailbox_field<qpc> log_num_dci_errored_streams{
      0x403, 5, "log_num_dci_errored_streams"};

  /// Most READs and atomics under way as responder, as the exponent of a power of two.
  static constexpr wire::mailbox_field<qpc> log_rra_max{0x488, 3, "log_rra_max"};

  /// Widest atomics that the peer may request.
  static constexpr wire::mailbox_field<qpc> atomic_mode{0x48c, 4, "atomic_mode"};

  /// 1 if the peer may READ.
  static constexpr wire::mailbox_field<qpc> rre{0x490, 1, "rre"};

  /// 1 if the peer may WRITE.
  static constexpr wire::mailbox_field<qpc> rwe{0x491, 1, "rwe"};

  /// 1 if the peer may use atomics.
  static constexpr wire::mailbox_field<qpc> rae{0x492, 1, "rae"};

  /// 1 if other queues enable the receive queue.
  static constexpr wire::mailbox_field<qpc> cd_slave_receive{0x49d, 1, "cd_slave_receive"};

  /// 1 if other queues enable the send queue.
  static constexpr wire::mailbox_field<qpc> cd_slave_send{0x49e, 1, "cd_slave_send"};

  /// 1 if its WQEs wait for other queues and enable them.
  static constexpr wire::mailbox_field<qpc> cd_master{0x49f, 1, "cd_master"};

  /// Time that a peer waits when this side is not ready, as in ibv_qp_attr.
  static constexpr wire::mailbox_field<qpc> min_rnr_nak{0x4a3, 5, "min_rnr_nak"};

  /// Packet sequence number of the next packet received.
  static constexpr wire::mailbox_field<qpc> next_rcv_psn{0x4a8, 24, "next_rcv_psn"};

  /// CQ of the receive queue.
  static constexpr wire::mailbox_field<qpc> cqn_rcv{0x4e8, 24, "cqn_rcv"};

  /// Address of the doorbell record, or its offset in dbr_umem_id.
  static constexpr wire::mailbox_field<qpc, std::uint64_t> dbr_addr{0x500, 64, "dbr_addr"};

  /// Kind of receive queue, 0 for its own, 1 for an SRQ, 3 for none.
  static constexpr wire::mailbox_field<qpc> rq_type{0x565, 3, "rq_type"};

  /// Number of the shared receive queue.
  static constexpr wire::mailbox_field<qpc> srqn_rmpn_xrqn{0x568, 24, "srqn_rmpn_xrqn"};

  /// WQEBB from which the device goes on.
  static constexpr wire::mailbox_field<qpc> hw_sq_wqebb_counter{0x5a0, 16, "hw_sq_wqebb_counter"};

  /// Payload that the CQE of a send takes, a code in each half; 0 for none.
  static constexpr wire::mailbox_field<qpc> cs_req{0x630, 8, "cs_req"};

  /// Payload that the CQE of a receive takes, as a code; 0 for none.
  static constexpr wire::mailbox_field<qpc> cs_res{0x638, 8, "cs_res"};

  /// 1 if dbr_umem_id is used.
  static constexpr wire::mailbox_field<qpc> dbr_umem_valid{0x683, 1, "dbr_umem_valid"};

  /// User memory of the doorbell record.
  static constexpr wire::mailbox_field<qpc> dbr_umem_id{0x720, 32, "dbr_umem_id"};
};

}  // namespace verbatim::firmware
