// Queue pairs of any kind, made by libmlx5.
#pragma once

#include <infiniband/mlx5dv.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <system_error>

#include "plain_verbs.hpp"

namespace verbatim::test {

/// The place of a send queue that libmlx5 made.
struct ring_place {
  std::byte* ring;
  std::uint32_t wqebbs;
  std::byte* dbrec;
  std::uint32_t qpn;  ///< as ctrl_seg has it
};

/// A queue pair of any kind. No program reads its rings: the device has no engine.
class any_queue_pair {
 public:
  /// `change` completes the attributes before the queue pair is made; `dv` may be empty.
  using change = std::function<void(ibv_qp_init_attr_ex&, mlx5dv_qp_init_attr&)>;

  any_queue_pair(const plain_context& context, ibv_cq* cq, ibv_qp_type type, const change& complete)
      : type_(type) {
    ibv_qp_init_attr_ex attributes{};
    mlx5dv_qp_init_attr dv{};
    attributes.qp_type = type;
    attributes.send_cq = attributes.recv_cq = cq;
    attributes.sq_sig_all = 0;
    attributes.pd = context.pd();
    attributes.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
    attributes.cap = {.max_send_wr = 16,
                      .max_recv_wr = 1,
                      .max_send_sge = 4,
                      .max_recv_sge = 1,
                      .max_inline_data = 0};
    complete(attributes, dv);
    qp_.reset(made_by("mlx5dv_create_qp", mlx5dv_create_qp(context.get(), &attributes, &dv)));
    // A DCT has no rings.
    if (attributes.srq != nullptr && attributes.cap.max_send_wr == 0) return;
    mlx5dv_obj object{};
    object.qp = {qp_.get(), &memory_};
    mlx5dv_init_obj(&object, MLX5DV_OBJ_QP);
  }

  ibv_qp* get() const noexcept { return qp_.get(); }
  ibv_qp_ex* ex() const noexcept { return ibv_qp_to_qp_ex(qp_.get()); }
  mlx5dv_qp_ex* dv() const noexcept { return mlx5dv_qp_ex_from_ibv_qp_ex(ex()); }

  ring_place place() const noexcept {
    return {static_cast<std::byte*>(memory_.sq.buf), memory_.sq.wqe_cnt,
            reinterpret_cast<std::byte*>(memory_.dbrec) + MLX5_SND_DBR * 4, qp_->qp_num};
  }

  /// To RTS, as far as this kind needs attributes for it.
  void connect() {
    ibv_qp_attr attributes{};
    attributes.port_num = 1;
    attributes.qkey = 0x1234;
    attributes.path_mtu = IBV_MTU_1024;
    attributes.dest_qp_num = qp_->qp_num;
    attributes.ah_attr.dlid = 1;
    attributes.ah_attr.port_num = 1;
    ibv_port_attr port{};
    ibv_query_port(qp_->context, 1, &port);
    if (port.link_layer == IBV_LINK_LAYER_ETHERNET) {
      attributes.ah_attr.is_global = 1;
      ibv_query_gid(qp_->context, 1, 0, &attributes.ah_attr.grh.dgid);
    }
    attributes.max_dest_rd_atomic = attributes.max_rd_atomic = 1;
    const bool reliable = type_ == IBV_QPT_RC || type_ == IBV_QPT_XRC_SEND;
    const bool connected = reliable || type_ == IBV_QPT_UC;
    const bool dc = type_ == IBV_QPT_DRIVER;
    const int init = type_ == IBV_QPT_RAW_PACKET ? IBV_QP_PORT
                     : type_ == IBV_QPT_UD       ? IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY
                     : dc                        ? IBV_QP_PKEY_INDEX | IBV_QP_PORT
                          : IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS;
    modify(attributes, IBV_QPS_INIT, init);
    modify(attributes, IBV_QPS_RTR,
           connected
               ? IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
                     (type_ == IBV_QPT_RC ? IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER : 0)
           : dc ? IBV_QP_PATH_MTU | IBV_QP_AV
                : 0);
    modify(attributes, IBV_QPS_RTS,
           reliable || dc ? IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
                                IBV_QP_MAX_QP_RD_ATOMIC
           : type_ == IBV_QPT_UD || type_ == IBV_QPT_UC ? IBV_QP_SQ_PSN
                                                        : 0);
  }

 private:
  void modify(ibv_qp_attr& attributes, ibv_qp_state state, int mask) {
    attributes.qp_state = state;
    if (const int error = ibv_modify_qp(qp_.get(), &attributes, mask | IBV_QP_STATE); error != 0) {
      throw std::system_error(error, std::generic_category(),
                              "ibv_modify_qp to state " + std::to_string(state));
    }
  }

  ibv_qp_type type_;
  owned<ibv_qp, ibv_destroy_qp> qp_;
  mlx5dv_qp memory_{};
};

}  // namespace verbatim::test
