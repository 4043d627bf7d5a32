// What verbs say when a posted request is done.
#pragma once

#include <endian.h>
#include <infiniband/verbs.h>

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

namespace verbatim {

/// The values are those of ibv_wc_status, and so are the names.
enum class wc_status : std::uint8_t {
  success,            ///< it is done
  loc_len_err,        ///< a message is longer than its receive buffers, or than the path's MTU (UD)
  loc_qp_op_err,      ///< the request is malformed, or not for this kind of QP
  loc_eec_op_err,     ///< of RD, which no device has
  loc_prot_err,       ///< a local key is wrong, of another PD, out of bounds, or forbids the access
  wr_flush_err,       ///< the QP was in error, so the request was not executed
  mw_bind_err,        ///< a memory window could not be bound
  bad_resp_err,       ///< the peer answered with an unexpected opcode
  loc_access_err,     ///< what a peer wrote with immediate data may not be written here
  rem_inv_req_err,    ///< the peer found the request invalid
  rem_access_err,     ///< the remote key is wrong, out of bounds, or forbids the access
  rem_op_err,         ///< the peer could not execute the request
  retry_exc_err,      ///< the peer does not answer
  rnr_retry_exc_err,  ///< the peer has not posted a receive
  loc_rdd_viol_err,   ///< of RD, which no device has
  rem_inv_rd_req_err,  ///< of RD, which no device has
  rem_abort_err,       ///< the peer gave up the request
  inv_eecn_err,        ///< of RD, which no device has
  inv_eec_state_err,   ///< of RD, which no device has
  fatal_err,           ///< the device does not work any more
  resp_timeout_err,    ///< no answer came in time
  general_err,         ///< anything else
  tm_err,              ///< a tag-matching command failed
  tm_rndv_incomplete,  ///< a rendezvous was not completed by the device
};

/// `rem_access_err`; empty for one that this library does not know.
std::string_view name(wc_status status) noexcept;
inline std::ostream& operator<<(std::ostream& out, wc_status status) { return out << name(status); }

/// What it says, in a sentence.
std::string_view meaning(wc_status status) noexcept;

/// What has completed. The values are those of ibv_wc_opcode.
enum class wc_opcode : std::uint8_t {
  send,
  rdma_write,
  rdma_read,
  comp_swap,
  fetch_add,
  bind_mw,
  local_inv,
  tso,
  atomic_write = 9,
  recv = 1 << 7,       ///< a SEND has arrived
  recv_rdma_with_imm,  ///< a WRITE with immediate data has
};

/// `rdma_write`; empty for one that this library does not know.
std::string_view name(wc_opcode opcode) noexcept;
inline std::ostream& operator<<(std::ostream& out, wc_opcode opcode) { return out << name(opcode); }

/// A value, which says more or less: of a request that failed only wr_id(), status(), vendor_err() and
/// qpn(). Without an initializer its bytes are what was there, so that arrays of it cost nothing:
///
///   std::array<work_completion, 32> done;
///   for (const auto& one : std::span(done).first(cq.poll(done))) …
class work_completion {
 public:
  work_completion() noexcept = default;
  explicit work_completion(const ibv_wc& native) noexcept : native_(native) {}

  /// What the request was given.
  std::uint64_t wr_id() const noexcept { return native_.wr_id; }

  bool ok() const noexcept { return native_.status == IBV_WC_SUCCESS; }
  wc_status status() const noexcept { return static_cast<wc_status>(native_.status); }

  /// The vendor's own code for the error.
  std::uint32_t vendor_err() const noexcept { return native_.vendor_err; }

  /// Of the queue pair that it was posted to, or through which a message came into an SRQ.
  std::uint32_t qpn() const noexcept { return native_.qp_num; }

  wc_opcode opcode() const noexcept { return static_cast<wc_opcode>(native_.opcode); }
  bool is_receive() const noexcept { return (native_.opcode & IBV_WC_RECV) != 0; }

  /// Length of the message that has come, or of what a READ or an atomic fetched. Of a datagram, 40 bytes
  /// more than its payload: the first of the buffer are for the GRH, and undefined without one.
  std::uint32_t byte_count() const noexcept { return native_.byte_len; }

  /// True if a message has come with immediate data; libmlx5 says so of some sends as well.
  bool has_imm() const noexcept {
    return is_receive() && (native_.wc_flags & IBV_WC_WITH_IMM) != 0;
  }

  /// With has_imm(): the immediate data in host order.
  std::uint32_t imm() const noexcept { return be32toh(native_.imm_data); }

  /// True if the peer has invalidated invalidated_rkey().
  bool has_invalidated() const noexcept { return (native_.wc_flags & IBV_WC_WITH_INV) != 0; }
  std::uint32_t invalidated_rkey() const noexcept { return native_.invalidated_rkey; }

  /// Of a datagram: who sent it, and whether the first 40 bytes of the buffer are its GRH.
  std::uint32_t source_qpn() const noexcept { return native_.src_qp; }
  bool has_grh() const noexcept { return (native_.wc_flags & IBV_WC_GRH) != 0; }
  std::uint16_t slid() const noexcept { return native_.slid; }
  std::uint8_t sl() const noexcept { return native_.sl; }

  const ibv_wc& native() const noexcept { return native_; }

 private:
  ibv_wc native_;
};

/// `rdma_write 7 on QPN 0x4001: success`, `request 8 on QPN 0x4001: rem_access_err: the remote key …`
std::string to_string(const work_completion& completion);
inline std::ostream& operator<<(std::ostream& out, const work_completion& completion) {
  return out << to_string(completion);
}

/// Some lines, the last without an end: what failed and how, what is likely behind it and what to look at
/// next. Empty if it did not fail. Allocates.
std::string explain(const work_completion& completion);

}  // namespace verbatim
