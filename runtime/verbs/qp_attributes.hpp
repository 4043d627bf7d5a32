// What a queue pair can be asked for, when it is made and on its way to RTS.
#pragma once

#include <cstdint>
#include <optional>

#include "verbatim/generated/enums.hpp"
#include "verbatim/verbs/access.hpp"
#include "verbatim/verbs/link_values.hpp"
#include "verbatim/verbs/timers.hpp"

namespace verbatim {

/// How many streams a DCI has, in the words of mlx5dv_dci_streams.
struct dci_stream_attributes {
  std::uint8_t log_num_concurent = 3;  ///< 2 to this
  std::uint8_t log_num_errored = 2;    ///< 2 to this may fail before the DCI does
};

/// Capacities are rounded up to what the device can do.
struct qp_attributes {
  std::uint32_t max_send_wqebbs = 256;  ///< 64 bytes each; a WQE takes one or more
  std::uint32_t max_recv_wr = 256;
  std::uint32_t max_recv_sge = 1;  ///< of one receive WQE
  std::uint8_t port = 1;           ///< through which it sends and receives

  /// RC, UC and DCI: short payloads of receives, READs and atomics may come in the CQE, from which a
  /// poll copies them to where they were to go: 32 bytes of them, in CQEs of 128 bytes 64. It saves
  /// the device a write, and costs the copy.
  bool scatter_to_cqe = false;

  dci_stream_attributes dci_streams = {};  ///< of a DCI with dci_streams::used

  /// Of the port's table, the address to be known by. Without: the one that most peers can reach.
  std::optional<std::uint16_t> gid_index = std::nullopt;
};

// What is left out of the following takes the default that is named beside it.

/// What of an address vector is not the peer's.
struct path_attributes {
  std::uint8_t port = 1;  ///< of a queue pair: its own, whatever is said here
  std::optional<std::uint16_t> gid_index = std::nullopt;  ///< as in qp_attributes
  std::uint8_t sl = 0;                                    ///< service level
  bool is_global = false;                                 ///< GRH also where the LID would do
  std::uint8_t hop_limit = 64;                            ///< in the GRH
  std::uint8_t traffic_class = 0;                         ///< in the GRH
  std::uint32_t flow_label = 0;                           ///< in the GRH, 20 bits
  std::uint8_t src_path_bits = 0;                         ///< the lowest bits of the own LID
  rate static_rate = rate();                              ///< no packets faster than this
};

struct init_attributes {
  /// What the peer may do. Default: all that the transport can.
  std::optional<access> qp_access_flags = std::nullopt;
  std::uint16_t pkey_index = 0;
};

struct rtr_attributes {
  /// Default: the largest that both ports can do.
  std::optional<mtu> path_mtu = std::nullopt;

  /// RC: READs and atomics that are answered at once. Default: the device's max_qp_rd_atom.
  std::optional<std::uint8_t> max_dest_rd_atomic = std::nullopt;

  /// RC: how long a sender waits that found no receive posted. Default: 0.64 ms.
  std::optional<rnr_timer> min_rnr_timer = std::nullopt;

  path_attributes path = {};
};

struct rts_attributes {
  /// The number of the first packet, 24 bits. Default: that of address(), which the peer knows.
  std::optional<std::uint32_t> sq_psn = std::nullopt;

  /// RC: how long to wait for an acknowledgement. Default: ack_timeout(14), which is 67 ms.
  std::optional<ack_timeout> timeout = std::nullopt;

  /// RC: how often to send again when none came. Default: 7.
  std::optional<std::uint8_t> retry_cnt = std::nullopt;

  /// RC: how often to send again when the peer had no receive posted. Default: 7, which is without end.
  std::optional<rnr_retry_count> rnr_retry = std::nullopt;

  /// RC: READs and atomics under way at once. Default: what both devices can do.
  std::optional<std::uint8_t> max_rd_atomic = std::nullopt;
};

/// For queue pairs that have no peer of their own. What a transport has no use for is ignored.
struct activate_attributes {
  std::uint16_t pkey_index = 0;

  /// UD: what datagrams have to bring; the highest bit needs a privilege.
  std::uint32_t qkey = 0x11111111;

  /// DC. Default: the port's active MTU.
  std::optional<mtu> path_mtu = std::nullopt;

  /// DC: as in rtr_attributes and rts_attributes.
  std::optional<access> qp_access_flags = std::nullopt;
  std::optional<rnr_timer> min_rnr_timer = std::nullopt;
  rts_attributes rts = {};
};

/// What both ends of a connection can do beyond the standard, as the devices' makers number it
/// (enhanced connection establishment). In the words of ibv_ece.
struct ece {
  std::uint32_t vendor_id = 0;
  std::uint32_t options = 0;
  std::uint32_t comp_mask = 0;

  bool operator==(const ece&) const = default;
};

struct connect_attributes {
  init_attributes init = {};
  rtr_attributes rtr = {};
  rts_attributes rts = {};
};

}  // namespace verbatim
