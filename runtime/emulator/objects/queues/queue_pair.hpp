// The queue pair: two rings of WQEs in the program's memory, its state, and the path to its peer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "objects/memory/protection_domain.hpp"
#include "objects/memory/user_memory.hpp"
#include "objects/object.hpp"
#include "objects/queues/async_source.hpp"
#include "objects/queues/completion_queue.hpp"
#include "objects/queues/shared_receive_queue.hpp"
#include "objects/queues/xrc_domain.hpp"
#include "objects/uar_page.hpp"

namespace verbatim::emulator {

/// The type of a queue pair; values of enum ib_uverbs_qp_type. The two ends of DC share its
/// IB_UVERBS_QPT_DRIVER, 0xff: a flag distinguishes them.
enum class queue_pair_type : std::uint8_t {
  rc = 2,
  uc = 3,
  ud = 4,
  raw_packet = 8,
  xrc_send = 9,
  xrc_recv = 10,
  dct = 0xfe,
  dci = 0xff,
};

/// Returns true if the queue pair waits for answers or sends them.
constexpr bool is_reliable(queue_pair_type type) noexcept {
  return type != queue_pair_type::uc && type != queue_pair_type::ud &&
         type != queue_pair_type::raw_packet;
}

/// The state of a queue pair; values of enum ib_qp_state (ibv_qp_state in infiniband/verbs.h).
enum class queue_pair_state : std::uint8_t { reset, init, rtr, rts, sqd, sqe, err };

std::string_view name(queue_pair_type type) noexcept;
std::string_view name(queue_pair_state state) noexcept;

/// A ring of WQEs. `count` is a power of two, or 0 if there is no such queue.
struct work_ring {
  std::byte* base = nullptr;
  std::uint32_t count = 0;

  /// The distance between entries in bytes: 64 (a WQEBB) in a send queue.
  std::uint32_t stride = 0;

  std::byte* at(std::uint32_t index) const noexcept {
    return base + std::size_t{index & (count - 1)} * stride;
  }
};

/// The path of packets: the fields of struct ib_uverbs_ah_attr, all in host byte order except
/// `dgid`.
struct path {
  std::array<std::uint8_t, 16> dgid{};
  std::uint32_t flow_label = 0;
  std::uint8_t sgid_index = 0;
  std::uint8_t hop_limit = 0;
  std::uint8_t traffic_class = 0;
  std::uint16_t dlid = 0;
  std::uint8_t sl = 0;
  std::uint8_t src_path_bits = 0;
  std::uint8_t static_rate = 0;
  bool is_global = false;
  std::uint8_t port_num = 0;

  bool operator==(const path&) const = default;
};

/// The attributes that MODIFY_QP sets and QUERY_QP returns, in the units of libibverbs (man
/// ibv_modify_qp).
struct queue_pair_attributes {
  std::uint32_t qp_access_flags = 0;

  /// The MTU's code: 1 to 5 for 256 to 4096 bytes.
  std::uint8_t path_mtu = 0;
  std::uint32_t dest_qp_num = 0;
  std::uint32_t rq_psn = 0;
  std::uint32_t sq_psn = 0;

  /// The most outstanding READs and atomics from this queue pair, and from the peer.
  std::uint8_t max_rd_atomic = 0;
  std::uint8_t max_dest_rd_atomic = 0;

  /// The code of the time for which the peer waits after an RNR NAK from here (12 is 0.64 ms; 0 is
  /// 655.36 ms).
  std::uint8_t min_rnr_timer = 0;
  std::uint8_t retry_cnt = 0;

  /// The number of retries after an RNR NAK; 7 means no limit.
  std::uint8_t rnr_retry = 0;

  /// ACK timeout: 4.096 us * 2^timeout; 0 means no limit.
  std::uint8_t timeout = 0;
  path ah;
  path alt_ah;
  std::uint16_t pkey_index = 0;
  std::uint16_t alt_pkey_index = 0;
  std::uint8_t port_num = 0;
  std::uint8_t alt_port_num = 0;
  std::uint8_t alt_timeout = 0;
  std::uint8_t path_mig_state = 0;
  std::uint32_t qkey = 0;

  bool operator==(const queue_pair_attributes&) const = default;
};

/// The sizes that the program requested; the device only returns them.
struct queue_pair_capacity {
  std::uint32_t max_send_wr = 0;
  std::uint32_t max_recv_wr = 0;
  std::uint32_t max_send_sge = 0;
  std::uint32_t max_recv_sge = 0;
  std::uint32_t max_inline_data = 0;
};

/// A multicast group to which a queue pair is attached.
struct multicast_group {
  std::array<std::uint8_t, 16> address{};
  std::uint16_t lid = 0;

  bool operator==(const multicast_group&) const = default;
};

/// The streams of a DCI. Without them, all WQEs belong to one stream, and any error is an error of
/// the queue pair.
struct dci_streams {
  bool enabled = false;

  /// The number of streams that the program keeps busy at once: 2^n.
  std::uint8_t log_concurrent = 0;

  /// The number of failed streams that moves the queue pair to ERR: 2^n.
  std::uint8_t log_errored = 0;
};

/// The cross-channel permissions and waits of a queue pair (cd_master, cd_slave_send and
/// cd_slave_receive of its context): WAIT, SEND_EN and RECV_EN.
struct cross_channel_role {
  bool master = false;

  /// True if only enabled WQEs are executed.
  bool managed_sends = false;
  bool managed_receives = false;
};

/// Returns the number of packets for that many bytes; one if the MTU is not known.
constexpr std::uint32_t packets_of(std::size_t bytes, std::uint32_t mtu) noexcept {
  return bytes == 0 || mtu == 0 ? 1 : static_cast<std::uint32_t>((bytes + mtu - 1) / mtu);
}

struct queue_pair : object, async_source {
  explicit queue_pair(context& owner_in) noexcept : object(owner_in, rank::queue_pair) {}

  std::uint32_t qpn = 0;

  /// The number in CQEs of its own receive queue. The kernel creates the two queues of a raw packet
  /// queue pair separately, and uses the send queue's number for the pair. For other queue pairs,
  /// this is qpn.
  std::uint32_t rqn = 0;
  queue_pair_type type = queue_pair_type::rc;
  queue_pair_state state = queue_pair_state::reset;
  queue_pair_attributes attributes;
  queue_pair_capacity capacity;

  work_ring sq;
  work_ring rq;

  /// Doorbell record, two big-endian words: [0] receive WQEs posted, [1] send WQEBBs posted (16
  /// bits each).
  std::byte* dbrec = nullptr;

  /// The page that takes this queue's doorbells, in any of its registers; null if the program gave
  /// none.
  uar_page* uar = nullptr;
  reference<completion_queue> send_cq;
  reference<completion_queue> recv_cq;

  /// Empty if the queue pair has its own receive queue.
  reference<shared_receive_queue> srq;

  /// The protection domain. Empty in an XRC receive queue pair, which uses the domain of the
  /// message's shared receive queue. It has no completion queues either.
  reference<protection_domain> pd;
  reference<xrc_domain> xrcd;

  /// The memory of the ring and the doorbell record of a queue pair made by DevX.
  std::vector<reference<user_memory>> user_memories;

  /// The number of this queue pair in CQEs for libmlx5.
  std::uint32_t uidx = 0;

  /// True if every send WQE gets a CQE, whatever its CE field is.
  bool sq_sig_all = false;

  /// True if short messages, or short results of READs and atomics, go into CQEs, from which the
  /// program copies them.
  bool receives_in_cqe = false;
  bool results_in_cqe = false;

  /// The groups of a UD queue pair.
  std::vector<multicast_group> groups;

  /// Raw packet only: true if the C-VLAN tag of received frames is moved to the CQE.
  bool strips_vlan = false;

  /// True if it does not receive its own sends to its groups.
  bool block_own_multicast = false;

  /// The key that requests to a DCT must carry.
  std::uint64_t access_key = 0;

  /// The streams of a DCI.
  dci_streams streams;

  /// The atomics that it accepts from the peer (atomic_mode of its context): none (0), those of
  /// IBTA (1 and 2), or masked ones too, of up to 2^n bytes. The driver gives its queue pairs the
  /// widest mode.
  std::uint8_t atomic_mode = 4;

  /// True if a wrong signature in data that it sends moves it to SQD, so that no later WQE is sent.
  bool drains_on_signature_error = false;

  /// True if it may do MMO, memory-to-memory work.
  bool copies_memory = false;

  cross_channel_role cross_channel;

  /// True if its peer is outside of the fabric, and packets go there over the network.
  bool over_network = false;

  /// The link of a bond that its packets leave by, counted from 1; 0 if the port is no bond.
  std::uint8_t bond_link = 0;

  std::unique_ptr<engine_part> engine;
};

/// Returns the MTU of a queue pair in bytes; 0 if it has none yet.
inline std::uint32_t mtu_of(const queue_pair& qp) noexcept {
  constexpr std::uint32_t of_datagrams = 4096;
  if (qp.type == queue_pair_type::ud) return of_datagrams;
  return qp.attributes.path_mtu == 0 ? 0 : 128u << qp.attributes.path_mtu;
}

}  // namespace verbatim::emulator
