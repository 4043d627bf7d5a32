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

ibv_cq_ex* create_cq(const shared_context& on) {
  ibv_cq_init_attr_ex attr{};
  attr.cqe = on.entries - 1;  // libmlx5 takes the next power of two above
  return check(ibv_create_cq_ex(on.context, &attr), "ibv_create_cq_ex");
}

ibv_qp* create_qp(const shared_context& on, ibv_cq* cq, const qp_kind& kind) {
  ibv_qp_init_attr_ex attr{};
  attr.qp_type = kind.type;
  attr.send_cq = cq;
  attr.recv_cq = cq;
  attr.cap.max_send_wr = on.entries / kind.wqebbs;
  attr.cap.max_send_sge = kind.sges;
  attr.cap.max_recv_wr = batch;
  attr.cap.max_recv_sge = 1;
  attr.cap.max_inline_data = kind.inline_bytes;
  attr.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
  attr.pd = on.pd;
  attr.send_ops_flags = kind.ops;
  if (kind.tso_headers != 0) {
    attr.comp_mask |= IBV_QP_INIT_ATTR_MAX_TSO_HEADER;
    attr.max_tso_header = static_cast<std::uint16_t>(kind.tso_headers);
  }
  if (kind.type != IBV_QPT_DRIVER && kind.driver_ops == 0) {
    return check(ibv_create_qp_ex(on.context, &attr), "ibv_create_qp_ex");
  }
  mlx5dv_qp_init_attr dv{};
  if (kind.driver_ops != 0) {
    dv.comp_mask |= MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS;
    dv.send_ops_flags = kind.driver_ops;
  }
  if (kind.type == IBV_QPT_DRIVER) {
    attr.cap.max_recv_wr = attr.cap.max_recv_sge = 0;
    dv.comp_mask |= MLX5DV_QP_INIT_ATTR_MASK_DC;
    dv.dc_init_attr.dc_type = MLX5DV_DCTYPE_DCI;
  }
  return check(mlx5dv_create_qp(on.context, &attr, &dv), "mlx5dv_create_qp");
}

}  // namespace

void set_environment(tuning how) {
  setenv("MLX5_SHUT_UP_BF", how == tuning::write_combining ? "0" : "1", 1);
  setenv("MLX5_SINGLE_THREADED", how == tuning::unlocked ? "1" : "0", 1);
}

owner<ibv_context> open_context(tuning how) {
  set_environment(how);
  return owner<ibv_context>(open_first_device());
}

qp_kind kind_of(operation op) {
  qp_kind kind{.ops = op == operation::write ? IBV_QP_EX_WITH_RDMA_WRITE : IBV_QP_EX_WITH_SEND};
  if (op == operation::send_inline) kind.inline_bytes = requests_for(op).front().length;
  return kind;
}

void connect(ibv_qp* qp) {
  ibv_port_attr port{};
  if (const int error = ibv_query_port(qp->context, 1, &port)) fail("ibv_query_port", error);

  const auto modify = [qp](ibv_qp_attr attr, int mask, const char* what) {
    if (const int error = ibv_modify_qp(qp, &attr, mask | IBV_QP_STATE)) fail(what, error);
  };
  const bool rc = qp->qp_type == IBV_QPT_RC;
  const bool ud = qp->qp_type == IBV_QPT_UD;
  const bool raw = qp->qp_type == IBV_QPT_RAW_PACKET;
  const bool connected = rc || qp->qp_type == IBV_QPT_UC;
  ibv_qp_attr attr{};
  attr.port_num = 1;
  attr.qp_access_flags = IBV_ACCESS_REMOTE_WRITE;
  attr.qkey = 0x11223344;
  attr.qp_state = IBV_QPS_INIT;
  modify(attr,
         (raw ? 0 : IBV_QP_PKEY_INDEX) | IBV_QP_PORT | (connected ? IBV_QP_ACCESS_FLAGS : 0) |
             (ud ? IBV_QP_QKEY : 0),
         "ibv_modify_qp to INIT");

  attr.ah_attr.port_num = 1;
  attr.ah_attr.dlid = port.lid;
  if (port.link_layer == IBV_LINK_LAYER_ETHERNET) {
    attr.ah_attr.is_global = 1;
    attr.ah_attr.grh.hop_limit = 1;
    if (const int error = ibv_query_gid(qp->context, 1, 0, &attr.ah_attr.grh.dgid)) {
      fail("ibv_query_gid", error);
    }
  }
  attr.path_mtu = port.active_mtu;
  attr.dest_qp_num = qp->qp_num;
  attr.max_dest_rd_atomic = 1;
  attr.min_rnr_timer = 12;
  attr.qp_state = IBV_QPS_RTR;
  modify(attr,
         (ud || raw ? 0 : IBV_QP_AV | IBV_QP_PATH_MTU) |
             (connected ? IBV_QP_DEST_QPN | IBV_QP_RQ_PSN : 0) |
             (rc ? IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER : 0),
         "ibv_modify_qp to RTR");

  attr.timeout = 14;
  attr.retry_cnt = 7;
  attr.rnr_retry = 7;
  attr.max_rd_atomic = 1;
  attr.qp_state = IBV_QPS_RTS;
  const bool retries = !ud && !raw && qp->qp_type != IBV_QPT_UC;
  modify(attr,
         (raw ? 0 : IBV_QP_SQ_PSN) | (retries ? IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
                                                    IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC
                                              : 0),
         "ibv_modify_qp to RTS");
}

native_queues::native_queues(const qp_kind& kind, tuning how)
    : native_queues(kind, how, {}, open_context(how), nullptr) {}

native_queues::native_queues(const qp_kind& kind, tuning how, const shared_context& on)
    : native_queues(kind, how, on, nullptr, nullptr) {}

native_queues::native_queues(const qp_kind& kind, tuning how, const shared_context& given,
                             owner<ibv_context> context, owner<ibv_pd> pd)
    : context_(std::move(context)),
      pd_(std::move(pd)),
      user_index_(given.qps_before) {  // libmlx5 counts from 0
  auto on = given;
  if (context_ != nullptr) {
    pd_.reset(check(ibv_alloc_pd(context_.get()), "ibv_alloc_pd"));
    on = {.context = context_.get(), .pd = pd_.get()};
  }
  cq_.reset(create_cq(on));
  qp_.reset(create_qp(on, cq(), kind));
  connect(qp());

  mlx5dv_obj objects{};
  objects.qp.in = qp();
  objects.qp.out = &dv_qp_;
  objects.cq.in = cq();
  objects.cq.out = &dv_cq_;
  if (const int error = mlx5dv_init_obj(&objects, MLX5DV_OBJ_QP | MLX5DV_OBJ_CQ)) {
    fail("mlx5dv_init_obj", error);
  }
  if ((!kind.any_ring && dv_qp_.sq.wqe_cnt != on.entries) || dv_cq_.cqe_cnt != on.entries) {
    fail("libmlx5 made queues of another length", ERANGE);
  }
  if (memory_of(on.context, doorbell_register()) != register_memory(how)) {
    fail("libmlx5 did not map the register as MLX5_SHUT_UP_BF says", ENOTSUP);
  }
  register_ = std::make_shared<mmio::doorbell_register>(doorbell_register(), doorbell_half_size(),
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

std::byte* native_queues::cqe_at(std::uint32_t cq_index) const noexcept {
  return static_cast<std::byte*>(dv_cq_.buf) + (cq_index % dv_cq_.cqe_cnt) * cqe64::size;
}

void native_queues::write_cqe(std::uint32_t cq_index, std::uint32_t wqe_index,
                              unsigned owner_bit) noexcept {
  cqe64::values{
      .srqn_uidx = user_index_,
      .s_wqe_opcode = static_cast<opcode>(wqe_at(wqe_index)[3]),
      .qpn = qp_->qp_num,
      .wqe_counter = static_cast<std::uint16_t>(wqe_index),
      .opcode = cqe_opcode::req,
      .owner = static_cast<std::uint8_t>(owner_bit),
  }
      .write(cqe_at(cq_index));
}

void native_queues::complete_last(std::uint32_t first, std::uint32_t count) noexcept {
  write_cqe(cq_pi_, first + count - 1, owner_bit_of(cq_pi_));
  ++cq_pi_;
}

void native_queues::complete_each(std::uint32_t first, std::uint32_t count) noexcept {
  for (std::uint32_t i = 0; i < count; ++i) complete_last(first + i, 1);
}

void native_queues::complete_at_once(std::uint32_t first, std::uint32_t count) noexcept {
  // Behind a CQE that is not there yet, nobody looks.
  for (auto i = count; i-- > 1;) write_cqe(cq_pi_ + i, first + i, owner_bit_of(cq_pi_ + i));
  write_cqe(cq_pi_, first, owner_bit_of(cq_pi_) ^ 1);
  auto& op_own = reinterpret_cast<std::uint8_t&>(cqe_at(cq_pi_)[cqe64::size - 1]);
  __atomic_store_n(&op_own, static_cast<std::uint8_t>(op_own ^ 1), __ATOMIC_RELEASE);
  cq_pi_ += count;
}

const std::byte* native_queues::wqe_at(std::uint32_t index) const noexcept {
  return static_cast<const std::byte*>(dv_qp_.sq.buf) + (index % dv_qp_.sq.wqe_cnt) * wqebb;
}

std::uint32_t native_queues::producer_index() const noexcept {
  return wire::load32(reinterpret_cast<const std::byte*>(&dv_qp_.dbrec[MLX5_SND_DBR]));
}

std::uint64_t native_queues::doorbell(unsigned half) const noexcept {
  return wire::load64(doorbell_register() + half * doorbell_half_size());
}

}  // namespace verbatim::bench
