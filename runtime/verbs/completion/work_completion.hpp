// The completions of libibverbs, which report finished requests.
#pragma once

#include <endian.h>
#include <infiniband/verbs.h>

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

#include "verbatim/wire/cpp20.hpp"
#include "verbatim/wire/memory.hpp"

namespace verbatim {

/// The status of a completion. Its values and names are those of ibv_wc_status.
enum class wc_status : std::uint8_t {
  success,            ///< the request has succeeded
  loc_len_err,        ///< a message is longer than its receive buffers, or than the path's MTU (UD)
  loc_qp_op_err,      ///< the request is malformed, or not for this kind of QP
  loc_eec_op_err,     ///< an error of RD, which no device has
  loc_prot_err,       ///< a local key is wrong, of another PD, out of bounds, or forbids the access
  wr_flush_err,       ///< the QP was in error, so the request was not executed
  mw_bind_err,        ///< a memory window could not be bound
  bad_resp_err,       ///< the peer answered with an unexpected opcode
  loc_access_err,     ///< a peer's WRITE with immediate data is not allowed here
  rem_inv_req_err,    ///< the peer found the request invalid
  rem_access_err,     ///< the remote key is wrong, out of bounds, or forbids the access
  rem_op_err,         ///< the peer could not execute the request
  retry_exc_err,      ///< the peer does not answer
  rnr_retry_exc_err,  ///< the peer has not posted a receive
  loc_rdd_viol_err,   ///< an error of RD, which no device has
  rem_inv_rd_req_err,  ///< an error of RD, which no device has
  rem_abort_err,       ///< the peer gave up the request
  inv_eecn_err,        ///< an error of RD, which no device has
  inv_eec_state_err,   ///< an error of RD, which no device has
  fatal_err,           ///< the device does not work any more
  resp_timeout_err,    ///< no answer came in time
  general_err,         ///< anything else
  tm_err,              ///< a tag-matching command failed
  tm_rndv_incomplete,  ///< a rendezvous was not completed by the device
};

/// Returns the name, such as `rem_access_err`; empty for an unknown status.
std::string_view name(wc_status status) noexcept;
inline std::ostream& operator<<(std::ostream& out, wc_status status) { return out << name(status); }

/// Returns the meaning in a sentence.
std::string_view meaning(wc_status status) noexcept;

/// The operation that has completed. The values are those of ibv_wc_opcode.
enum class wc_opcode : std::uint8_t {
  send,                ///< a SEND, with or without immediate data
  rdma_write,          ///< a WRITE, with or without immediate data
  rdma_read,           ///< a READ
  comp_swap,           ///< a compare-and-swap of 8 bytes
  fetch_add,           ///< a fetch-and-add of 8 bytes
  bind_mw,             ///< a memory window was bound
  local_inv,           ///< a local key was invalidated
  tso,                 ///< a packet that the device cuts into segments
  atomic_write = 9,    ///< an atomic WRITE of 8 bytes
  recv = 1 << 7,       ///< a SEND has arrived
  recv_rdma_with_imm,  ///< a WRITE with immediate data has arrived
};

/// Returns the name, such as `rdma_write`; empty for an unknown opcode.
std::string_view name(wc_opcode opcode) noexcept;
inline std::ostream& operator<<(std::ostream& out, wc_opcode opcode) { return out << name(opcode); }

/// A completion. For a request that failed, only wr_id(), status(), vendor_err() and qpn() are
/// valid. Without an initializer, its bytes are undefined, so that arrays of it need no
/// initialization:
///
///   std::array<work_completion, 32> done;
///   for (const auto& one : std::span(done).first(cq.poll(done))) …
class work_completion {
 public:
  work_completion() noexcept = default;
  explicit work_completion(const ibv_wc& native) noexcept : native_(native) {}

  /// Returns the wr_id of the request.
  std::uint64_t wr_id() const noexcept { return native_.wr_id; }

  /// Returns true if the request succeeded.
  bool ok() const noexcept { return native_.status == IBV_WC_SUCCESS; }

  /// Returns the status of the request.
  wc_status status() const noexcept { return static_cast<wc_status>(native_.status); }

  /// Returns the vendor's code for the error.
  std::uint32_t vendor_err() const noexcept { return native_.vendor_err; }

  /// Returns the number of the queue pair to which the request was posted, or through which a
  /// message arrived in an SRQ.
  std::uint32_t qpn() const noexcept { return native_.qp_num; }

  /// Returns the kind of the request. It is valid only if ok().
  wc_opcode opcode() const noexcept { return static_cast<wc_opcode>(native_.opcode); }

  /// Returns true for a receive. It is valid only if ok().
  bool is_receive() const noexcept { return (native_.opcode & IBV_WC_RECV) != 0; }

  /// Returns the length in bytes of the received message, or of the data that a READ or an atomic
  /// fetched. For a datagram, it is 40 bytes more than the payload: the first 40 bytes of the
  /// buffer are for the GRH, and are undefined without one.
  std::uint32_t byte_count() const noexcept { return native_.byte_len; }

  /// Returns true if a message has arrived with immediate data. The flag is ignored for sends,
  /// because libmlx5 sets it for some of them too.
  bool has_imm() const noexcept {
    return is_receive() && (native_.wc_flags & IBV_WC_WITH_IMM) != 0;
  }

  /// Returns the immediate data in host order. It is valid only if has_imm().
  std::uint32_t imm() const noexcept { return be32toh(native_.imm_data); }

  /// Returns true if the peer has invalidated the key invalidated_rkey().
  bool has_invalidated() const noexcept { return (native_.wc_flags & IBV_WC_WITH_INV) != 0; }

  /// Returns the key that the peer has invalidated. It is valid only if has_invalidated().
  rkey invalidated_rkey() const noexcept { return rkey(native_.invalidated_rkey); }

  /// Returns the QP number of a datagram's sender.
  std::uint32_t source_qpn() const noexcept { return native_.src_qp; }

  /// Returns true if the first 40 bytes of a datagram's buffer are its GRH.
  bool has_grh() const noexcept { return (native_.wc_flags & IBV_WC_GRH) != 0; }

  /// Returns the LID of a datagram's sender, on InfiniBand.
  std::uint16_t slid() const noexcept { return native_.slid; }

  /// Returns the service level of a datagram.
  std::uint8_t sl() const noexcept { return native_.sl; }

  /// Returns the ibv_wc from ibv_poll_cq().
  const ibv_wc& native() const noexcept { return native_; }

 private:
  ibv_wc native_;
};

/// Returns text such as `rdma_write 7 on QPN 0x4001: success`, or
/// `request 8 on QPN 0x4001: rem_access_err: the remote key …`.
std::string to_string(const work_completion& completion);
inline std::ostream& operator<<(std::ostream& out, const work_completion& completion) {
  return out << to_string(completion);
}

/// Returns a few lines about a failure: the request, the error, its likely causes and the things to
/// check. The last line has no newline. Returns an empty string if the request succeeded.
/// Allocates.
std::string explain(const work_completion& completion);

}  // namespace verbatim
