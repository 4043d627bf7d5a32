// A queue pair that libmlx5, or any other provider, posts to: it shows what others make of a request.
#include "tools/selftest/twin.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/queue/completion/explain.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::tools::selftest {
namespace {

constexpr unsigned all_rights = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE |
                                IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;
constexpr std::uint64_t sends = IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM;
constexpr std::uint64_t writes = sends | IBV_QP_EX_WITH_SEND_WITH_INV | IBV_QP_EX_WITH_RDMA_WRITE |
                                 IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM;
constexpr std::uint64_t reads = writes | IBV_QP_EX_WITH_RDMA_READ |
                                IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP |
                                IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD;
constexpr std::uint64_t windows = IBV_QP_EX_WITH_BIND_MW | IBV_QP_EX_WITH_LOCAL_INV;
constexpr std::uint16_t longest_header = 128;

struct kind {
  std::string_view transport;
  ibv_qp_type type;
  std::uint64_t operations;
};
constexpr kind kinds[]{
    {"rc", IBV_QPT_RC, reads | windows},
    {"uc", IBV_QPT_UC, writes | windows},
    {"xrc", IBV_QPT_XRC_SEND, reads},
    {"dci", IBV_QPT_DRIVER, reads},
    {"dci_roce", IBV_QPT_DRIVER, reads},
    {"dci_compact", IBV_QPT_DRIVER, reads},
    {"ud", IBV_QPT_UD, sends},
    {"ud_roce", IBV_QPT_UD, sends},
    {"raw_packet", IBV_QPT_RAW_PACKET, IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_TSO}};

const kind& kind_of(std::string_view transport) {
  const auto found = std::ranges::find(kinds, transport, &kind::transport);
  if (found == std::end(kinds)) {
    throw skip{"libmlx5 posts no WQEs of the transport " + std::string(transport)};
  }
  return *found;
}

}  // namespace

void throw_errno(const char* verb, int error_number) {
  throw error(error_number, verb, "a queue pair of the selftest", "");
}

twin::twin(bench& on, std::string_view transport, bool with_direct_verbs, ibv_xrcd* domain)
    : on_(on),
      transport_(transport),
      cq_(ibv_create_cq(on.context().native(), 63, nullptr, nullptr, 0)) {
  if (!cq_) throw_errno("ibv_create_cq", errno);
  create(transport, with_direct_verbs, domain);
  connect(transport);
  if (!on.context().is_mlx5()) return;
  mlx5dv_obj object{};
  object.qp = {qp_.get(), &rings_};
  if (const int e = mlx5dv_init_obj(&object, MLX5DV_OBJ_QP)) throw_errno("mlx5dv_init_obj", e);
  // Nothing is posted yet, so what libmlx5 does not write is zero, as our builders write it.
  std::memset(rings_.sq.buf, 0, std::size_t{rings_.sq.wqe_cnt} * rings_.sq.stride);
}

void twin::create(std::string_view transport, bool with_direct_verbs, ibv_xrcd* domain) {
  const auto& which = kind_of(transport);
  auto* const context = on_.context().native();
  ibv_qp_init_attr_ex attributes{};
  attributes.qp_type = which.type;
  attributes.send_cq = cq_.get();
  attributes.recv_cq = which.type == IBV_QPT_XRC_SEND ? nullptr : cq_.get();
  attributes.pd = on_.pd().native();
  attributes.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
  attributes.send_ops_flags = which.operations;
  attributes.cap.max_send_wr = 16;
  attributes.cap.max_send_sge = 4;
  attributes.cap.max_inline_data = 64;
  if (which.type != IBV_QPT_DRIVER && which.type != IBV_QPT_XRC_SEND) {
    attributes.cap.max_recv_wr = 8;
    attributes.cap.max_recv_sge = 1;
  }
  if (which.type == IBV_QPT_RAW_PACKET) {
    attributes.comp_mask |= IBV_QP_INIT_ATTR_MAX_TSO_HEADER;
    attributes.max_tso_header = longest_header;
  }
  if (!on_.context().is_mlx5()) {
    attributes.comp_mask = IBV_QP_INIT_ATTR_PD;
    qp_.reset(ibv_create_qp_ex(context, &attributes));
  } else {
    mlx5dv_qp_init_attr dv{};
    if (which.type == IBV_QPT_DRIVER) {
      dv.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_DC;
      dv.dc_init_attr.dc_type = MLX5DV_DCTYPE_DCI;
    }
    if (with_direct_verbs) {
      dv.comp_mask |= MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS;
      dv.send_ops_flags = which.type == IBV_QPT_RC
                              ? MLX5DV_QP_EX_WITH_MKEY_CONFIGURE | MLX5DV_QP_EX_WITH_MR_LIST |
                                    MLX5DV_QP_EX_WITH_MR_INTERLEAVED | MLX5DV_QP_EX_WITH_MEMCPY
                              : std::uint64_t{MLX5DV_QP_EX_WITH_MEMCPY};
      attributes.cap.max_inline_data = 512;  // libmlx5 bounds lists of memory keys by it
    }
    if (which.type != IBV_QPT_RAW_PACKET) {
      dv.comp_mask |= MLX5DV_QP_INIT_ATTR_MASK_QP_CREATE_FLAGS;
      dv.create_flags = MLX5DV_QP_CREATE_DISABLE_SCATTER_TO_CQE;
    }
    qp_.reset(mlx5dv_create_qp(context, &attributes, &dv));
  }
  if (!qp_) throw_errno("mlx5dv_create_qp", errno);
  if (which.type != IBV_QPT_XRC_SEND) return;
  ibv_qp_init_attr_ex receiving{};
  receiving.qp_type = IBV_QPT_XRC_RECV;
  receiving.comp_mask = IBV_QP_INIT_ATTR_XRCD;
  receiving.xrcd = domain;
  peer_.reset(ibv_create_qp_ex(context, &receiving));
  if (!peer_) throw_errno("ibv_create_qp_ex", errno);
}

void twin::modify(ibv_qp_attr& attributes, ibv_qp_state state, int mask) {
  attributes.qp_state = state;
  if (const int e = ibv_modify_qp(qp_.get(), &attributes, mask | IBV_QP_STATE)) {
    throw_errno("ibv_modify_qp", e);
  }
}

void twin::connect(std::string_view transport) {
  const auto type = kind_of(transport).type;
  const auto& port = on_.port();
  ibv_qp_attr a{};
  a.port_num = port.number;
  a.qp_access_flags = all_rights;
  if (type == IBV_QPT_UC) a.qp_access_flags = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE;
  a.qkey = activate_attributes{}.qkey;
  a.path_mtu = IBV_MTU_1024;
  a.ah_attr.port_num = port.number;
  a.ah_attr.dlid = port.lid;
  a.ah_attr.is_global = on_.on_ethernet();
  a.ah_attr.grh.hop_limit = 64;
  a.ah_attr.grh.sgid_index = static_cast<std::uint8_t>(on_.gid_index());
  const auto gid = on_.context().gid(port.number, on_.gid_index());
  std::memcpy(a.ah_attr.grh.dgid.raw, gid.bytes.data(), gid.bytes.size());
  a.max_dest_rd_atomic = a.max_rd_atomic = 1;
  a.min_rnr_timer = 12;
  a.timeout = 14;
  a.retry_cnt = a.rnr_retry = 3;
  a.dest_qp_num = peer_ ? peer_->qp_num : qp_->qp_num;
  const bool reliable = type == IBV_QPT_RC || type == IBV_QPT_XRC_SEND;
  const bool connected = reliable || type == IBV_QPT_UC;
  const bool dc = type == IBV_QPT_DRIVER;
  modify(a, IBV_QPS_INIT,
         type == IBV_QPT_RAW_PACKET ? int{IBV_QP_PORT}
         : type == IBV_QPT_UD       ? IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY
         : dc                       ? IBV_QP_PKEY_INDEX | IBV_QP_PORT
                                    : IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS);
  const int to_peer = IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN;
  const int answers = IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
  modify(a, IBV_QPS_RTR,
         connected ? to_peer | (type == IBV_QPT_RC ? answers : 0)
         : dc      ? int{IBV_QP_PATH_MTU}
                   : 0);
  const int retries =
      IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC;
  modify(a, IBV_QPS_RTS,
         reliable || dc               ? IBV_QP_SQ_PSN | retries
         : type == IBV_QPT_RAW_PACKET ? 0
                                      : int{IBV_QP_SQ_PSN});
  if (!peer_) return;
  a.dest_qp_num = qp_->qp_num;
  qp_.swap(peer_);
  modify(a, IBV_QPS_INIT, IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS);
  modify(a, IBV_QPS_RTR, to_peer | answers);
  qp_.swap(peer_);
}

void twin::post_receive(std::uint64_t addr, std::uint32_t length, std::uint32_t lkey) {
  ibv_sge sge{addr, length, lkey};
  ibv_recv_wr wr{};
  wr.sg_list = &sge;
  wr.num_sge = 1;
  ibv_recv_wr* bad = nullptr;
  if (const int e = ibv_post_recv(qp_.get(), &wr, &bad)) throw_errno("ibv_post_recv", e);
}

ibv_wc twin::wait(bool may_fail) {
  ibv_wc wc{};
  if (!on_.wait([&] { return ibv_poll_cq(cq_.get(), 1, &wc) != 0; })) {
    throw failure{"what libmlx5 posted has not completed in time"};
  }
  if (wc.status != IBV_WC_SUCCESS && !may_fail) {
    throw failure{"what libmlx5 posted failed: " + std::string(ibv_wc_status_str(wc.status)) +
                  ", vendor " +
                  wire::in_words(vendor_syndromes, static_cast<std::uint8_t>(wc.vendor_err))};
  }
  return wc;
}

std::vector<std::byte> twin::wqes(unsigned count) const {
  std::vector<std::byte> all;
  const auto* at = static_cast<const std::byte*>(rings_.sq.buf);
  for (; count != 0; --count) {
    const std::size_t length = ctrl_seg::read(at).ds * octoword;
    all.insert(all.end(), at, at + length);
    at += (length + wqebb - 1) / wqebb * wqebb;
  }
  return all;
}

}  // namespace verbatim::tools::selftest
