// The queues that complete into one completion queue: a queue pair of every transport, and SRQs.
#pragma once

#include <fcntl.h>
#include <infiniband/mlx5dv.h>

#include <cstdint>
#include <memory>
#include <optional>

#include "any_queue_pair.hpp"
#include "plain_verbs.hpp"

namespace verbatim::test {

/// CQEs name them by these: libmlx5 counts what it makes in a context, and 0 is an unused queue pair, because
/// no queue of ours has that number. Raw packets need Ethernet.
enum user_index : std::uint32_t {
  of_rc = 1,
  of_uc,
  of_ud,
  of_dci,
  of_xrc,
  of_rc_on_srq,
  of_dct,
  of_xrc_srq,
  of_raw_packet,
};

inline bool is_ethernet(const plain_context& context) {
  ibv_port_attr port{};
  ibv_query_port(context.get(), 1, &port);
  return port.link_layer == IBV_LINK_LAYER_ETHERNET;
}

struct domain_closer {
  void operator()(ibv_xrcd* domain) const noexcept { ibv_close_xrcd(domain); }
};

/// All of it, made by libmlx5 in one context.
class native_side {
  static constexpr auto sends = IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM;
  static constexpr auto writes = sends | IBV_QP_EX_WITH_SEND_WITH_INV | IBV_QP_EX_WITH_RDMA_WRITE |
                                 IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM;
  static constexpr auto everything = writes | IBV_QP_EX_WITH_RDMA_READ |
                                     IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP |
                                     IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD;

  static any_queue_pair::change carrying(std::uint64_t operations, std::uint32_t recv_sges,
                                         ibv_srq* srq = nullptr) {
    return [=](ibv_qp_init_attr_ex& attributes, mlx5dv_qp_init_attr&) {
      attributes.send_ops_flags = operations;
      attributes.cap.max_send_sge = 8;
      attributes.cap.max_inline_data = 100;
      attributes.cap.max_recv_wr = recv_sges == 0 ? 0 : 16;
      attributes.cap.max_recv_sge = recv_sges;
      attributes.srq = srq;
    };
  }

  static void dci_attributes(ibv_qp_init_attr_ex& attributes, mlx5dv_qp_init_attr& dv) {
    carrying(everything, 0)(attributes, dv);
    dv.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_DC;
    dv.dc_init_attr.dc_type = MLX5DV_DCTYPE_DCI;
  }

  any_queue_pair::change dct_attributes() const {
    return [this](ibv_qp_init_attr_ex& attributes, mlx5dv_qp_init_attr& dv) {
      attributes.comp_mask = IBV_QP_INIT_ATTR_PD;
      attributes.cap = {};
      attributes.srq = srq.get();
      dv.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_DC;
      dv.dc_init_attr.dc_type = MLX5DV_DCTYPE_DCT;
    };
  }

  static void packet_attributes(ibv_qp_init_attr_ex& attributes, mlx5dv_qp_init_attr& dv) {
    carrying(IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_TSO, 4)(attributes, dv);
    attributes.comp_mask |= IBV_QP_INIT_ATTR_MAX_TSO_HEADER;
    attributes.max_tso_header = 128;
  }

  ibv_srq* make_srq(bool xrc) const {
    ibv_srq_init_attr_ex attributes{};
    attributes.attr.max_wr = 20;
    attributes.attr.max_sge = 3;
    attributes.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD;
    attributes.srq_type = xrc ? IBV_SRQT_XRC : IBV_SRQT_BASIC;
    attributes.pd = context.pd();
    if (xrc) {
      attributes.comp_mask |= IBV_SRQ_INIT_ATTR_XRCD | IBV_SRQ_INIT_ATTR_CQ;
      attributes.xrcd = domain.get();
      attributes.cq = cq.get();
    }
    return made_by("ibv_create_srq_ex", ibv_create_srq_ex(context.get(), &attributes));
  }

  ibv_xrcd* open_domain() const {
    ibv_xrcd_init_attr attributes{};
    attributes.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS;
    attributes.fd = -1;
    attributes.oflags = O_CREAT;
    return made_by("ibv_open_xrcd", ibv_open_xrcd(context.get(), &attributes));
  }

  ibv_ah* make_address() const {
    ibv_ah_attr attributes{};
    attributes.port_num = 1;
    attributes.dlid = 1;
    if (is_ethernet(context)) {
      attributes.is_global = 1;
      ibv_query_gid(context.get(), 1, 0, &attributes.grh.dgid);
    }
    return made_by("ibv_create_ah", ibv_create_ah(context.pd(), &attributes));
  }

 public:
  explicit native_side(const completion_queue_shape& shape) : cq(context, shape) {
    for (auto* qp : {&rc, &uc, &ud, &dci, &xrc, &rc_on_srq}) qp->connect();
    if (!is_ethernet(context)) return;
    raw_packet.emplace(context, cq.get(), IBV_QPT_RAW_PACKET, packet_attributes);
    raw_packet->connect();
  }

  /// Returns the number of WQEs that libmlx5 keeps in an SRQ. An SRQ of ours takes this number.
  static std::uint32_t srq_wqes(ibv_srq* which) {
    mlx5dv_srq memory{};
    mlx5dv_obj object{};
    object.srq = {which, &memory};
    mlx5dv_init_obj(&object, MLX5DV_OBJ_SRQ);
    return memory.tail + 1u;
  }

  plain_context context;
  plain_completion_queue cq;
  owned<ibv_ah, ibv_destroy_ah> address{make_address()};
  owned<ibv_srq, ibv_destroy_srq> srq{make_srq(false)};
  std::unique_ptr<ibv_xrcd, domain_closer> domain{open_domain()};
  any_queue_pair nobody{context, cq.get(), IBV_QPT_RC, carrying(everything, 4)};
  any_queue_pair rc{context, cq.get(), IBV_QPT_RC,
                    carrying(everything | IBV_QP_EX_WITH_LOCAL_INV, 4)};
  any_queue_pair uc{context, cq.get(), IBV_QPT_UC, carrying(writes, 4)};
  any_queue_pair ud{context, cq.get(), IBV_QPT_UD, carrying(sends, 4)};
  any_queue_pair dci{context, cq.get(), IBV_QPT_DRIVER, dci_attributes};
  any_queue_pair xrc{context, cq.get(), IBV_QPT_XRC_SEND, carrying(everything, 0)};
  any_queue_pair rc_on_srq{context, cq.get(), IBV_QPT_RC, carrying(everything, 0, srq.get())};
  any_queue_pair dct{context, cq.get(), IBV_QPT_DRIVER, dct_attributes()};
  owned<ibv_srq, ibv_destroy_srq> xrc_srq{make_srq(true)};
  std::optional<any_queue_pair> raw_packet;
};

}  // namespace verbatim::test
