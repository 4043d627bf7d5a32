// Creates and destroys queue pairs.
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_ioctl_verbs.h>
#include <rdma/mlx5-abi.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <optional>

#include "abi/commands/capabilities.hpp"
#include "abi/commands/dynamically_connected.hpp"
#include "abi/commands/queue_pair_state.hpp"
#include "abi/commands/spreading_queue_pair.hpp"
#include "abi/handlers.hpp"
#include "abi/named.hpp"
#include "abi/program_memory.hpp"
#include "objects/queues/opened_queue_pair.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::uint32_t smallest_receive_shift = 4;
constexpr std::uint32_t largest_receive_shift = 10;

/// The flags of mlx5_ib_create_qp that this device accepts.
constexpr std::uint32_t known_driver_flags =
    MLX5_QP_FLAG_SCATTER_CQE | MLX5_QP_FLAG_ALLOW_SCATTER_CQE | MLX5_QP_FLAG_BFREG_INDEX |
    MLX5_QP_FLAG_UAR_PAGE_INDEX | MLX5_QP_FLAG_PACKET_BASED_CREDIT_MODE | MLX5_QP_FLAG_TYPE_DCT |
    MLX5_QP_FLAG_TYPE_DCI | MLX5_QP_FLAG_DCI_STREAM;

queue_pair_type checked_type(std::uint64_t type, const mlx5_ib_create_qp& driver) {
  switch (type) {
    case IB_UVERBS_QPT_RC:
      return queue_pair_type::rc;
    case IB_UVERBS_QPT_UC:
      return queue_pair_type::uc;
    case IB_UVERBS_QPT_UD:
      return queue_pair_type::ud;
    case IB_UVERBS_QPT_RAW_PACKET:
      return queue_pair_type::raw_packet;
    case IB_UVERBS_QPT_XRC_INI:
      return queue_pair_type::xrc_send;
    case IB_UVERBS_QPT_XRC_TGT:
      return queue_pair_type::xrc_recv;
    case IB_UVERBS_QPT_DRIVER:
      return dc_type(driver);
    default:
      refuse<check::qp_not_emulated>(EINVAL, "queue pairs of type {} do not exist", type);
  }
}

/// Refuses a raw packet queue pair without an Ethernet port, because raw packets are Ethernet
/// frames.
void require_port_for(const request& to, queue_pair_type type) {
  const auto ethernet = [](const port_identity& port) { return port.ethernet(); };
  const auto& ports = to.of.ports();
  if (type == queue_pair_type::raw_packet && std::none_of(ports.begin(), ports.end(), ethernet)) {
    refuse<check::qp_not_emulated>(
        EOPNOTSUPP,
        "raw packet queue pairs need an Ethernet port, this one is InfiniBand: start with "
        "--link-layer ethernet");
  }
}

/// Returns the creation flags that a type allows.
std::uint32_t flags_of(queue_pair_type type) noexcept {
  std::uint32_t flags = IB_UVERBS_QP_CREATE_SQ_SIG_ALL;
  if (type == queue_pair_type::ud) flags |= IB_UVERBS_QP_CREATE_BLOCK_MULTICAST_LOOPBACK;
  if (type == queue_pair_type::raw_packet) flags |= IB_UVERBS_QP_CREATE_CVLAN_STRIPPING;
  return flags;
}

void require_capacity(const ib_uverbs_qp_cap& cap) {
  if (cap.max_send_wr > max_queue_entries || cap.max_recv_wr > max_queue_entries ||
      cap.max_send_sge > max_send_sge || cap.max_recv_sge > max_recv_sge) {
    refuse<check::qp_values>(
        EINVAL,
        "a queue pair of {} send WRs with {} SGEs and {} receive WRs with {} SGEs: up to {} "
        "with {} and {} with {}",
        cap.max_send_wr, cap.max_send_sge, cap.max_recv_wr, cap.max_recv_sge, max_queue_entries,
        max_send_sge, max_queue_entries, max_recv_sge);
  }
}

void require_ring(const char* what, std::uint32_t count) {
  if (count > max_queue_entries || (count != 0 && !std::has_single_bit(count))) {
    refuse<check::qp_values>(EINVAL, "a {} of {} entries: a power of two up to {}", what, count,
                             max_queue_entries);
  }
}

/// Places both rings in the program's buffer: first the receive queue, then the send queue.
void place_rings(queue_pair& qp, const mlx5_ib_create_qp& driver, bool own_receive_queue) {
  require_ring("send queue", driver.sq_wqe_count);
  require_ring("receive queue", driver.rq_wqe_count);
  std::uint64_t receive_bytes = 0;
  if (own_receive_queue && driver.rq_wqe_count != 0) {
    if (driver.rq_wqe_shift < smallest_receive_shift ||
        driver.rq_wqe_shift > largest_receive_shift) {
      refuse<check::qp_values>(EINVAL, "receive WQEs of 2^{} bytes: 2^{} to 2^{} are possible",
                               driver.rq_wqe_shift, smallest_receive_shift, largest_receive_shift);
    }
    qp.rq.count = driver.rq_wqe_count;
    qp.rq.stride = 1u << driver.rq_wqe_shift;
    receive_bytes = std::uint64_t{qp.rq.count} * qp.rq.stride;
  }
  qp.sq.count = driver.sq_wqe_count;
  qp.sq.stride = wqebb;
  if (qp.type == queue_pair_type::raw_packet) {
    // The kernel creates the two queues separately, each with its own buffer.
    if (qp.rq.count) {
      qp.rq.base = program_memory(driver.buf_addr, receive_bytes, false, "receive queue buffer");
    }
    if (qp.sq.count) {
      qp.sq.base = program_memory(driver.sq_buf_addr, std::uint64_t{qp.sq.count} * qp.sq.stride,
                                  false, "send queue buffer");
    }
    return;
  }
  const std::uint64_t bytes = receive_bytes + std::uint64_t{qp.sq.count} * qp.sq.stride;
  if (bytes == 0) return;
  std::byte* const buffer = program_memory(driver.buf_addr, bytes, false, "queue pair buffer");
  if (qp.rq.count) qp.rq.base = buffer;
  if (qp.sq.count) qp.sq.base = buffer + receive_bytes;
}

/// Sets the references of a queue pair that has its own queues.
void refer_to_parts(const request& to, queue_pair& qp, std::optional<std::uint32_t> srq) {
  const auto pd = to.with.handle(UVERBS_ATTR_CREATE_QP_PD_HANDLE);
  const auto send_cq =
      to.with.handle(qp.type == queue_pair_type::dct ? UVERBS_ATTR_CREATE_QP_RECV_CQ_HANDLE
                                                     : UVERBS_ATTR_CREATE_QP_SEND_CQ_HANDLE);
  qp.pd = reference(&to.object<protection_domain>(pd, "protection domain"));
  qp.send_cq = reference(&to.object<completion_queue>(send_cq, "completion queue"));
  if (qp.type == queue_pair_type::xrc_send) return;
  const auto recv_cq = to.with.handle(UVERBS_ATTR_CREATE_QP_RECV_CQ_HANDLE);
  qp.recv_cq = reference(&to.object<completion_queue>(recv_cq, "completion queue"));
  if (srq) qp.srq = reference(&to.object<shared_receive_queue>(*srq, "shared receive queue"));
}

/// Decides like the kernel whether results go into CQEs. A program that does not request all
/// completions has to set a flag that it looks for results there.
void scatter_to_cqe(queue_pair& qp, bool always) {
  const auto has_long_cqes = [](const completion_queue& cq) { return cq.cqe_size == 128; };
  const bool asks_for_all = always || qp.sq_sig_all;
  switch (qp.type) {
    case queue_pair_type::rc:
      qp.receives_in_cqe = true;
      qp.results_in_cqe = asks_for_all;
      break;
    case queue_pair_type::uc:
      qp.receives_in_cqe = true;
      break;
    case queue_pair_type::dct:
      qp.receives_in_cqe = has_long_cqes(*qp.recv_cq);
      break;
    case queue_pair_type::dci:
      qp.results_in_cqe = asks_for_all && has_long_cqes(*qp.send_cq);
      break;
    default:
      break;
  }
}

void create_qp(const request& to) {
  if (to.with.has(UVERBS_ATTR_CREATE_QP_IND_TABLE_HANDLE)) return create_spreading_queue_pair(to);
  const auto cap = to.with.in<ib_uverbs_qp_cap>(UVERBS_ATTR_CREATE_QP_CAP);
  const auto flags = to.with.in_if<std::uint32_t>(UVERBS_ATTR_CREATE_QP_FLAGS).value_or(0);
  const auto driver = to.with.driver_in<mlx5_ib_create_qp>();
  auto made = std::make_unique<queue_pair>(to.of);
  made->type = checked_type(to.with.constant(UVERBS_ATTR_CREATE_QP_TYPE), driver);
  require_capacity(cap);
  require_port_for(to, made->type);
  if (const std::uint32_t known_flags = flags_of(made->type); flags & ~known_flags) {
    refuse<check::qp_not_emulated>(EOPNOTSUPP,
                                   "{} queue pair creation flags {:#x} are not supported",
                                   name(made->type), flags & ~known_flags);
  }
  if (driver.flags & ~known_driver_flags) {
    refuse<check::qp_not_emulated>(EOPNOTSUPP, "mlx5 queue pair flags {:#x} are not supported",
                                   driver.flags & ~known_driver_flags);
  }

  const auto srq = to.with.handle_if(UVERBS_ATTR_CREATE_QP_SRQ_HANDLE);
  if (made->type == queue_pair_type::xrc_recv) {
    const auto xrcd = to.with.handle(UVERBS_ATTR_CREATE_QP_XRCD_HANDLE);
    made->xrcd = reference(&to.object<xrc_domain>(xrcd, "XRC domain"));
  } else {
    refer_to_parts(to, *made, srq);
  }
  const bool posts = made->type != queue_pair_type::xrc_recv && made->type != queue_pair_type::dct;
  if (posts) {
    place_rings(*made, driver, !srq && made->type != queue_pair_type::xrc_send);
    made->dbrec = doorbell_record(driver.db_addr, 2);
  }
  if (is_dc(made->type)) take_dc_attributes(*made, driver);
  if (driver.flags & MLX5_QP_FLAG_UAR_PAGE_INDEX) {
    made->uar = &register_page(to, driver.bfreg_index);
  }
  made->uidx = driver.uidx;
  made->capacity = {.max_send_wr = cap.max_send_wr,
                    .max_recv_wr = srq ? 0 : cap.max_recv_wr,
                    .max_send_sge = cap.max_send_sge,
                    .max_recv_sge = srq ? 0 : cap.max_recv_sge,
                    .max_inline_data = cap.max_inline_data};
  made->sq_sig_all = (flags & IB_UVERBS_QP_CREATE_SQ_SIG_ALL) != 0;
  made->block_own_multicast = (flags & IB_UVERBS_QP_CREATE_BLOCK_MULTICAST_LOOPBACK) != 0;
  made->strips_vlan = (flags & IB_UVERBS_QP_CREATE_CVLAN_STRIPPING) != 0;
  if (driver.flags & MLX5_QP_FLAG_SCATTER_CQE) {
    scatter_to_cqe(*made, (driver.flags & MLX5_QP_FLAG_ALLOW_SCATTER_CQE) != 0);
  }
  made->user_handle = to.with.in<std::uint64_t>(UVERBS_ATTR_CREATE_QP_USER_HANDLE);
  made->events = async_events_of(to, to.with.descriptor_if(UVERBS_ATTR_CREATE_QP_EVENT_FD));
  to.on.enlist(*made);

  const queue_pair& qp = to.of.add(std::move(made));
  note("{} queue pair {:#x} created: {} send WQEBBs, {} receive WQEs of {} bytes", name(qp.type),
       qp.qpn, qp.sq.count, qp.rq.count, qp.rq.stride);
  to.with.out_handle(UVERBS_ATTR_CREATE_QP_HANDLE, qp.handle);
  to.with.out(UVERBS_ATTR_CREATE_QP_RESP_CAP, cap);
  // A DCT gets its number in the change to RTR.
  to.with.out(UVERBS_ATTR_CREATE_QP_RESP_QP_NUM, qp.type == queue_pair_type::dct ? 0 : qp.qpn);
  mlx5_ib_create_qp_resp answer{};
  answer.bfreg_index = driver.bfreg_index;
  answer.ece_options = to.on.ece_options(to.of.card);
  if (qp.type == queue_pair_type::raw_packet) {
    // All parts except the receive queue have the same number.
    answer.comp_mask = MLX5_IB_CREATE_QP_RESP_MASK_TIRN | MLX5_IB_CREATE_QP_RESP_MASK_TISN |
                       MLX5_IB_CREATE_QP_RESP_MASK_RQN | MLX5_IB_CREATE_QP_RESP_MASK_SQN;
    answer.tirn = answer.tisn = answer.sqn = qp.qpn;
    answer.rqn = qp.rqn;
  }
  to.with.driver_out(answer);
}

void destroy_qp(const request& to) {
  const std::uint32_t handle = to.with.handle(UVERBS_ATTR_DESTROY_QP_HANDLE);
  if (auto* const opened = to.of.find<opened_queue_pair>(handle)) {
    to.on.remove(*opened);
    to.with.out(UVERBS_ATTR_DESTROY_QP_RESP, ib_uverbs_destroy_qp_resp{});
    return;
  }
  auto& qp = to.object<queue_pair>(handle, "queue pair");
  to.require_unused(qp, "queue pair");
  // The kernel itself has detached those of a device that was removed (uverbs_std_types_qp.c,
  // uverbs_free_qp).
  if (!qp.groups.empty() && !to.of.removed) {
    refuse<check::still_used>(
        EBUSY, "queue pair {:#x} is attached to {} multicast group{}; detach it first", qp.qpn,
        qp.groups.size(), qp.groups.size() == 1 ? "" : "s");
  }
  const ib_uverbs_destroy_qp_resp answer{.events_reported = qp.withdraw_events()};
  to.on.remove(qp);
  to.with.out(UVERBS_ATTR_DESTROY_QP_RESP, answer);
}

}  // namespace

std::span<const method_handler> queue_pair_methods() {
  static const std::vector<method_handler> table = {
      {UVERBS_OBJECT_QP,
       UVERBS_METHOD_QP_CREATE,
       create_qp,
       {UVERBS_ATTR_CREATE_QP_HANDLE, UVERBS_ATTR_CREATE_QP_PD_HANDLE,
        UVERBS_ATTR_CREATE_QP_SRQ_HANDLE, UVERBS_ATTR_CREATE_QP_SEND_CQ_HANDLE,
        UVERBS_ATTR_CREATE_QP_RECV_CQ_HANDLE, UVERBS_ATTR_CREATE_QP_USER_HANDLE,
        UVERBS_ATTR_CREATE_QP_CAP, UVERBS_ATTR_CREATE_QP_TYPE, UVERBS_ATTR_CREATE_QP_FLAGS,
        UVERBS_ATTR_CREATE_QP_EVENT_FD, UVERBS_ATTR_CREATE_QP_XRCD_HANDLE,
        UVERBS_ATTR_CREATE_QP_IND_TABLE_HANDLE, UVERBS_ATTR_CREATE_QP_RESP_CAP,
        UVERBS_ATTR_CREATE_QP_RESP_QP_NUM}},
      {UVERBS_OBJECT_QP,
       UVERBS_METHOD_QP_DESTROY,
       destroy_qp,
       {UVERBS_ATTR_DESTROY_QP_HANDLE, UVERBS_ATTR_DESTROY_QP_RESP}},
  };
  return table;
}

std::span<const write_handler> queue_pair_writes() {
  static const std::vector<write_handler> table = {
      {IB_USER_VERBS_CMD_MODIFY_QP, sizeof(ib_uverbs_modify_qp), 0, modify_qp},
      {IB_USER_VERBS_EX_CMD_MODIFY_QP | IB_USER_VERBS_CMD_FLAG_EXTENDED,
       offsetof(ib_uverbs_ex_modify_qp, rate_limit), 0, modify_qp_ex},
      {IB_USER_VERBS_CMD_QUERY_QP, sizeof(ib_uverbs_query_qp), sizeof(ib_uverbs_query_qp_resp),
       query_qp},
  };
  return table;
}

}  // namespace verbatim::emulator
