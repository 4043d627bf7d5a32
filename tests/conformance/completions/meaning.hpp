// The facts that a program gets from a completion, in the words of verbs, by any way to poll.
#pragma once

#include <endian.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <ostream>
#include <utility>

#include "verbatim/queue/completion/completion.hpp"

namespace verbatim::test {

/// libmlx5's names of syndromes; every other syndrome is IBV_WC_GENERAL_ERR.
inline constexpr std::array<std::pair<cqe_syndrome, ibv_wc_status>, 13> statuses{{
    {cqe_syndrome::local_length_err, IBV_WC_LOC_LEN_ERR},
    {cqe_syndrome::local_qp_op_err, IBV_WC_LOC_QP_OP_ERR},
    {cqe_syndrome::local_prot_err, IBV_WC_LOC_PROT_ERR},
    {cqe_syndrome::wr_flush_err, IBV_WC_WR_FLUSH_ERR},
    {cqe_syndrome::mw_bind_err, IBV_WC_MW_BIND_ERR},
    {cqe_syndrome::bad_resp_err, IBV_WC_BAD_RESP_ERR},
    {cqe_syndrome::local_access_err, IBV_WC_LOC_ACCESS_ERR},
    {cqe_syndrome::remote_inval_req_err, IBV_WC_REM_INV_REQ_ERR},
    {cqe_syndrome::remote_access_err, IBV_WC_REM_ACCESS_ERR},
    {cqe_syndrome::remote_op_err, IBV_WC_REM_OP_ERR},
    {cqe_syndrome::transport_retry_exc_err, IBV_WC_RETRY_EXC_ERR},
    {cqe_syndrome::rnr_retry_exc_err, IBV_WC_RNR_RETRY_EXC_ERR},
    {cqe_syndrome::remote_aborted_err, IBV_WC_REM_ABORT_ERR},
}};

inline ibv_wc_status status_of(const completion_view& done) {
  if (done.ok()) return IBV_WC_SUCCESS;
  const auto known = std::find_if(statuses.begin(), statuses.end(),
                                  [&](auto& pair) { return pair.first == done.status(); });
  return known == statuses.end() ? IBV_WC_GENERAL_ERR : known->second;
}

/// Returns the opcode of a completion. libmlx5 remembers what a WQE that changes keys was asked for;
/// we leave that to the entry.
inline ibv_wc_opcode opcode_of(opcode sent) {
  switch (sent) {
    case opcode::rdma_write:
    case opcode::rdma_write_imm:
      return IBV_WC_RDMA_WRITE;
    case opcode::rdma_read:
      return IBV_WC_RDMA_READ;
    case opcode::atomic_cs:
      return IBV_WC_COMP_SWAP;
    case opcode::atomic_fa:
      return IBV_WC_FETCH_ADD;
    case opcode::tso:
      return IBV_WC_TSO;
    case opcode::umr:
      return IBV_WC_LOCAL_INV;
    default:
      return IBV_WC_SEND;
  }
}

/// Parts that a completion does not have stay 0.
struct meaning {
  std::uint64_t id = 0;
  ibv_wc_status status = IBV_WC_SUCCESS;
  std::uint32_t vendor_err = 0;
  std::uint32_t qpn = 0;  ///< or the flow tag of a raw packet
  ibv_wc_opcode opcode = IBV_WC_SEND;
  std::uint32_t byte_len = 0;
  unsigned flags = 0;     ///< IBV_WC_GRH, IBV_WC_WITH_IMM, IBV_WC_WITH_INV and IBV_WC_IP_CSUM_OK
  std::uint32_t imm = 0;  ///< or the key that was invalidated; in host order
  std::uint32_t src_qp = 0;
  std::uint32_t slid = 0;
  std::uint32_t sl = 0;
  std::uint32_t path_bits = 0;

  bool operator==(const meaning&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const meaning& m) {
  return out << "id " << m.id << ", status " << ibv_wc_status_str(m.status) << ", vendor_err "
             << m.vendor_err << ", qpn " << m.qpn << ", opcode " << m.opcode << ", byte_len "
             << m.byte_len << ", flags " << m.flags << ", imm " << m.imm << ", src_qp " << m.src_qp
             << ", slid " << m.slid << ", sl " << m.sl << ", path_bits " << m.path_bits;
}

/// The facts that only one of libmlx5's ways to poll reports.
struct further_meaning {
  std::uint32_t pkey_index = 0;  ///< ibv_poll_cq
  std::uint64_t timestamp = 0;   ///< these: ibv_start_poll
  std::uint32_t cvlan = 0;
  std::uint32_t flow_tag = 0;
};

struct polled_completion {
  meaning what;
  further_meaning further;
};

inline bool has_length(ibv_wc_opcode what) {
  return what == IBV_WC_RDMA_READ || what == IBV_WC_COMP_SWAP || what == IBV_WC_FETCH_ADD ||
         (what & IBV_WC_RECV) != 0;
}

inline constexpr unsigned compared_flags =
    IBV_WC_GRH | IBV_WC_WITH_IMM | IBV_WC_WITH_INV | IBV_WC_IP_CSUM_OK;

inline polled_completion meaning_of(const ibv_wc& done) {
  meaning result{.id = done.wr_id, .status = done.status, .qpn = done.qp_num};
  if (done.status != IBV_WC_SUCCESS) {
    result.vendor_err = done.vendor_err;
    return {result, {}};
  }
  result.opcode = done.opcode;
  if (has_length(done.opcode)) result.byte_len = done.byte_len;
  if ((done.opcode & IBV_WC_RECV) == 0) return {result, {}};
  result.flags = done.wc_flags & compared_flags;
  if ((done.wc_flags & IBV_WC_WITH_IMM) != 0) result.imm = be32toh(done.imm_data);
  if ((done.wc_flags & IBV_WC_WITH_INV) != 0) result.imm = done.invalidated_rkey;
  result.src_qp = done.src_qp;
  result.slid = done.slid;
  result.sl = done.sl;
  result.path_bits = done.dlid_path_bits;
  return {result, {.pkey_index = done.pkey_index}};
}

inline polled_completion meaning_of(ibv_cq_ex* at) {
  meaning result{.id = at->wr_id, .status = at->status, .qpn = ibv_wc_read_qp_num(at)};
  if (at->status != IBV_WC_SUCCESS) {
    result.vendor_err = ibv_wc_read_vendor_err(at);
    return {result, {}};
  }
  result.opcode = ibv_wc_read_opcode(at);
  const further_meaning further{.timestamp = ibv_wc_read_completion_ts(at),
                                .cvlan = ibv_wc_read_cvlan(at),
                                .flow_tag = ibv_wc_read_flow_tag(at)};
  if (has_length(result.opcode)) result.byte_len = ibv_wc_read_byte_len(at);
  if ((result.opcode & IBV_WC_RECV) == 0) return {result, further};
  result.flags = ibv_wc_read_wc_flags(at) & compared_flags;
  if ((result.flags & IBV_WC_WITH_IMM) != 0) result.imm = be32toh(ibv_wc_read_imm_data(at));
  if ((result.flags & IBV_WC_WITH_INV) != 0) result.imm = ibv_wc_read_invalidated_rkey(at);
  result.src_qp = ibv_wc_read_src_qp(at);
  result.slid = ibv_wc_read_slid(at);
  result.sl = ibv_wc_read_sl(at);
  result.path_bits = ibv_wc_read_dlid_path_bits(at);
  return {result, further};
}

/// Returns the facts that a program can ask of any of our completions.
inline further_meaning further_meaning_of(const completion_view& done) {
  const eth_cqe packet(done.cqe().bytes());
  return {.pkey_index = done.cqe().imm() & 0xffff,
          .timestamp = done.timestamp(),
          .cvlan = packet.vlan_info(),
          .flow_tag = packet.flow_tag()};
}

inline polled_completion meaning_of(const send_completion<std::uint64_t>& done) {
  meaning result{.id = done.entry, .status = status_of(done), .qpn = done.qpn()};
  if (!done.ok()) {
    result.vendor_err = done.vendor_err_synd();
    return {result, {}};
  }
  result.opcode = opcode_of(done.opcode());
  if (has_length(result.opcode)) result.byte_len = done.byte_count();
  return {result, further_meaning_of(done)};
}

/// `raw` of a raw packet: others have no checksums.
inline polled_completion meaning_of(const recv_completion<std::uint64_t>& done, bool raw) {
  meaning result{.id = done.entry, .status = status_of(done), .qpn = done.qpn()};
  if (!done.ok()) {
    result.vendor_err = done.vendor_err_synd();
    return {result, {}};
  }
  result.opcode = IBV_WC_RECV;
  result.byte_len = done.byte_count();
  switch (done.opcode()) {
    case cqe_opcode::resp_wr_imm:
      result.opcode = IBV_WC_RECV_RDMA_WITH_IMM;
      [[fallthrough]];
    case cqe_opcode::resp_send_imm:
      result.flags = IBV_WC_WITH_IMM;
      result.imm = done.imm();
      break;
    case cqe_opcode::resp_send_inv:
      result.flags = IBV_WC_WITH_INV;
      result.imm = done.invalidated_rkey().value();
      break;
    default:
      break;
  }
  if (done.has_grh()) result.flags |= IBV_WC_GRH;
  if (raw && done.checksums_ok()) result.flags |= IBV_WC_IP_CSUM_OK;
  result.src_qp = done.source_qpn();
  result.slid = done.cqe().slid();
  result.sl = done.cqe().sl();
  result.path_bits = done.cqe().ml_path();
  return {result, further_meaning_of(done)};
}

}  // namespace verbatim::test
