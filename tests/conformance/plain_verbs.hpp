// Contexts, completion queues and queue pairs made with plain verbs, with their memory in the open.
#pragma once

#include <infiniband/mlx5dv.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <system_error>

#include "verbatim/wire/units.hpp"

namespace verbatim::test {

template <auto Destroy>
struct destroyer {
  template <class Object>
  void operator()(Object* object) const noexcept {
    Destroy(object);
  }
};
template <class Object, auto Destroy>
using owned = std::unique_ptr<Object, destroyer<Destroy>>;

/// `made`, or an exception that names the call.
template <class Object>
Object* made_by(const char* call, Object* made) {
  if (made == nullptr) throw std::system_error(errno, std::generic_category(), call);
  return made;
}

/// The doorbell of libmlx5 for a post of one WQE: it writes 8 bytes, or pushes the whole WQE.
enum class lone_post { doorbell, blueflame };

/// The first device, opened anew: every context has a doorbell register of its own, and numbers its
/// queue pairs for CQEs from 0.
class plain_context {
 public:
  explicit plain_context(lone_post lone = lone_post::doorbell) {
    // libmlx5 reads its environment whenever a device is opened.
    setenv("MLX5_SHUT_UP_BF", lone == lone_post::doorbell ? "1" : "0", 1);
    // It prints every error CQE that it polls, and these tests make thousands of them.
    setenv("MLX5_DEBUG_FILE", "/dev/null", 0);
    ibv_device** const devices = ibv_get_device_list(nullptr);
    if (devices == nullptr || devices[0] == nullptr) {
      throw std::runtime_error(
          "no RDMA device: run this test as `verbatim-emulator --no-engine PROGRAM`");
    }
    context_.reset(ibv_open_device(devices[0]));
    ibv_free_device_list(devices);
    made_by("ibv_open_device", context_.get());
    pd_.reset(made_by("ibv_alloc_pd", ibv_alloc_pd(context_.get())));
  }

  ibv_context* get() const noexcept { return context_.get(); }
  ibv_pd* pd() const noexcept { return pd_.get(); }

 private:
  owned<ibv_context, ibv_close_device> context_;
  owned<ibv_pd, ibv_dealloc_pd> pd_;
};

/// The calls that make completion queues. Only that of libmlx5 makes CQEs of 128 bytes.
enum class cq_call { ibv_create_cq, ibv_create_cq_ex, mlx5dv_create_cq };

struct completion_queue_shape {
  std::uint32_t cqes;  ///< a power of two
  std::uint16_t cqe_size = 64;
  cq_call call = cq_call::ibv_create_cq_ex;
  /// The fields that ibv_poll_cq reports, and the timestamp.
  std::uint64_t fields = std::uint64_t{IBV_WC_STANDARD_FLAGS} | IBV_WC_EX_WITH_COMPLETION_TIMESTAMP;
  bool one_thread = false;  ///< polled without a lock
};

class plain_completion_queue {
 public:
  plain_completion_queue(const plain_context& context, std::uint32_t cqes)
      : plain_completion_queue(context, completion_queue_shape{.cqes = cqes}) {}

  plain_completion_queue(const plain_context& context, const completion_queue_shape& shape) {
    make(context.get(), shape);
    look(shape.cqes, shape.cqe_size);
  }

  /// Moves what is unread to another ring. The ring ends with the CQE that says so.
  void resize(std::uint32_t cqes) {
    if (const int error = ibv_resize_cq(owner_.get(), static_cast<int>(cqes - 1)); error != 0) {
      throw std::system_error(error, std::generic_category(), "ibv_resize_cq");
    }
    look(cqes, memory_.cqe_size);
  }

  ibv_cq* get() const noexcept { return owner_.get(); }

  /// Null if ibv_create_cq made it.
  ibv_cq_ex* ex() const noexcept { return cq_; }

  std::byte* ring() const noexcept { return static_cast<std::byte*>(memory_.buf); }
  std::byte* dbrec() const noexcept { return reinterpret_cast<std::byte*>(memory_.dbrec); }

 private:
  void make(ibv_context* context, const completion_queue_shape& shape) {
    const auto least = shape.cqes - 1;  // libmlx5 adds one and rounds up
    if (shape.call == cq_call::ibv_create_cq) {
      const int count = static_cast<int>(least);
      owner_.reset(made_by("ibv_create_cq", ibv_create_cq(context, count, nullptr, nullptr, 0)));
      return;
    }
    ibv_cq_init_attr_ex attributes{};
    attributes.cqe = least;
    attributes.wc_flags = shape.fields;
    if (shape.one_thread) {
      attributes.comp_mask = IBV_CQ_INIT_ATTR_MASK_FLAGS;
      attributes.flags = IBV_CREATE_CQ_ATTR_SINGLE_THREADED;
    }
    mlx5dv_cq_init_attr dv{};
    dv.comp_mask = MLX5DV_CQ_INIT_ATTR_MASK_CQE_SIZE;
    dv.cqe_size = shape.cqe_size;
    cq_ = shape.call == cq_call::ibv_create_cq_ex
              ? made_by("ibv_create_cq_ex", ibv_create_cq_ex(context, &attributes))
              : made_by("mlx5dv_create_cq", mlx5dv_create_cq(context, &attributes, &dv));
    owner_.reset(ibv_cq_ex_to_cq(cq_));
  }

  void look(std::uint32_t cqes, std::uint32_t cqe_size) {
    mlx5dv_obj object{};
    object.cq = {owner_.get(), &memory_};
    mlx5dv_init_obj(&object, MLX5DV_OBJ_CQ);
    if (memory_.cqe_cnt != cqes || memory_.cqe_size != cqe_size) {
      throw std::runtime_error("libmlx5 made a CQ of another size: is MLX5_CQE_SIZE set?");
    }
  }

  ibv_cq_ex* cq_ = nullptr;
  owned<ibv_cq, ibv_destroy_cq> owner_;
  mlx5dv_cq memory_{};
};

struct queue_pair_shape {
  ibv_qp_type transport = IBV_QPT_RC;
  std::uint32_t send_wqes = 1;           ///< a power of two
  std::uint32_t send_wqe_bytes = wqebb;  ///< room of each, a power of two
  std::uint32_t recv_wqes = 4;           ///< a power of two; libmlx5 makes no ring below 64 bytes
  std::uint32_t recv_sges = 1;           ///< of each

  std::uint32_t wqebbs() const noexcept {
    return send_wqes * send_wqe_bytes / std::uint32_t{wqebb};
  }
};

/// A queue pair that is connected to itself, as libmlx5 posts no data before that. No program reads its
/// rings: the device has no engine.
class plain_queue_pair {
 public:
  plain_queue_pair(const plain_context& context, ibv_cq* cq, const queue_pair_shape& shape) {
    ibv_qp_init_attr_ex attributes{};
    attributes.qp_type = shape.transport;
    attributes.send_cq = attributes.recv_cq = cq;
    attributes.pd = context.pd();
    attributes.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
    attributes.send_ops_flags = IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM |
                                IBV_QP_EX_WITH_SEND_WITH_INV | IBV_QP_EX_WITH_RDMA_WRITE |
                                IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM;
    if (shape.transport == IBV_QPT_RC) {
      attributes.send_ops_flags |= IBV_QP_EX_WITH_RDMA_READ | IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP |
                                   IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD;
    }
    // libmlx5 puts these before data that need not be inline: ctrl_seg, raddr_seg, atomic_seg.
    const auto room = shape.send_wqe_bytes - 48;
    attributes.cap.max_send_wr = shape.send_wqes;
    attributes.cap.max_send_sge = std::min(room / std::uint32_t{octoword}, 30u);
    attributes.cap.max_inline_data = room - 4;
    attributes.cap.max_recv_wr = shape.recv_wqes;
    attributes.cap.max_recv_sge = shape.recv_sges;
    qp_.reset(made_by("ibv_create_qp_ex", ibv_create_qp_ex(context.get(), &attributes)));
    limits_ = attributes.cap;
    mlx5dv_obj object{};
    object.qp = {qp_.get(), &memory_};
    mlx5dv_init_obj(&object, MLX5DV_OBJ_QP);
    if (memory_.sq.wqe_cnt != shape.wqebbs() || limits_.max_send_wr != shape.send_wqes ||
        memory_.rq.wqe_cnt != shape.recv_wqes) {
      throw std::runtime_error("libmlx5 made rings of another size than this test needs");
    }
    connect(shape.transport == IBV_QPT_RC);
  }

  ibv_qp* get() const noexcept { return qp_.get(); }
  ibv_qp_ex* ex() const noexcept { return ibv_qp_to_qp_ex(qp_.get()); }
  std::uint32_t qpn() const noexcept { return qp_->qp_num; }

  /// Returns libmlx5's limits, at least those that the shape asks for.
  const ibv_qp_cap& limits() const noexcept { return limits_; }

  std::span<std::byte> send_ring() const noexcept {
    return {static_cast<std::byte*>(memory_.sq.buf), memory_.sq.wqe_cnt * wqebb};
  }
  std::span<std::byte> recv_ring() const noexcept {
    return {static_cast<std::byte*>(memory_.rq.buf),
            std::size_t{memory_.rq.wqe_cnt} * memory_.rq.stride};
  }
  std::uint32_t recv_stride() const noexcept { return memory_.rq.stride; }

  /// One of the two words of the doorbell record: MLX5_RCV_DBR or MLX5_SND_DBR.
  std::byte* dbrec(int word) const noexcept {
    return reinterpret_cast<std::byte*>(memory_.dbrec) + word * 4;
  }

  std::byte* doorbell() const noexcept { return static_cast<std::byte*>(memory_.bf.reg); }
  std::uint32_t doorbell_half() const noexcept { return memory_.bf.size; }

 private:
  void connect(bool reliable) {
    ibv_qp_attr attributes{};
    attributes.qp_state = IBV_QPS_INIT;
    attributes.port_num = 1;
    modify(attributes, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS);

    attributes.qp_state = IBV_QPS_RTR;
    attributes.path_mtu = IBV_MTU_1024;
    attributes.dest_qp_num = qpn();
    attributes.ah_attr.dlid = 1;
    attributes.ah_attr.port_num = 1;
    attributes.max_dest_rd_atomic = 1;
    modify(attributes, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
                           IBV_QP_RQ_PSN |
                           (reliable ? IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER : 0));

    attributes.qp_state = IBV_QPS_RTS;
    attributes.max_rd_atomic = 1;
    modify(attributes, IBV_QP_STATE | IBV_QP_SQ_PSN |
                           (reliable ? IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
                                           IBV_QP_MAX_QP_RD_ATOMIC
                                     : 0));
  }

  void modify(ibv_qp_attr& attributes, int mask) {
    if (const int error = ibv_modify_qp(qp_.get(), &attributes, mask); error != 0) {
      throw std::system_error(error, std::generic_category(), "ibv_modify_qp");
    }
  }

  owned<ibv_qp, ibv_destroy_qp> qp_;
  ibv_qp_cap limits_{};
  mlx5dv_qp memory_{};
};

}  // namespace verbatim::test
