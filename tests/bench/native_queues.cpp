// Makes the objects by verbs, and writes the CQEs that a device would write.
#include "native_queues.hpp"

#include <cstdlib>

#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::bench {
namespace {

[[noreturn]] void fail(const char* what, int error = errno) {
  throw std::system_error(error, std::generic_category(), what);
}

/// libmlx5 reads these when a context is opened.
void set_environment(tuning how) {
  setenv("MLX5_SHUT_UP_BF", how == tuning::write_combining ? "0" : "1", 1);
  setenv("MLX5_SINGLE_THREADED", how == tuning::unlocked ? "1" : "0", 1);
}

/// A context has one uncached register.
mmio::register_memory memory_of(ibv_context* context, const std::byte* reg) {
  mlx5dv_devx_uar* const uncached = mlx5dv_devx_alloc_uar(context, MLX5DV_UAR_ALLOC_TYPE_NC);
  if (uncached == nullptr) fail("mlx5dv_devx_alloc_uar");
  const bool same = uncached->reg_addr == reg;
  mlx5dv_devx_free_uar(uncached);
  return same ? mmio::register_memory::uncached : mmio::register_memory::write_combining;
}

ibv_context* open_first_device() {
  int count = 0;
  ibv_device** const list = ibv_get_device_list(&count);
  if (list == nullptr || count == 0) {
    fail("no RDMA device: run `verbatim-emulator --no-engine bench`", ENODEV);
  }
  ibv_context* const context = ibv_open_device(list[0]);
  ibv_free_device_list(list);
  return check(context, "ibv_open_device");
}

ibv_cq_ex* create_cq(ibv_context* context) {
  ibv_cq_init_attr_ex attr{};
  attr.cqe = depth - 1;  // libmlx5 takes the next power of two above
  return check(ibv_create_cq_ex(context, &attr), "ibv_create_cq_ex");
}

std::uint64_t ops_flag(operation op) {
  switch (op) {
    case operation::write:
      return IBV_QP_EX_WITH_RDMA_WRITE;
    case operation::write_imm:
      return IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM;
    case operation::read:
      return IBV_QP_EX_WITH_RDMA_READ;
    case operation::cas:
      return IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP;
    case operation::fetch_add:
      return IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD;
    case operation::send_inline:
    case operation::send:
    case operation::ud_send:
    case operation::dci_send:
      break;
  }
  return IBV_QP_EX_WITH_SEND;
}

/// Only the operation that is measured: what libmlx5 would reserve for others makes the ring longer.
ibv_qp* create_qp(ibv_context* context, ibv_pd* pd, ibv_cq* cq, operation op) {
  ibv_qp_init_attr_ex attr{};
  attr.qp_type = IBV_QPT_RC;
  attr.send_cq = cq;
  attr.recv_cq = cq;
  attr.cap.max_send_wr = depth / wqebbs_of(op);
  attr.cap.max_send_sge = 1;
  attr.cap.max_recv_wr = batch;
  attr.cap.max_recv_sge = 1;
  attr.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
  attr.pd = pd;
  attr.send_ops_flags = ops_flag(op);
  if (op == operation::send_inline) attr.cap.max_inline_data = requests_for(op).front().length;
  if (op == operation::ud_send) attr.qp_type = IBV_QPT_UD;
  if (op == operation::dci_send) {
    attr.qp_type = IBV_QPT_DRIVER;
    attr.cap.max_recv_wr = attr.cap.max_recv_sge = 0;
    mlx5dv_qp_init_attr dv{};
    dv.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_DC;
    dv.dc_init_attr.dc_type = MLX5DV_DCTYPE_DCI;
    return check(mlx5dv_create_qp(context, &attr, &dv), "mlx5dv_create_qp");
  }
  return check(ibv_create_qp_ex(context, &attr), "ibv_create_qp_ex");
}

}  // namespace

owner<ibv_context> open_context(tuning how) {
  set_environment(how);
  return owner<ibv_context>(open_first_device());
}

owner<ibv_ah> connect(ibv_qp* qp) {
  ibv_port_attr port{};
  if (const int error = ibv_query_port(qp->context, 1, &port)) fail("ibv_query_port", error);

  const auto modify = [qp](ibv_qp_attr attr, int mask, const char* what) {
    if (const int error = ibv_modify_qp(qp, &attr, mask | IBV_QP_STATE)) fail(what, error);
  };
  const bool rc = qp->qp_type == IBV_QPT_RC;
  const bool ud = qp->qp_type == IBV_QPT_UD;
  const bool connected = rc || qp->qp_type == IBV_QPT_UC;
  ibv_qp_attr attr{};
  attr.port_num = 1;
  attr.qp_access_flags = IBV_ACCESS_REMOTE_WRITE;
  attr.qkey = qkey;
  attr.qp_state = IBV_QPS_INIT;
  modify(attr,
         IBV_QP_PKEY_INDEX | IBV_QP_PORT | (connected ? IBV_QP_ACCESS_FLAGS : 0) |
             (ud ? IBV_QP_QKEY : 0),
         "ibv_modify_qp to INIT");

  attr.ah_attr.port_num = 1;
  attr.ah_attr.dlid = port.lid;
  attr.path_mtu = port.active_mtu;
  attr.dest_qp_num = qp->qp_num;
  attr.max_dest_rd_atomic = 1;
  attr.min_rnr_timer = 12;
  attr.qp_state = IBV_QPS_RTR;
  modify(attr,
         (ud ? 0 : IBV_QP_AV | IBV_QP_PATH_MTU) |
             (connected ? IBV_QP_DEST_QPN | IBV_QP_RQ_PSN : 0) |
             (rc ? IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER : 0),
         "ibv_modify_qp to RTR");

  attr.timeout = 14;
  attr.retry_cnt = 7;
  attr.rnr_retry = 7;
  attr.max_rd_atomic = 1;
  attr.qp_state = IBV_QPS_RTS;
  const bool retries = !ud && qp->qp_type != IBV_QPT_UC;
  modify(attr,
         IBV_QP_SQ_PSN | (retries ? IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
                                        IBV_QP_MAX_QP_RD_ATOMIC
                                  : 0),
         "ibv_modify_qp to RTS");
  if (connected) return {};
  return owner<ibv_ah>(check(ibv_create_ah(qp->pd, &attr.ah_attr), "ibv_create_ah"));
}

native_queues::native_queues(operation op, tuning how) : context_(open_context(how)) {
  pd_.reset(check(ibv_alloc_pd(context_.get()), "ibv_alloc_pd"));
  cq_.reset(create_cq(context_.get()));
  qp_.reset(create_qp(context_.get(), pd_.get(), cq(), op));
  ah_ = connect(qp());

  mlx5dv_obj objects{};
  objects.qp.in = qp();
  objects.qp.out = &dv_qp_;
  objects.cq.in = cq();
  objects.cq.out = &dv_cq_;
  if (const int error = mlx5dv_init_obj(&objects, MLX5DV_OBJ_QP | MLX5DV_OBJ_CQ)) {
    fail("mlx5dv_init_obj", error);
  }
  if (dv_qp_.sq.wqe_cnt != depth || dv_cq_.cqe_cnt != depth) {
    fail("libmlx5 made queues of another length", ERANGE);
  }
  if (memory_of(context_.get(), doorbell_register()) != register_memory(how)) {
    fail("libmlx5 did not map the register as MLX5_SHUT_UP_BF says", ENOTSUP);
  }
  register_ = std::make_unique<mmio::doorbell_register>(doorbell_register(), doorbell_half_size(),
                                                        register_memory(how));
}

detail::send_queue_memory native_queues::send_queue() const noexcept {
  return {.ring = static_cast<std::byte*>(dv_qp_.sq.buf),
          .wqebbs = dv_qp_.sq.wqe_cnt,
          .dbrec = reinterpret_cast<std::byte*>(&dv_qp_.dbrec[MLX5_SND_DBR]),
          .doorbell = register_.get(),
          .qpn = qp_->qp_num};
}

detail::recv_queue_memory native_queues::recv_queue() const noexcept {
  return {.ring = static_cast<std::byte*>(dv_qp_.rq.buf),
          .wqes = dv_qp_.rq.wqe_cnt,
          .stride = dv_qp_.rq.stride,
          .dbrec = reinterpret_cast<std::byte*>(&dv_qp_.dbrec[MLX5_RCV_DBR])};
}

detail::completion_queue_memory native_queues::completion_queue() const noexcept {
  return {.ring = static_cast<std::byte*>(dv_cq_.buf),
          .cqes = dv_cq_.cqe_cnt,
          .cqe_size = dv_cq_.cqe_size,
          .dbrec = reinterpret_cast<std::byte*>(dv_cq_.dbrec)};
}

void native_queues::complete_last(std::uint32_t first, std::uint32_t count) noexcept {
  const auto last = first + count - 1;
  cqe64::values{
      .srqn_uidx = 0,  // the first QP of its context has user index 0
      .s_wqe_opcode = static_cast<opcode>(wqe_at(last)[3]),
      .qpn = qp_->qp_num,
      .wqe_counter = static_cast<std::uint16_t>(last),
      .opcode = cqe_opcode::req,
      .owner = static_cast<std::uint8_t>((cq_pi_ / depth) & 1),
  }
      .write(static_cast<std::byte*>(dv_cq_.buf) + (cq_pi_ % depth) * cqe64::size);
  ++cq_pi_;
}

void native_queues::complete_each(std::uint32_t first, std::uint32_t count) noexcept {
  for (std::uint32_t i = 0; i < count; ++i) complete_last(first + i, 1);
}

const std::byte* native_queues::wqe_at(std::uint32_t index) const noexcept {
  return static_cast<const std::byte*>(dv_qp_.sq.buf) + (index % depth) * wqebb;
}

std::uint32_t native_queues::producer_index() const noexcept {
  return wire::load32(reinterpret_cast<const std::byte*>(&dv_qp_.dbrec[MLX5_SND_DBR]));
}

std::uint64_t native_queues::doorbell(unsigned half) const noexcept {
  return wire::load64(doorbell_register() + half * doorbell_half_size());
}

}  // namespace verbatim::bench
