// The attributes of a queue pair, for making it and for the steps to RTS.
#pragma once

#include <cstdint>
#include <optional>

#include "verbatim/generated/enums.hpp"
#include "verbatim/verbs/memory/access.hpp"
#include "verbatim/verbs/values/link_values.hpp"
#include "verbatim/verbs/values/timers.hpp"

namespace verbatim {

namespace verbs {

/// The number of streams of a DCI, with the names of mlx5dv_dci_streams.
struct dci_stream_attributes {
  std::uint8_t log_num_concurent = 3;  ///< the log2 of the number of streams
  std::uint8_t log_num_errored = 2;    ///< the log2 of the number of streams that may fail before
                                       ///< the DCI fails
};

}  // namespace verbs

/// The attributes of a queue pair that posts directly. The device may round capacities up.
struct qp_attributes {
  std::uint32_t max_send_wqebbs = 256;  ///< 64 bytes each; a WQE takes one or more
  std::uint32_t max_recv_wr = 256;      ///< receive WQEs
  std::uint32_t max_recv_sge = 1;       ///< SGEs of one receive WQE
  std::uint8_t port = 1;                ///< the port on which it sends and receives

  /// True if short payloads of receives, READs and atomics may come in the CQE, on RC, UC and DCI:
  /// up to 32 bytes, or 64 in CQEs of 128 bytes. A poll copies them to their buffers. It saves the
  /// device a write, but costs the program the copy.
  bool scatter_to_cqe = false;

  /// For a qp with wqe_table::ordered_few: the most signaled send WQEs at a time. While there are so
  /// many, every WQE is refused with post_error::queue_full. 0: as many as the ring has WQEBBs.
  std::uint32_t max_send_signaled = 0;

  verbs::dci_stream_attributes dci_streams = {};  ///< for a DCI with dci_streams::used

  /// The index in the port's GID table of the address for peers. Default: the GID that most peers
  /// can reach.
  std::optional<std::uint16_t> gid_index = std::nullopt;
};

// In the structures below, a member that is not set has the default in its comment.

/// The part of an address vector that does not come from the peer.
struct path_attributes {
  std::uint8_t port = 1;  ///< not used for queue pairs, which have their own port
  std::optional<std::uint16_t> gid_index = std::nullopt;  ///< as in qp_attributes
  std::uint8_t sl = 0;                                    ///< service level
  bool is_global = false;                                 ///< a GRH even if the LID is enough
  std::uint8_t hop_limit = 64;                            ///< in the GRH
  std::uint8_t traffic_class = 0;                         ///< in the GRH
  std::uint32_t flow_label = 0;                           ///< in the GRH, 20 bits
  std::uint8_t src_path_bits = 0;                         ///< the lowest bits of this end's LID
  rate static_rate = rate();                              ///< packets are sent no faster than this
};

/// The attributes of the change from RESET to INIT.
struct init_attributes {
  /// The access rights of the peer. Default: all rights that the transport supports.
  std::optional<access> qp_access_flags = std::nullopt;
  std::uint16_t pkey_index = 0;  ///< the index in the port's P_Key table
};

/// The attributes of the change from INIT to RTR.
struct rtr_attributes {
  /// The path MTU. Default: the largest that both ports support.
  std::optional<mtu> path_mtu = std::nullopt;

  /// RC: the most READs and atomics that are served at a time. Default: the device's
  /// max_qp_rd_atom.
  std::optional<std::uint8_t> max_dest_rd_atomic = std::nullopt;

  /// RC: the time for which a sender waits if no receive is posted here. Default: 0.64 ms.
  std::optional<rnr_timer> min_rnr_timer = std::nullopt;

  /// The path to the peer, apart from the peer's address.
  path_attributes path = {};
};

/// The attributes of the change from RTR to RTS.
struct rts_attributes {
  /// The number of the first packet, 24 bits. Default: the one in address(), which the peer knows.
  std::optional<std::uint32_t> sq_psn = std::nullopt;

  /// RC: the time to wait for an acknowledgement. Default: ack_timeout(14), which is 67 ms.
  std::optional<ack_timeout> timeout = std::nullopt;

  /// RC: the number of retries without an acknowledgement. Default: 7.
  std::optional<std::uint8_t> retry_cnt = std::nullopt;

  /// RC: the number of retries if the peer has no receive posted. Default: 7, which means no limit.
  std::optional<rnr_retry_count> rnr_retry = std::nullopt;

  /// RC: the most outstanding READs and atomics. Default: the most that both devices support.
  std::optional<std::uint8_t> max_rd_atomic = std::nullopt;
};

/// The attributes of unconnected queue pairs. Attributes that a transport does not use are ignored.
struct activate_attributes {
  std::uint16_t pkey_index = 0;  ///< the index in the port's P_Key table

  /// UD: the Q_Key that datagrams must carry. Setting its highest bit needs a privilege.
  std::uint32_t qkey = 0x11111111;

  /// DC: the path MTU. Default: the port's active MTU.
  std::optional<mtu> path_mtu = std::nullopt;

  /// DC: the same as in init_attributes, rtr_attributes and rts_attributes.
  std::optional<access> qp_access_flags = std::nullopt;
  std::optional<rnr_timer> min_rnr_timer = std::nullopt;
  rts_attributes rts = {};
};

/// The options beyond the standard that both ends of a connection can use (enhanced connection
/// establishment). Each vendor numbers its own options. The names are those of ibv_ece.
struct ece {
  std::uint32_t vendor_id = 0;  ///< the vendor that numbers the options
  std::uint32_t options = 0;    ///< one bit for each option
  std::uint32_t comp_mask = 0;  ///< for future extensions

  bool operator==(const ece&) const = default;
};

/// The attributes of all changes from RESET to RTS.
struct connect_attributes {
  init_attributes init = {};  ///< of the change to INIT
  rtr_attributes rtr = {};    ///< of the change to RTR
  rts_attributes rts = {};    ///< of the change to RTS
};

}  // namespace verbatim
